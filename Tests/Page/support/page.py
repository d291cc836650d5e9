"""The page in a browser, as its users see and operate it."""

import base64
from collections.abc import Sequence
from pathlib import Path

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from support.browser import Browser
from support.wait import wait

SCREENS = ("empty", "picker", "main", "detail")

#: A function of the page that tells whether an element is to be seen.
IS_SHOWN = "const isShown = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });"


class Page:
    """The page of one origin in one browser."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser = browser
        self.driver = browser.driver
        self.origin = origin
        browser.reset()

    # --- Where it is ---

    def open(self, path: str = "/") -> None:
        self.driver.get(self.origin + path)

    def reload(self) -> None:
        self.driver.refresh()

    def back(self) -> None:
        self.driver.back()

    @property
    def path(self) -> str:
        return self.run("return location.pathname + location.search")

    def shown_screens(self) -> list[str]:
        return self.run(
            IS_SHOWN + "return arguments[0].filter(id => isShown(document.getElementById(id)))", list(SCREENS)
        )

    def on(self, screen: str) -> None:
        """Waits until a screen is shown, and no other."""
        wait(lambda: self.shown_screens() == [screen] or None, f"the screen {screen} alone is shown")

    # --- What it shows ---

    def run(self, script: str, *arguments: object) -> object:
        """Runs a function body in the page."""
        return self.driver.execute_script(script, *arguments)

    def shown(self, selector: str) -> list[WebElement]:
        """The elements that are to be seen, in their order."""
        return self.run(IS_SHOWN + "return [...document.querySelectorAll(arguments[0])].filter(isShown)", selector)

    def count(self, selector: str) -> int:
        """How many elements are to be seen."""
        return len(self.shown(selector))

    def texts(self, selector: str) -> list[str]:
        """The texts of the elements that are to be seen."""
        return self.run(
            IS_SHOWN + "return [...document.querySelectorAll(arguments[0])].filter(isShown)"
            ".map(element => element.innerText.trim())",
            selector,
        )

    def text(self, selector: str) -> str:
        """The text of the one element, waiting until it is to be seen."""
        return wait(lambda: self.texts(selector), f"{selector} is shown")[0]

    def attribute(self, selector: str, name: str) -> str | None:
        return self.run("return document.querySelector(arguments[0])?.getAttribute(arguments[1])", selector, name)

    def says(self, selector: str, *parts: str) -> None:
        """Waits until an element's text has some parts, in upper or lower case."""
        wait(
            lambda: any(all(part.lower() in text.lower() for part in parts) for text in self.texts(selector)),
            f"{selector} says {' and '.join(map(repr, parts))}; it says {self.texts(selector)}",
        )

    def has(self, selector: str, count: int | None = None) -> None:
        """Waits until some elements are to be seen: any, or as many as given."""
        if count is None:
            wait(lambda: self.count(selector), f"{selector} is shown")
        else:
            wait(lambda: self.count(selector) == count or None, f"{selector} is shown {count} times")

    def has_messages(self, count: int) -> None:
        """Waits until as many photos of the picker have a message."""
        wait(
            lambda: sum(text != "" for text in self.texts("li.photo .message")) == count or None,
            f"{count} photos have a message",
        )

    def has_pictures(self, selector: str) -> None:
        """Waits until pictures are to be seen and each is drawn."""
        wait(
            lambda: self.run(
                IS_SHOWN + "const all = [...document.querySelectorAll(arguments[0])].filter(isShown);"
                "return all.length > 0 && all.every(image => image.complete && image.naturalWidth > 0)",
                selector,
            ),
            f"the pictures {selector} are drawn",
        )

    # --- What one does with it ---

    def click(self, selector: str, place: int = 0) -> None:
        """Clicks with the mouse on one of the elements that are to be seen."""

        def is_clicked() -> bool:
            elements = self.shown(selector)
            try:
                if len(elements) > place:
                    elements[place].click()
                    return True
            except (
                StaleElementReferenceException,
                ElementClickInterceptedException,
                ElementNotInteractableException,
            ):
                # The page was at work: something else is there now, or soon will be.
                pass
            return False

        wait(is_clicked, f"{selector} can be clicked")

    def type(self, selector: str, text: str) -> None:
        """Puts a text in the place of what a field holds."""
        self.has(selector)
        field = self.driver.find_element(By.CSS_SELECTOR, selector)
        field.clear()
        field.send_keys(text)

    def press(self, *keys: str) -> None:
        """Presses keys one after another, wherever the focus is; with Keys.SHIFT + "+" before one, Shift is held."""
        for key in keys:
            chain = ActionChains(self.driver)
            *held, last = key.split("+") if len(key) > 1 else [key]
            for modifier in held:
                chain = chain.key_down(modifier)
            chain = chain.send_keys(last)
            for modifier in held:
                chain = chain.key_up(modifier)
            chain.perform()

    def focused(self, selector: str) -> bool:
        """Whether the focus is on or in one of some elements."""
        return self.run("return document.activeElement?.closest(arguments[0]) != null", selector)

    def tab_to(self, selector: str, most: int = 40) -> None:
        """Presses Tab until the focus is where it should be."""
        passed = []
        for _ in range(most):
            if self.focused(selector):
                return
            self.press(Keys.TAB)
            passed.append(self.run("return document.activeElement.cloneNode().outerHTML"))
        raise AssertionError(f"Tab does not reach {selector}, only {passed}")

    def choose(self, *photos: Path) -> None:
        """Chooses photos in the library, and waits until they stand in the picker."""
        self.driver.find_element(By.ID, "library-input").send_keys("\n".join(map(str, photos)))
        self.on("picker")

    def scan(self, *photos: Path) -> None:
        """Chooses photos and scans them."""
        self.choose(*photos)
        self.has("li.photo", len(photos))
        self.click("#scan")

    def give_file_chooser(self, selector: str, *photos: Path, by_keyboard: bool = False) -> None:
        """Presses a button that opens the browser's file chooser, and chooses in it."""
        self.browser.command("Page.setInterceptFileChooserDialog", enabled=True)
        before = len(self.browser.events("Page.fileChooserOpened"))
        if by_keyboard:
            self.press(Keys.ENTER)
        else:
            self.click(selector)
        opened = wait(lambda: self.browser.events("Page.fileChooserOpened")[before:], "a file chooser opens")
        assert len(photos) == 1 or opened[0]["mode"] == "selectMultiple"
        self.browser.command(
            "DOM.setFileInputFiles", files=[str(photo) for photo in photos], backendNodeId=opened[0]["backendNodeId"]
        )

    def transfer(self, events: Sequence[str], *photos: Path) -> None:
        """Drops or pastes photos, by events as a browser sends them."""
        files = [(photo.name, base64.b64encode(photo.read_bytes()).decode()) for photo in photos]
        self.run(
            """
            const [names, files] = arguments;
            const transfer = new DataTransfer();
            for (const [name, base64] of files) {
                const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
                const type = name.endsWith(".png") ? "image/png" : "image/jpeg";
                transfer.items.add(new File([bytes], name, { type }));
            }
            const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
            for (const name of names) {
                const options = { bubbles: true, cancelable: true };
                const event = name === "paste"
                    ? new ClipboardEvent(name, { ...options, clipboardData: transfer })
                    : new DragEvent(name, { ...options, dataTransfer: transfer });
                target.dispatchEvent(event);
            }
            """,
            list(events),
            files,
        )

    # --- Cards ---

    def cards(self, row: str = "last-scanned") -> list[str]:
        """The ids of the cards in a row, from left to right."""
        return self.run(
            IS_SHOWN + "return [...document.querySelectorAll(`#${arguments[0]} li.card`)].filter(isShown)"
            ".sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)"
            ".map(card => card.dataset.id)",
            row,
        )

    def has_cards(self, ids: Sequence[str], row: str = "last-scanned") -> None:
        wait(lambda: self.cards(row) == list(ids) or None, f"the row {row} has the cards {list(ids)}")

    def is_loved(self, selector: str) -> bool:
        return self.attribute(selector, "aria-pressed") == "true"


def card(id: str, row: str = "last-scanned") -> str:
    """The selector of an animal's card."""
    return f'#{row} li.card[data-id="{id}"]'
