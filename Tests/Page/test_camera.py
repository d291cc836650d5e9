"""The camera: the browser's own fake one, and none."""

from selenium.webdriver.common.keys import Keys

from support.page import Page
from support.server import Server
from support.wait import wait


def has_live_picture(page: Page) -> bool:
    return page.run("const video = document.querySelector('#camera-dialog video'); return video.videoWidth > 0")


def is_watching(page: Page) -> bool:
    return page.run(
        "const stream = document.querySelector('#camera-dialog video').srcObject;"
        "return stream != null && stream.getTracks().some(track => track.readyState === 'live')"
    )


def test_what_the_shutter_takes_can_be_scanned(page: Page, server: Server) -> None:
    page.open()
    page.click("#empty button.camera")
    page.has("dialog#camera-dialog")
    wait(lambda: has_live_picture(page), "the camera's picture is there")
    size = page.run("const video = document.querySelector('video'); return [video.videoWidth, video.videoHeight]")
    page.click("#shutter")
    wait(lambda: page.run("return document.querySelectorAll('li.photo').length") == 1, "a photo was taken")
    page.click("#shutter")
    wait(lambda: page.run("return document.querySelectorAll('li.photo').length") == 2, "another was taken")
    page.run("window.stream = document.querySelector('video').srcObject")
    page.click("#camera-close")
    page.on("picker")
    assert page.run("return stream.getTracks().every(track => track.readyState === 'ended')"), "it is switched off"
    page.has("li.photo", 2)
    page.click("li.photo .drop")
    page.has("li.photo", 1)
    page.click("#scan")
    page.on("detail")
    animal = server.animals()[0]
    assert [animal["width"], animal["height"]] == size
    assert server.animal(animal["id"])["name"].endswith(".jpg")


def test_escape_closes_it_and_switches_it_off(page: Page) -> None:
    page.open()
    page.click("#empty button.camera")
    wait(lambda: has_live_picture(page), "the camera's picture is there")
    page.press(Keys.ESCAPE)
    page.has("dialog#camera-dialog", 0)
    wait(lambda: not is_watching(page), "the camera is off")
    page.on("empty")
    assert page.focused("#empty button.camera")


def test_without_a_camera_the_button_says_why(cameraless_page: Page) -> None:
    page = cameraless_page
    page.open()
    page.on("empty")
    wait(lambda: page.attribute("#empty button.camera", "aria-disabled") == "true", "the button is disabled")
    reason = page.run(
        "const ids = document.querySelector('#empty button.camera').getAttribute('aria-describedby').split(' ');"
        "return ids.map(id => document.getElementById(id).innerText).join(' ')"
    )
    assert "camera" in reason.lower() and page.texts("#empty .reason") == [reason]
    page.click("#empty button.camera")
    page.has("dialog#camera-dialog", 0)
    page.on("empty")
