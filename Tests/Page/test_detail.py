"""The detail screen of one animal."""

import pytest
from selenium.webdriver.common.keys import Keys

from support import photos
from support.page import Page, card
from support.server import Server, run_zooscan
from support.wait import wait


@pytest.fixture
def cat(server: Server) -> dict:
    return server.upload(photos.CAT)


def test_it_shows_all_that_is_known(page: Page, server: Server, cat: dict) -> None:
    page.open(f"/animals/{cat['id']}")
    page.on("detail")
    assert page.text("#detail-label") == "domestic cat"
    assert page.text("#detail-description") == cat["description"]
    assert "domestic cat" in page.driver.title
    page.has_pictures("#detail-picture")
    wait(lambda: page.run("return document.getElementById('detail-picture').naturalWidth") == 451, "the photo is shown")
    # Which rule decided, and how sure it was.
    page.says("#detail", "92")
    page.says("#facts", photos.CAT.name, "451", "300", "efficientnet-lite0")
    bars = page.texts("#predictions > li")
    assert len(bars) == 5
    for bar, prediction in zip(bars, cat["predictions"], strict=True):
        assert prediction["label"] in bar and "%" in bar
    widths = page.run("return [...document.querySelectorAll('#predictions .fill')].map(bar => bar.offsetWidth)")
    assert widths == sorted(widths, reverse=True) and widths[0] > 2 * widths[2]


def test_it_is_the_same_after_a_reload(page: Page, cat: dict) -> None:
    page.open()
    page.click(f"{card(cat['id'])} a")
    page.on("detail")
    page.reload()
    page.on("detail")
    page.says("#detail-label", "domestic cat")
    assert page.path == f"/animals/{cat['id']}"
    # Opened directly, it leads home.
    page.open(f"/animals/{cat['id']}")
    page.click("#back")
    page.on("main")


def test_a_heart_is_in_the_rows_as_well(page: Page, server: Server, cat: dict) -> None:
    page.open()
    page.click(f"{card(cat['id'])} a")
    page.click("#detail .heart")
    wait(lambda: server.animal(cat["id"])["isLoved"], "the store knows of it")
    assert page.is_loved("#detail .heart")
    page.click("#back")
    page.has_cards([cat["id"]], "loved")


def test_a_correction_is_suggested_and_lasts(page: Page, server: Server, cat: dict) -> None:
    page.open(f"/animals/{cat['id']}")
    page.type("#correct-label", "red f")
    values = "return [...document.getElementById('correct-label').list.options].map(option => option.value)"
    wait(lambda: "red fox" in page.run(values), "red fox is suggested")
    page.type("#correct-label", "red fox")
    page.click("#correct button")
    page.says("#detail-label", "red fox")
    animal = server.animal(cat["id"])
    assert (animal["label"], animal["source"]) == ("red fox", "person")
    page.reload()
    page.says("#detail-label", "red fox")
    page.open()
    page.says(card(cat["id"]), "red fox")


def test_a_blank_correction_is_not_made(page: Page, server: Server, cat: dict) -> None:
    page.open(f"/animals/{cat['id']}")
    page.type("#correct-label", "   ")
    page.click("#correct button")
    page.says("#detail-label", "domestic cat")
    assert server.animal(cat["id"])["label"] == "domestic cat"


def test_a_removal_can_be_undone(page: Page, server: Server, cat: dict) -> None:
    raccoon = server.upload(photos.RACCOON)
    server.request("PUT", f"/api/v1/animals/{cat['id']}/loved")
    page.open()
    page.has_cards([raccoon["id"], cat["id"]])
    page.click(f"{card(cat['id'])} a")
    page.click("#remove")
    page.on("main")
    page.has_cards([raccoon["id"]])
    page.has_cards([], "loved")
    page.says("#toast", "removed")
    assert [animal["id"] for animal in server.animals()] == [raccoon["id"]]
    page.click("#undo")
    page.has_cards([raccoon["id"], cat["id"]])
    page.has_cards([cat["id"]], "loved")
    assert {**server.animal(cat["id"]), "isLoved": False} == cat


def test_the_last_animal_removed_leaves_the_empty_screen_and_can_be_restored(page: Page, cat: dict) -> None:
    page.open(f"/animals/{cat['id']}")
    page.click("#remove")
    page.on("empty")
    page.click("#undo")
    page.on("main")
    page.has_cards([cat["id"]])


@pytest.mark.refusals
@pytest.mark.parametrize("id", ["00000000-0000-8000-8000-000000000000", "not-an-id", "..%2F..%2Fetc%2Fpasswd"])
def test_an_unknown_address_says_so_and_leads_home(page: Page, cat: dict, id: str) -> None:
    page.open(f"/animals/{id}")
    page.on("detail")
    page.says("#detail", "no such animal")
    page.has("#predictions > li", 0)
    page.click("header h1 a")
    page.on("main")
    page.has_cards([cat["id"]])


@pytest.mark.refusals
def test_without_the_photo_the_small_picture_is_shown(page: Page, server: Server) -> None:
    photo = photos.copy(photos.CAT, server.store.parent / "cat.png")
    run_zooscan("scan", "--store", server.store, photo)
    photo.unlink()
    page.open(f"/animals/{server.animals()[0]['id']}")
    page.says("#detail-label", "domestic cat")
    wait(lambda: page.run("return document.getElementById('detail-picture').naturalWidth") == 160, "it is shown")


@pytest.mark.records(300)
# The photos of these records are not there.
@pytest.mark.refusals
@pytest.mark.parametrize("way", ["button", "browser"])
def test_back_returns_to_where_one_was(page: Page, way: str) -> None:
    page.open()
    page.has("#last-scanned li.card")
    page.run("document.querySelector('#last-scanned .row').scrollLeft = 4000")
    opened = wait(lambda: centre_card(page), "a card is in the middle")
    was = page.run("return document.querySelector('#last-scanned .row').scrollLeft")
    assert was > 3000
    page.run("arguments[0].focus()", page.shown(f"{card(opened)} a")[0])
    page.press(Keys.ENTER)
    page.on("detail")
    page.text("#detail-label")
    page.click("#back") if way == "button" else page.back()
    page.on("main")
    wait(
        lambda: abs(page.run("return document.querySelector('#last-scanned .row').scrollLeft") - was) < 5,
        "the row is where it was",
    )
    wait(lambda: page.focused(card(opened)), "the focus is on the card that was opened")


def centre_card(page: Page) -> str | None:
    """The card in the middle of the row, once its picture is there."""
    return page.run(
        "const { left, top, width, height } = document.querySelector('#last-scanned .row').getBoundingClientRect();"
        "const card = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('li.card');"
        "return card?.querySelector('img').naturalWidth > 0 ? card.dataset.id : null"
    )
