"""The picker: what was chosen, before it is scanned."""

import re
from hashlib import sha256
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from support import photos
from support.page import Page
from support.server import Server
from support.wait import wait


def groups(page: Page) -> list[str | None]:
    """The group whose ring each photo wears."""
    return page.run("return [...document.querySelectorAll('li.photo')].map(photo => photo.dataset.group ?? null)")


def test_identical_photos_wear_one_ring(page: Page, tmp_path: Path) -> None:
    page.open()
    page.choose(photos.RACCOON, photos.CAT, photos.copy(photos.RACCOON, tmp_path / "again.jpg"))
    page.says("#picker-count", "3 photos", "2 distinct")
    first, cat, again = groups(page)
    assert first and first == again and cat is None
    assert page.path == "/picker"


def test_near_identical_photos_wear_one_ring_and_each_group_its_own(page: Page, tmp_path: Path) -> None:
    page.open()
    page.choose(
        photos.RACCOON,
        photos.CAT,
        photos.recompress(photos.RACCOON, tmp_path / "smaller raccoon.jpg"),
        photos.recompress(photos.CAT, tmp_path / "smaller cat.jpg"),
        photos.mirror(photos.CAT, tmp_path / "mirrored cat.jpg"),
    )
    page.says("#picker-count", "5 photos", "3 distinct")
    raccoon, cat, smaller_raccoon, smaller_cat, mirrored = groups(page)
    assert raccoon == smaller_raccoon and cat == smaller_cat and raccoon != cat and mirrored is None
    assert None not in (raccoon, cat)


def test_a_dropped_photo_goes_and_its_twin_loses_the_ring(page: Page, tmp_path: Path) -> None:
    page.open()
    page.choose(photos.RACCOON, photos.copy(photos.RACCOON, tmp_path / "again.jpg"), photos.CAT)
    page.says("#picker-count", "3 photos", "2 distinct")
    page.click("li.photo .drop", place=1)
    page.has("li.photo", 2)
    page.says("#picker-count", "2 photos")
    wait(lambda: groups(page) == [None, None], "no photo wears a ring")


def test_a_replaced_photo_stands_where_the_other_was(page: Page, server: Server, tmp_path: Path) -> None:
    page.open()
    page.choose(photos.RACCOON, photos.copy(photos.RACCOON, tmp_path / "again.jpg"))
    page.says("#picker-count", "2 photos", "1 distinct")
    page.give_file_chooser("li.photo .replace", photos.CAT)
    page.says("#picker-count", "2 photos", "2 distinct")
    page.click("#scan")
    page.on("main")
    assert {animal["width"] for animal in server.animals()} == {1024, 451}


def test_what_is_scanned_is_the_crop(page: Page, server: Server) -> None:
    page.open()
    page.choose(photos.RACCOON)
    page.click("li.photo .crop")
    page.has("dialog#crop-dialog")
    page.tab_to("#crop-area")
    # Shift with the arrows makes the frame smaller, whatever it was at first; then it is moved.
    page.press(*[f"{Keys.SHIFT}+{Keys.LEFT}"] * 5, *[f"{Keys.SHIFT}+{Keys.UP}"] * 3, Keys.RIGHT, Keys.DOWN)
    # It says "922 by 722 pixels, …" to those who do not see it.
    said = page.attribute("#crop-area", "aria-label")
    width, height = map(int, re.findall(r"\d+", said.replace(",", ""))[:2])
    assert 0 < width < 1024 and 0 < height < 768
    page.click("#crop-apply")
    page.has("dialog#crop-dialog", 0)
    page.click("#scan")
    page.on("detail")
    animal = server.animals()[0]
    assert (animal["width"], animal["height"]) == (width, height)


def test_a_crop_that_is_cancelled_changes_nothing(page: Page, server: Server) -> None:
    page.open()
    page.choose(photos.RACCOON)
    page.click("li.photo .crop")
    page.has("dialog#crop-dialog")
    page.click("#crop-cancel")
    page.has("dialog#crop-dialog", 0)
    assert page.focused("li.photo"), "the focus comes back to where it was"
    page.click("#scan")
    page.on("detail")
    assert server.animal(server.animals()[0]["id"])["sha256"] == sha256(photos.RACCOON.read_bytes()).hexdigest()


def test_photos_can_be_dragged_into_the_page(page: Page) -> None:
    page.open()
    page.on("empty")
    page.transfer(["dragenter", "dragover", "drop"], photos.RACCOON, photos.CAT)
    page.on("picker")
    page.says("#picker-count", "2 photos", "2 distinct")


def test_photos_can_be_pasted_and_join_those_chosen(page: Page) -> None:
    page.open()
    page.choose(photos.RACCOON)
    page.has("li.photo", 1)
    page.transfer(["paste"], photos.CAT)
    page.has("li.photo", 2)
    page.says("#picker-count", "2 photos", "2 distinct")


def test_an_empty_file_has_its_message_at_once(page: Page, tmp_path: Path) -> None:
    (tmp_path / "nothing.jpg").write_bytes(b"")
    page.open()
    page.choose(photos.RACCOON, tmp_path / "nothing.jpg")
    page.has_messages(1)


def test_cancelling_leads_back(page: Page) -> None:
    page.open()
    page.choose(photos.RACCOON)
    page.click("#picker-cancel")
    page.on("empty")
    assert page.path == "/"
    page.choose(photos.CAT)
    page.has("li.photo", 1)


def test_after_a_reload_nothing_is_chosen(page: Page) -> None:
    page.open()
    page.choose(photos.RACCOON)
    page.has("li.photo", 1)
    page.reload()
    page.on("empty")
