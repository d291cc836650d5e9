"""How the page loads: it is small, and nothing jumps."""

import pytest

from support import figures, photos
from support.page import Page
from support.screens import settle
from support.server import Server

#: What a first visit may fetch, in bytes, before there is any animal.
LIMIT = 100_000
#: The cumulative layout shift up to which a page counts as calm; each is a share of the view times a share of its size.
CALM = 0.1


def test_a_first_visit_fetches_little(page: Page) -> None:
    page.open()
    page.on("empty")
    settle(page)
    sizes = page.run(
        "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(({ name, encodedBodySize }) => [name, encodedBodySize])"
    )
    assert all(size > 0 for name, size in sizes if "/page/" in name)
    total = sum(size for _, size in sizes)
    within = "yes" if total < LIMIT else "no"
    figures.report(f"a first visit fetches {total:,} bytes in {len(sizes)} files; within {LIMIT:,}: {within}")
    assert total < LIMIT


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("screen", ["main", "detail"])
def test_nothing_jumps(page: Page, server: Server, screen: str, device: str) -> None:
    raccoon = server.upload(photos.RACCOON)["id"]
    server.upload(photos.CAT)
    server.request("PUT", f"/api/v1/animals/{raccoon}/loved")
    page.browser.imitate(device)
    page.open("/" if screen == "main" else f"/animals/{raccoon}")
    page.on(screen)
    page.has_pictures("main img")
    settle(page)
    shifts = page.driver.execute_async_script(
        """
        const done = arguments[0];
        new PerformanceObserver((list, observer) => { observer.disconnect(); done(list.getEntries().map(
            ({ value, sources }) => [value, sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? "")]));
        }).observe({ type: "layout-shift", buffered: true });
        // Without any shift it says nothing, also not in the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done([]))));
        """
    )
    assert sum(value for value, _ in shifts) < CALM, f"These jumped: {shifts}"
