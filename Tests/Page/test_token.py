"""A server that other machines can reach, which wants its token."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from support import photos
from support.page import Page
from support.server import Server
from support.wait import wait


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "store", "--host", "0.0.0.0")
    yield server
    server.stop()


def test_the_link_opens_the_page_and_the_token_leaves_the_address(page: Page, server: Server) -> None:
    page.driver.get(server.link)
    page.on("empty")
    assert page.run("return location.href") == server.origin + "/"
    assert page.run("return document.cookie") == "", "no script can read it"
    page.scan(photos.CAT)
    page.on("detail")
    page.has_pictures("#detail-picture")
    page.reload()
    page.says("#detail-label", "domestic cat")


def test_without_the_token_nothing_is_told(server: Server) -> None:
    for path in ("/api/v1/health", "/api/v1/animals", "/api/v1/events"):
        answer = requests.get(server.origin + path, timeout=10)
        assert (answer.status_code, answer.json()["code"]) == (401, "token-needed")
        wrong = requests.get(server.origin + path, timeout=10, headers={"Authorization": "Bearer " + "0" * 32})
        assert wrong.status_code == 401


def test_where_the_origin_is_not_secure_the_camera_says_so(page: Page, server: Server) -> None:
    if urlsplit(server.origin).hostname.startswith("127."):
        pytest.skip("this machine has no address but its own")
    page.driver.get(server.link)
    page.on("empty")
    wait(lambda: page.attribute("#empty button.camera", "aria-disabled") == "true", "the button is disabled")
    page.says("#empty .reason", "https", "localhost")
