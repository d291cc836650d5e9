"""The server under test."""

import os
import re
import subprocess
import threading
from pathlib import Path

import requests

from support.wait import wait

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("ZOOSCAN_PROGRAM", ROOT / ".build/release/zooscan"))


def environment() -> dict[str, str]:
    """The environment of a program under test: no option of whoever runs the tests may leak into it."""
    return {name: value for name, value in os.environ.items() if not name.startswith("ZOOSCAN_")}


def run_zooscan(*arguments: str | Path) -> str:
    """Runs the program and gives what it prints; fails with what it says."""
    done = subprocess.run(
        [PROGRAM, *arguments], env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, f"zooscan {arguments[0]} ended with {done.returncode}: {done.stderr}"
    return done.stdout


class Server:
    """`zooscan serve` on a store, until it is stopped."""

    def __init__(self, store: Path, *options: str) -> None:
        self.store = store
        self._process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--store", store, *options],
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # Both are read to their ends, since a server whose pipe is full would stand still.
        self._said: list[str] = []
        self._complaints: list[str] = []
        self._readers = [
            threading.Thread(target=lines.extend, args=(stream,), daemon=True)
            for lines, stream in ((self._said, self._process.stdout), (self._complaints, self._process.stderr))
        ]
        for reader in self._readers:
            reader.start()
        self._session = requests.Session()
        try:
            #: The link that was printed, with the token where one is needed.
            self.link: str = wait(self._printed, "the server prints its address")
            #: Scheme, host and port, without a slash at the end.
            self.origin: str = self.link.partition("/?")[0].rstrip("/")
            if "?token=" in self.link:
                self._session.headers["Authorization"] = f"Bearer {self.link.partition('?token=')[2]}"
            wait(lambda: self.get("/api/v1/health")["status"] == "ok", "the server is in good health")
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def _printed(self) -> str | None:
        found = re.search(r"http://\S+", "".join(self._said[:1]))
        if not found:
            assert self._process.poll() is None, f"zooscan serve ended: {''.join(self._complaints)}"
        return found and found[0]

    def request(self, method: str, path: str, **options: object) -> requests.Response:
        return self._session.request(method, self.origin + path, timeout=30, **options)

    def get(self, path: str) -> dict:
        """The JSON at an address."""
        answer = self.request("GET", path)
        answer.raise_for_status()
        return answer.json()

    def upload(self, photo: Path) -> dict:
        """Stores a photo, and gives the animal in it."""
        with photo.open("rb") as file:
            answer = self.request("POST", "/api/v1/animals", files={"photo": (photo.name, file)})
        answer.raise_for_status()
        return answer.json()["results"][0]["animal"]

    def animals(self) -> list[dict]:
        """The newest animals, 500 at most."""
        return self.get("/api/v1/animals?limit=500")["animals"]

    def animal(self, id: str) -> dict:
        return self.get(f"/api/v1/animals/{id}")

    def stop(self) -> None:
        """Ends the server as a service manager would, which it must obey at once."""
        self._session.close()
        if self._process.poll() is None:
            self._process.terminate()
        try:
            status = self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise AssertionError("zooscan serve did not end within 10 s of SIGTERM") from None
        assert status in (0, -15, 143), f"zooscan serve ended with {status}: {''.join(self._complaints)}"
