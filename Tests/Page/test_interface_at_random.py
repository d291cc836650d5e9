"""The interface under requests at random, as schemathesis makes them from its document."""

import subprocess
import sys

import pytest

from support import photos
from support.server import Server, environment

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def test_no_request_brings_an_answer_that_is_not_described(server: Server) -> None:
    server.upload(photos.CAT)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.origin}/api/v1/openapi.json"),
            *("--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "15"),
            # The same requests every time; and the event stream never ends.
            *("--seed", "1", "--exclude-path", "/api/v1/events", "--request-timeout", "10"),
            *("--continue-on-failure", "--no-color"),
        ],
        # It would leave its database of examples where it runs.
        cwd=server.store.parent,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=150,
    )
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
    assert server.get("/api/v1/health")["status"] == "ok"
