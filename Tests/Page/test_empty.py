"""The empty screen."""

import pytest

from support.page import Page


def test_it_says_that_nothing_was_scanned_and_offers_both_ways_in(page: Page) -> None:
    page.open()
    page.on("empty")
    assert "No animals have been scanned yet" in page.text("#empty")
    assert page.text("header h1 a") == "ZooScan"
    assert "ZooScan" in page.driver.title
    assert page.count("#empty button.library") == page.count("#empty button.camera") == 1
    buttons = {element.accessible_name for element in page.shown("#empty button")}
    assert {"Photo library", "Camera"} <= buttons


@pytest.mark.parametrize("path", ["/", "/picker"])
def test_it_comes_again_after_a_reload(page: Page, path: str) -> None:
    page.open(path)
    page.on("empty")
    page.reload()
    page.on("empty")
    assert page.path == "/"
