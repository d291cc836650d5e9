"""How to get to each screen and dialog, for the tests that look at all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from support import photos
from support.page import Page, card
from support.server import Server
from support.wait import wait


@dataclass
class World:
    """Stores to look at: an empty one, one with loved animals, and one with animals of which none is loved."""

    empty: Server
    full: Server
    unloved: Server
    #: Where photos can be made.
    folder: Path

    @staticmethod
    def make(folder: Path) -> "World":
        made = [
            photos.mirror(photos.RACCOON, folder / "mirrored raccoon.jpg"),
            photos.cut(photos.RACCOON, folder / "raccoon's face.jpg", (200, 60, 800, 660)),
            photos.mirror(photos.CAT, folder / "mirrored cat.jpg"),
            photos.cut(photos.CAT, folder / "cat's face.jpg", (60, 0, 360, 300)),
            photos.RACCOON,
            photos.CAT,
        ]
        world = World(Server(folder / "empty"), Server(folder / "full"), Server(folder / "unloved"), folder)
        animals = [world.full.upload(photo) for photo in made]
        for animal in animals[2:5]:
            world.full.request("PUT", f"/api/v1/animals/{animal['id']}/loved").raise_for_status()
        world.unloved.upload(photos.CAT)
        return world

    def stop(self) -> None:
        for server in (self.empty, self.full, self.unloved):
            server.stop()

    @property
    def newest(self) -> str:
        return self.full.animals()[0]["id"]


def go(page: Page, server: Server, path: str, screen: str) -> None:
    page.origin = server.origin
    page.open(path)
    page.on(screen)


def show_empty(page: Page, world: World) -> None:
    go(page, world.empty, "/", "empty")


def show_picker(page: Page, world: World) -> None:
    go(page, world.full, "/", "main")
    page.choose(
        photos.RACCOON,
        photos.CAT,
        photos.recompress(photos.RACCOON, world.folder / "smaller.jpg"),
        photos.copy(photos.CAT, world.folder / "again.png"),
        photos.mirror(photos.CAT, world.folder / "a photo with quite a long name, as cameras never give them.jpg"),
    )
    page.says("#picker-count", "5 photos", "3 distinct")
    page.has_pictures("li.photo img")


def show_picker_with_message(page: Page, world: World) -> None:
    go(page, world.empty, "/", "empty")
    page.scan(photos.spoil(world.folder / "spoilt.jpg"))
    page.has_messages(1)


def show_crop(page: Page, world: World) -> None:
    go(page, world.full, "/", "main")
    page.choose(photos.RACCOON)
    page.click("li.photo .crop")
    page.has("dialog#crop-dialog")


def show_camera(page: Page, world: World) -> None:
    go(page, world.full, "/", "main")
    page.click("#main button.camera")
    wait(lambda: page.run("return document.querySelector('video').videoWidth > 0"), "the camera's picture is there")


def show_main(page: Page, world: World) -> None:
    go(page, world.full, "/", "main")
    page.has("#loved li.card")
    page.has_pictures("li.card img")


def show_main_unloved(page: Page, world: World) -> None:
    go(page, world.unloved, "/", "main")
    page.text("#no-loved")
    page.has_pictures("li.card img")


def show_nothing_found(page: Page, world: World) -> None:
    go(page, world.full, "/", "main")
    page.type("#search", "unicorn")
    page.has("li.card", 0)
    page.says("#main", "nothing found")


def show_detail(page: Page, world: World) -> None:
    go(page, world.full, f"/animals/{world.newest}", "detail")
    page.text("#detail-label")
    page.has_pictures("#detail-picture")


def show_detail_unknown(page: Page, world: World) -> None:
    go(page, world.full, "/animals/00000000-0000-8000-8000-000000000000", "detail")
    page.says("#detail", "no such animal")


def show_toast(page: Page, world: World) -> None:
    newest = world.newest
    go(page, world.full, "/", "main")
    page.click(f"{card(newest)} a")
    page.click("#remove")
    page.on("main")
    page.text("#undo")
    page.has(card(newest), 0)


#: Each by its name, which its pictures have as well.
SCREENS: dict[str, Callable[[Page, World], None]] = {
    "empty": show_empty,
    "picker": show_picker,
    "picker-message": show_picker_with_message,
    "crop": show_crop,
    "camera": show_camera,
    "main": show_main,
    "main-unloved": show_main_unloved,
    "main-nothing-found": show_nothing_found,
    "detail": show_detail,
    "detail-unknown": show_detail_unknown,
    "toast": show_toast,
}


def leave(page: Page, world: World) -> None:
    """Undoes what looking has changed: a removal is restored."""
    if page.count("#undo"):
        page.click("#undo")
        wait(lambda: len(world.full.animals()) == 6, "the animal is restored")
    page.driver.get("about:blank")


def settle(page: Page) -> None:
    """Waits until all that is to be seen is drawn and nothing moves, but for what moves for ever."""
    wait(
        lambda: page.run(
            "return [...document.images].every(image => image.complete || !image.checkVisibility())"
            " && document.getAnimations().every(({ playState, effect }) =>"
            " playState !== 'running' || effect.getComputedTiming().endTime === Infinity)"
        ),
        "the page is at rest",
    )
    # What was decided until now is drawn in the frame after the next.
    page.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
