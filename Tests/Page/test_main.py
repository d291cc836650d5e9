"""The main screen: two rows of cards, a search box and a label filter."""

import pytest

from support import photos
from support.page import Page, card
from support.proxy import Proxy
from support.server import Server, run_zooscan
from support.wait import wait


@pytest.fixture
def animals(server: Server) -> tuple[dict, dict]:
    """A raccoon, and a cat that was scanned after it."""
    return server.upload(photos.RACCOON), server.upload(photos.CAT)


def test_the_newest_is_first_and_it_is_so_after_a_reload(page: Page, animals: tuple[dict, dict]) -> None:
    raccoon, cat = animals
    page.open()
    page.on("main")
    page.has_cards([cat["id"], raccoon["id"]])
    assert page.text("#last-scanned h2, #last-scanned h3") == "Last Scanned"
    assert page.text("#loved h2, #loved h3") == "Loved Animals"
    assert page.text("#no-loved") == "No loved animals yet"
    assert page.attribute(f"{card(cat['id'])} a", "href") == f"/animals/{cat['id']}"
    page.reload()
    page.on("main")
    page.has_cards([cat["id"], raccoon["id"]])


def test_a_heart_in_one_row_shows_in_the_other_and_lasts(
    page: Page, server: Server, animals: tuple[dict, dict]
) -> None:
    raccoon, cat = (animal["id"] for animal in animals)
    page.open()
    page.has_cards([cat, raccoon])
    page.click(f"{card(cat)} .heart")
    page.has_cards([cat], "loved")
    page.has("#no-loved", 0)
    assert page.is_loved(f"{card(cat)} .heart") and page.is_loved(f"{card(cat, 'loved')} .heart")
    assert not page.is_loved(f"{card(raccoon)} .heart")
    wait(lambda: server.animal(cat)["isLoved"], "the store knows of it")
    page.reload()
    page.has_cards([cat], "loved")
    assert page.is_loved(f"{card(cat)} .heart")
    page.click(f"{card(cat, 'loved')} .heart")
    wait(lambda: not page.is_loved(f"{card(cat)} .heart"), "the heart in the other row is empty too")
    wait(lambda: not server.animal(cat)["isLoved"], "the store knows of it")


@pytest.mark.refusals
def test_a_heart_that_cannot_be_stored_is_taken_back_with_a_message(
    proxied_page: Page, proxy: Proxy, animals: tuple[dict, dict]
) -> None:
    page, cat = proxied_page, animals[1]["id"]
    page.open()
    page.on("main")
    hold = proxy.hold(lambda method, path, body: method == "PUT", status=500)
    page.click(f"{card(cat)} .heart")
    assert hold.caught.wait(10)
    assert page.is_loved(f"{card(cat)} .heart"), "it is filled at once, before the server has answered"
    hold.let_go()
    wait(lambda: not page.is_loved(f"{card(cat)} .heart"), "the heart is empty again")
    page.text("#toast")


def test_search_and_filter_narrow_both_rows(page: Page, server: Server, animals: tuple[dict, dict]) -> None:
    raccoon, cat = (animal["id"] for animal in animals)
    for id in (raccoon, cat):
        server.request("PUT", f"/api/v1/animals/{id}/loved")
    page.open()
    page.has_cards([cat, raccoon])
    page.type("#search", "DOMESTIC")
    page.has_cards([cat])
    page.has_cards([cat], "loved")
    page.type("#search", "no animal is called so")
    page.has_cards([])
    page.says("#main", "nothing found")
    page.on("main")
    page.type("#search", "raccoon.jpg")
    page.has_cards([raccoon])
    page.type("#search", " ")
    page.has_cards([cat, raccoon])
    options = page.run("return [...document.getElementById('label-filter').options].map(option => option.text)")
    assert options[0] == "All labels" and len(options) == 3
    page.run(
        "const filter = document.getElementById('label-filter');"
        "filter.selectedIndex = [...filter.options].findIndex(option => option.text.includes('domestic cat'));"
        "filter.dispatchEvent(new Event('input', { bubbles: true }));"
        "filter.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    page.has_cards([cat])
    page.has_cards([cat], "loved")


def test_what_another_program_scans_appears_by_itself(page: Page, server: Server, animals: tuple[dict, dict]) -> None:
    raccoon, cat = (animal["id"] for animal in animals)
    page.open()
    page.has_cards([cat, raccoon])
    page.run("window.isTheSamePage = true")
    mirrored = photos.mirror(photos.CAT, server.store.parent / "mirrored.jpg")
    run_zooscan("scan", "--store", server.store, mirrored)
    added = server.animals()[0]["id"]
    page.has_cards([added, cat, raccoon])
    run_zooscan("love", "--store", server.store, raccoon)
    page.has_cards([raccoon], "loved")
    assert page.run("return window.isTheSamePage")


def test_the_first_animal_of_another_program_ends_the_emptiness(page: Page, server: Server) -> None:
    page.open()
    page.on("empty")
    run_zooscan("scan", "--store", server.store, photos.CAT)
    page.on("main")
    page.has("#last-scanned li.card", 1)


def test_markup_in_a_label_is_text(page: Page, server: Server, animals: tuple[dict, dict]) -> None:
    cat, label = animals[1]["id"], "<b>cat</b><img src=x onerror=alert(1)>"
    server.request("PUT", f"/api/v1/animals/{cat}/label", json={"label": label}).raise_for_status()
    page.open()
    page.says(card(cat), label)
    assert label in page.run("return document.getElementById('label-filter').textContent")
    page.open(f"/animals/{cat}")
    page.says("#detail-label", label)
    assert page.run("return document.querySelector('img[src=x], b') === null")


@pytest.mark.records(300)
def test_rows_load_as_they_scroll(page: Page) -> None:
    page.open()
    page.has("#last-scanned li.card")
    seen: set[str] = set()

    def has_reached_the_end() -> bool:
        seen.update(page.cards())
        page.run("const row = document.querySelector('#last-scanned .row'); row.scrollLeft += row.clientWidth")
        return len(seen) == 301

    wait(has_reached_the_end, "all 301 animals were in the row", seconds=30)
