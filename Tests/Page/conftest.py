"""What the tests are given: servers and browsers; and what is watched in all of them."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support import figures
from support.browser import Browser
from support.page import Page
from support.proxy import Proxy
from support.server import ROOT, Server
from support.stores import make_store

#: Where pictures of the page are kept.
SCREENSHOTS = Path(os.environ.get("ZOOSCAN_SCREENSHOTS", ROOT / ".build/screenshots"))


def pytest_configure() -> None:
    # Whoever ends the tests ends the browsers as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if figures.reported():
        terminalreporter.section("figures")
        for figure in figures.reported():
            terminalreporter.write_line(figure)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> object:
    report = yield
    if report.failed:
        for page in (each for each in getattr(item, "funcargs", {}).values() if isinstance(each, Page)):
            name = "".join(letter if letter.isalnum() else "-" for letter in item.name)
            keep_evidence(page, SCREENSHOTS / "failures" / f"{Path(item.path).stem}-{name}-{call.when}")
    return report


def keep_evidence(page: Page, place: Path) -> None:
    """Saves what the browser showed and said when a test failed."""
    try:
        page.browser.screenshot(place.with_name(place.name + ".png"))
        lines = [page.driver.current_url, *(f"{entry['level']} {entry['message']}" for entry in page.browser.log())]
        place.with_name(place.name + ".log").write_text("\n".join(lines) + "\n")
    except Exception as error:
        print(f"No evidence could be kept: {error}")


@pytest.fixture(scope="session")
def browser_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bool], Browser]]:
    """Gives the browser with a camera, or the one without; each is started when it is first wanted."""
    browsers: dict[bool, Browser] = {}

    def give(has_camera: bool) -> Browser:
        if has_camera not in browsers:
            browsers[has_camera] = Browser(tmp_path_factory.mktemp("profile"), has_camera)
        return browsers[has_camera]

    yield give
    for browser in browsers.values():
        browser.quit()


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server on a store of its own, which is empty unless the test is marked to have records."""
    records = request.node.get_closest_marker("records")
    if records:
        make_store(tmp_path / "store", records.args[0])
    server = Server(tmp_path / "store")
    yield server
    server.stop()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.origin)
    yield proxy
    proxy.stop()


@pytest.fixture
def watched(request: pytest.FixtureRequest) -> Iterator[Callable[[Browser, str], Page]]:
    """Makes pages, and looks at the end whether the browser had anything to complain of."""
    pages: list[Page] = []

    def make(browser: Browser, origin: str) -> Page:
        pages.append(Page(browser, origin))
        return pages[-1]

    yield make
    for page in pages:
        check_log(page, may_be_refused=request.node.get_closest_marker("refusals") is not None)
        check_requests(page)
        page.driver.get("about:blank")


def check_log(page: Page, may_be_refused: bool) -> None:
    """No violation of the Content-Security-Policy, no exception, no refused request that the test does not expect."""
    for entry in page.browser.log():
        # Of a header that asks for more separation than a plain-http address of a network can have.
        if "Cross-Origin-Opener-Policy header has been ignored" in entry["message"]:
            continue
        is_refusal = entry["source"] == "network" and "Content Security Policy" not in entry["message"]
        is_bad = entry["level"] == "SEVERE" or entry["source"] in ("security", "violation")
        assert not is_bad or (is_refusal and may_be_refused), f"The browser says: {entry}"


def check_requests(page: Page) -> None:
    """Nothing is fetched from elsewhere."""
    own = (page.origin + "/", f"blob:{page.origin}/")
    for event in page.browser.events("Network.requestWillBeSent"):
        url = event["request"]["url"]
        assert url.startswith(own), f"The page asked {url}, which is not of {page.origin}"


@pytest.fixture
def page(browser_of: Callable[[bool], Browser], server: Server, watched: Callable[[Browser, str], Page]) -> Page:
    """The page of the server, in a browser with a camera."""
    return watched(browser_of(True), server.origin)


@pytest.fixture
def cameraless_page(
    browser_of: Callable[[bool], Browser], server: Server, watched: Callable[[Browser, str], Page]
) -> Page:
    """The page of the server, in a browser without a camera."""
    return watched(browser_of(False), server.origin)


@pytest.fixture
def proxied_page(browser_of: Callable[[bool], Browser], proxy: Proxy, watched: Callable[[Browser, str], Page]) -> Page:
    """The page of the server, as it comes through the proxy."""
    return watched(browser_of(True), proxy.origin)
