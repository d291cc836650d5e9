"""The server's memory while many photos come in."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support import figures, photos
from support.server import Server

UPLOADS = 500
LIMIT = 150  # MiB


def memory(server: Server, line: str) -> float:
    """A line of what the system knows of the server's memory, in MiB."""
    return int(re.search(rf"{line}:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())[1]) / 1024


def upload(server: Server, seed: int) -> tuple[int, float]:
    answer = server.request("POST", "/api/v1/animals", files={"photo": (f"{seed}.jpg", photos.noise(seed, 640, 480))})
    return answer.status_code, memory(server, "VmRSS")


def test_it_stays_small_during_500_uploads(server: Server) -> None:
    before = memory(server, "VmRSS")
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda seed: upload(server, seed), range(UPLOADS)))
    assert [status for status, _ in done if status != 201] == []
    assert server.get("/api/v1/health")["animals"] == UPLOADS
    half = max(resident for _, resident in done[: UPLOADS // 2])
    # The kernel notes the highest, between the samples too.
    peak = memory(server, "VmHWM")
    figures.report(
        f"{UPLOADS} uploads: {before:.0f} MiB before, at most {half:.0f} in the first half, {peak:.0f} in all;"
        f" within {LIMIT} MiB: {'yes' if peak < LIMIT else 'no'}"
    )
    assert peak < LIMIT
