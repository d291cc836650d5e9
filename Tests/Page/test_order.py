"""Answers that arrive late or in another order than they were asked for."""

from collections.abc import Callable
from pathlib import Path

from support import photos
from support.page import Page
from support.proxy import Proxy
from support.server import Server
from support.wait import wait


def test_of_two_photos_scanned_in_quick_succession_the_second_is_shown(
    page: Page, server: Server, tmp_path: Path
) -> None:
    first = photos.copy(photos.RACCOON, tmp_path / "first.jpg")
    page.open()
    page.scan(first)
    page.click("header h1 a")
    page.scan(photos.CAT)
    page.on("detail")
    page.says("#detail-label", "domestic cat")
    wait(lambda: len(server.animals()) == 2, "both are stored")
    cat = next(animal for animal in server.animals() if animal["label"] == "domestic cat")
    assert page.path == f"/animals/{cat['id']}"


def test_an_answer_to_the_first_photo_that_comes_last_changes_nothing(
    proxied_page: Page, proxy: Proxy, server: Server
) -> None:
    page = proxied_page
    hold = proxy.hold(lambda method, path, body: method == "POST" and b"raccoon.jpg" in body[:1000])
    page.open()
    page.scan(photos.RACCOON)
    assert hold.caught.wait(10)
    page.click("header h1 a")
    wait(lambda: page.shown_screens() in (["empty"], ["main"]), "the page has gone home")
    page.scan(photos.CAT)
    page.on("detail")
    page.says("#detail-label", "domestic cat")
    here = page.path
    hold.let_go()
    wait(lambda: len(server.animals()) == 2, "both are stored")
    stays_with(page, "domestic cat", here)


def test_a_page_that_was_opened_first_and_comes_last_is_not_shown(
    proxied_page: Page, proxy: Proxy, server: Server
) -> None:
    raccoon, cat = server.upload(photos.RACCOON), server.upload(photos.CAT)
    page = proxied_page
    page.open()
    page.on("main")
    page.has_cards([cat["id"], raccoon["id"]])
    hold = proxy.hold(lambda method, path, body: path == f"/api/v1/animals/{raccoon['id']}")
    page.click(f'#last-scanned li.card[data-id="{raccoon["id"]}"] a')
    assert hold.caught.wait(10)
    page.back()
    page.click(f'#last-scanned li.card[data-id="{cat["id"]}"] a')
    page.says("#detail-label", "domestic cat")
    hold.let_go()
    stays_with(page, "domestic cat", f"/animals/{cat['id']}")


def test_a_search_that_was_typed_first_and_comes_last_is_not_shown(
    proxied_page: Page, proxy: Proxy, server: Server
) -> None:
    raccoon, cat = server.upload(photos.RACCOON), server.upload(photos.CAT)
    page = proxied_page
    page.open()
    page.has_cards([cat["id"], raccoon["id"]])
    hold = proxy.hold(lambda method, path, body: "text=unknown" in path)
    page.type("#search", "unknown")
    assert hold.caught.wait(10)
    page.type("#search", "domestic")
    page.has_cards([cat["id"]])
    hold.let_go()
    stays(page, lambda: page.cards() == [cat["id"]])


def stays_with(page: Page, label: str, path: str) -> None:
    stays(page, lambda: page.text("#detail-label") == label and page.path == path)


def stays(page: Page, condition: Callable[[], bool]) -> None:
    """Looks whether something holds until the page has had every chance to break it: 30 frames."""
    page.run("window.drawn = 0; const count = () => { drawn += 1; requestAnimationFrame(count) }; count()")

    def has_passed() -> bool:
        assert condition()
        return page.run("return drawn >= 30")

    wait(has_passed, "30 frames have passed")
