"""A Chromium without a window, and what it tells of itself."""

import base64
import json
import os
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

#: Width, height, pixels a CSS pixel, and whether it is a phone.
DEVICES = {"desktop": (1280, 800, 1, False), "phone": (390, 844, 2, True), "narrow": (320, 640, 2, True)}


class Browser:
    """One browser with a profile of its own, with a fake camera or with none."""

    def __init__(self, profile: Path, has_camera: bool) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        switches = [
            "--headless=new",
            f"--user-data-dir={profile}",
            "--window-size=1280,800",
            "--lang=en",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            # A container's shared memory may be small.
            "--disable-dev-shm-usage",
            # Says yes when a page asks for the camera.
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream" + ("" if has_camera else "=device-count=0"),
        ]
        if os.geteuid() == 0:
            # Chromium's sandbox does not work for root.
            switches.append("--no-sandbox")
        for switch in switches:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # The browser writes to its home folder whatever its profile is.
        service = Service("/usr/bin/chromedriver", env={**os.environ, "HOME": str(profile)})
        self.driver = webdriver.Chrome(options, service)
        self._events: list[dict] = []
        self._log: list[dict] = []

    def command(self, method: str, **parameters: object) -> dict:
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(method, parameters)

    def reset(self) -> None:
        """Forgets what was seen, and is an ordinary desktop's browser again."""
        self.driver.get("about:blank")
        self.command("Page.setInterceptFileChooserDialog", enabled=False)
        self.imitate("desktop")
        self.prefer("light", reduced_motion=False)
        self.log()
        self.events()
        self._events, self._log = [], []

    def imitate(self, device: str) -> None:
        width, height, scale, is_phone = DEVICES[device]
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_phone
        )
        self.command("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def prefer(self, theme: str, reduced_motion: bool) -> None:
        features = {
            "prefers-color-scheme": theme,
            "prefers-reduced-motion": "reduce" if reduced_motion else "no-preference",
        }
        self.command(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()]
        )

    def log(self) -> list[dict]:
        """The console and all that the browser complained of, since the start of the test."""
        self._log += self.driver.get_log("browser")
        return self._log

    def events(self, method: str = "") -> list[dict]:
        """The parameters of the DevTools protocol's events of a kind, since the start of the test."""
        for entry in self.driver.get_log("performance"):
            self._events.append(json.loads(entry["message"])["message"])
        return [event["params"] for event in self._events if event["method"] == method]

    def screenshot(self, file: Path, whole: bool = False) -> None:
        """Saves what is to be seen, or the whole page however long."""
        file.parent.mkdir(parents=True, exist_ok=True)
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(shot["data"]))

    def quit(self) -> None:
        self.driver.quit()
