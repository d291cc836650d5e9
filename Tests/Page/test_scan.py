"""Scanning what was chosen."""

from pathlib import Path

import pytest

from support import photos
from support.page import Page, card
from support.server import Server
from support.wait import wait


def test_three_photos_with_one_duplicate_make_two_animals(page: Page, server: Server, tmp_path: Path) -> None:
    page.open()
    page.scan(photos.RACCOON, photos.CAT, photos.copy(photos.CAT, tmp_path / "again.png"))
    page.on("main")
    page.says("#toast", "2 animals")
    animals = server.animals()
    assert len(animals) == 2
    page.has_cards([animal["id"] for animal in animals])
    for animal in animals:
        page.says(card(animal["id"]), animal["label"])
    page.has_pictures("li.card img")
    page.text("#no-loved")


def test_one_photo_leads_to_its_animal(page: Page, server: Server) -> None:
    page.open()
    page.scan(photos.CAT)
    page.on("detail")
    assert page.path == f"/animals/{server.animals()[0]['id']}"
    page.says("#detail-label", "domestic cat")


def test_a_photo_that_is_known_leads_to_the_animal_it_was(page: Page, server: Server, tmp_path: Path) -> None:
    cat = server.upload(photos.CAT)
    page.open()
    page.on("main")
    page.scan(photos.copy(photos.CAT, tmp_path / "another name.png"))
    page.on("detail")
    assert page.path == f"/animals/{cat['id']}"
    assert len(server.animals()) == 1


@pytest.mark.refusals
def test_a_corrupt_photo_has_its_message_while_others_go_on(page: Page, server: Server, tmp_path: Path) -> None:
    page.open()
    page.scan(photos.RACCOON, photos.spoil(tmp_path / "spoilt.jpg"), photos.CAT)
    page.has_messages(1)
    wait(lambda: len(server.animals()) == 2, "the other two are stored")
    page.on("picker")
    page.has("li.photo", 1)
    # It says what is wrong with this photo, not only that something is.
    assert len(page.text("li.photo .message")) > 20
    page.click("li.photo .drop")
    page.click("header h1 a")
    page.on("main")
    page.has("#last-scanned li.card", 2)


@pytest.mark.refusals
def test_a_corrupt_photo_can_be_replaced_and_scanned(page: Page, server: Server, tmp_path: Path) -> None:
    page.open()
    page.scan(photos.spoil(tmp_path / "spoilt.jpg"))
    page.has_messages(1)
    page.says("#picker-summary", "1 photo could not be scanned")
    page.give_file_chooser("li.photo .replace", photos.CAT)
    page.has_messages(0)
    wait(lambda: page.run("return document.querySelector('#picker-summary').textContent") == "", "nothing is left of it")
    page.click("#scan")
    page.on("detail")
    page.says("#detail-label", "domestic cat")


def test_markup_in_a_file_name_is_text(page: Page, server: Server, tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>.jpg"
    page.open()
    page.scan(photos.copy(photos.RACCOON, tmp_path / name))
    page.on("detail")
    page.says("#facts", name)
    assert server.animal(server.animals()[0]["id"])["name"] == name
    assert page.run("return document.querySelector('img[src=x]') === null")
