"""The page without a mouse."""

import io

import pytest
from PIL import Image, ImageChops
from selenium.webdriver.common.keys import Keys

from support import photos
from support.page import Page, card
from support.server import Server
from support.wait import wait


def test_from_the_empty_screen_to_a_loved_animal(page: Page, server: Server) -> None:
    page.open()
    page.on("empty")
    page.tab_to("#empty button.library")
    page.give_file_chooser("#empty button.library", photos.RACCOON, photos.CAT, by_keyboard=True)
    page.on("picker")
    page.has("li.photo", 2)
    page.tab_to("#scan")
    page.press(Keys.ENTER)
    page.on("main")
    page.has("#last-scanned li.card", 2)
    newest = server.animals()[0]["id"]
    # A row is one stop, wherever one was in it.
    page.tab_to("#last-scanned li.card")
    page.press(Keys.HOME)
    page.tab_to(f"{card(newest)} .heart", most=3)
    page.press(Keys.SPACE)
    page.has_cards([newest], "loved")
    page.tab_to(f"{card(newest, 'loved')} a")
    page.press(Keys.ENTER)
    page.on("detail")
    assert page.focused("#detail"), "the focus follows to the new screen"
    assert page.is_loved("#detail .heart")
    page.tab_to("#back")
    page.press(Keys.ENTER)
    page.on("main")
    wait(lambda: page.focused(card(newest, "loved")), "the focus is where it was")


def test_arrows_go_from_card_to_card(page: Page, server: Server) -> None:
    older, newer = server.upload(photos.RACCOON)["id"], server.upload(photos.CAT)["id"]
    page.open()
    page.has_cards([newer, older])
    page.tab_to(card(newer))
    for key, there in ((Keys.RIGHT, older), (Keys.LEFT, newer), (Keys.END, older), (Keys.HOME, newer)):
        page.press(key)
        wait(lambda there=there: page.focused(card(there)), "the focus is on the next card")


def test_a_dialog_takes_the_focus_and_gives_it_back(page: Page) -> None:
    page.open()
    page.choose(photos.RACCOON)
    page.tab_to("li.photo .crop")
    page.press(Keys.ENTER)
    page.has("dialog#crop-dialog")
    assert page.focused("#crop-dialog")
    page.press(*[Keys.TAB] * 12)
    assert page.focused("#crop-dialog, body"), "it does not go behind the dialog"
    page.press(Keys.ESCAPE)
    page.has("dialog#crop-dialog", 0)
    wait(lambda: page.focused("li.photo .crop"), "the focus is where it was")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["empty", "picker", "main", "detail"])
def test_one_sees_where_the_focus_is(page: Page, server: Server, theme: str, screen: str) -> None:
    page.browser.prefer(theme, reduced_motion=True)
    cat = server.upload(photos.CAT)["id"] if screen in ("main", "detail") else None
    page.open(f"/animals/{cat}" if screen == "detail" else "/")
    if screen == "picker":
        page.choose(photos.RACCOON)
    page.on(screen)
    page.has_pictures("main img")
    stops = 0
    for _ in range(40):
        page.press(Keys.TAB)
        if page.run("return document.activeElement === document.body"):
            break
        stops += 1
        assert focus_is_drawn(page), f"Nothing shows that {described_focus(page)} has the focus"
    assert stops >= 3


def focus_is_drawn(page: Page) -> bool:
    """Whether the surroundings of the element that has the focus look otherwise without it."""
    page.run("document.activeElement.scrollIntoView({ block: 'nearest', inline: 'nearest' })")
    page.run("window.focusedElement = document.activeElement")
    focused = surroundings(page)
    page.run("focusedElement.blur()")
    blurred = surroundings(page)
    page.run("focusedElement.focus({ focusVisible: true, preventScroll: true })")
    difference = ImageChops.difference(focused, blurred).convert("L").point(lambda value: 255 if value > 24 else 0)
    return difference.histogram()[255] > 40


def surroundings(page: Page) -> Image.Image:
    left, top, right, bottom = page.run(
        "const { left, top, right, bottom } = focusedElement.getBoundingClientRect();"
        "return [Math.max(left - 8, 0), Math.max(top - 8, 0), right + 8, bottom + 8]"
    )
    whole = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
    return whole.crop((int(left), int(top), min(int(right), whole.width), min(int(bottom), whole.height)))


def described_focus(page: Page) -> str:
    return page.run("return document.activeElement.outerHTML.slice(0, 200)")
