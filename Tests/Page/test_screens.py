"""How every screen looks, and whether all can use it: phone and desktop, light and dark."""

from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from conftest import SCREENSHOTS
from support import screens
from support.browser import DEVICES, Browser
from support.page import Page

# The pages of several servers are looked at, and some of the screens are there to tell of a refusal.
pytestmark = pytest.mark.refusals


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[screens.World]:
    world = screens.World.make(tmp_path_factory.mktemp("world"))
    yield world
    world.stop()


@pytest.fixture
def shown(
    browser_of: Callable[[bool], Browser],
    world: screens.World,
    watched: Callable[[Browser, str], Page],
    device: str,
    theme: str,
    screen: str,
) -> Iterator[Page]:
    """A page that shows a screen and is at rest."""
    page = watched(browser_of(True), world.full.origin)
    page.browser.imitate(device)
    page.browser.prefer(theme, reduced_motion=True)
    screens.SCREENS[screen](page, world)
    screens.settle(page)
    yield page
    screens.leave(page, world)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("screen", screens.SCREENS)
def test_it_is_accessible(shown: Page, screen: str, device: str, theme: str) -> None:
    # A dialog lies above what can be seen; other screens are kept from top to end.
    is_whole = shown.count("dialog") == 0
    shown.browser.screenshot(SCREENSHOTS / f"{screen}-{device}-{theme}.png", whole=is_whole)
    violations = ask_axe(shown)
    assert not violations, "\n".join(violations)
    check_width(shown, device)


@pytest.mark.parametrize("theme", ["light"])
@pytest.mark.parametrize("device", ["narrow"])
@pytest.mark.parametrize("screen", screens.SCREENS)
def test_it_fits_a_small_phone(shown: Page, screen: str, device: str, theme: str) -> None:
    shown.browser.screenshot(SCREENSHOTS / f"{screen}-{device}-{theme}.png")
    check_width(shown, device)


def check_width(page: Page, device: str) -> None:
    """Whether the page fits the device: nothing scrolls sideways, and a phone need not zoom out to show it all."""
    width = DEVICES[device][0]
    assert page.run("return document.documentElement.scrollWidth") <= width
    assert page.run("return innerWidth") == width


def ask_axe(page: Page) -> list[str]:
    """What axe-core finds fault with, and where."""
    package = distribution("axe-playwright-python")
    source = Path(package.locate_file("axe_playwright_python/axe.min.js")).read_text()
    page.run(source)
    results = page.driver.execute_async_script(
        # The style sheets are of this origin, so they need not be asked for again.
        "const [options, done] = arguments;"
        "axe.run(document, options).then(done, error => done({ violations: [{ id: String(error), nodes: [] }] }))",
        {"preload": False, "resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}},
    )
    return [
        f"{violation['id']}: {node['html'][:200]}: {node.get('failureSummary')}"
        for violation in results["violations"]
        for node in violation["nodes"] or [{"html": violation["id"]}]
    ]
