"""The interface as its document describes it: real answers against their schemas."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import requests
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from support import photos
from support.server import Server

JPEG = {"Content-Type": "image/jpeg"}
#: What the document is called where schemas refer to its parts.
DOCUMENT = "urn:openapi"
#: An id that no animal has.
NOBODY = "00000000-0000-8000-8000-000000000000"


class Interface:
    """The document that a server gives out, and what was seen of it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.document = server.get("/api/v1/openapi.json")
        self._registry = Registry().with_resource(DOCUMENT, Resource(self.document, DRAFT202012))
        #: Operations and statuses that were checked.
        self.seen: set[tuple[str, int]] = set()

    def operations(self) -> Iterator[tuple[str, str, dict]]:
        for path, item in self.document["paths"].items():
            for method in item.keys() & {"get", "put", "post", "delete"}:
                yield path, method, item[method]

    def ask(self, status: int, method: str, path: str, **options: object) -> requests.Response:
        """Asks, and checks the answer against what the document says of its operation and status."""
        answer = self.server.request(method, path, **options)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        place = self._place(path.partition("?")[0])
        operation = self.document["paths"][place][method.lower()]
        self.seen.add((operation["operationId"], status))
        response = operation["responses"].get(str(status))
        assert response, f"{operation['operationId']} does not say that it can answer {status}"
        pointer = f"#/paths/{quote(place.replace('/', '~1'))}/{method.lower()}/responses/{status}"
        if "$ref" in response:
            pointer = response["$ref"]
            response = self.document["components"]["responses"][pointer.rpartition("/")[2]]
        content = response.get("content")
        if content is None:
            assert answer.content == b""
            return answer
        kind = answer.headers["Content-Type"].partition(";")[0]
        assert kind in content, f"{operation['operationId']} does not say that it can answer {kind}"
        if kind.endswith("json"):
            self.check(answer.json(), f"{pointer}/content/{kind.replace('/', '~1')}/schema")
        return answer

    def check(self, value: object, pointer: str) -> None:
        """Checks a value against a schema of the document."""
        validator = Draft202012Validator(
            {"$ref": DOCUMENT + pointer}, registry=self._registry, format_checker=FormatChecker(["date-time"])
        )
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
        assert not errors, f"{pointer}: {errors}"

    def _place(self, path: str) -> str:
        found = (place for place in self.document["paths"] if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", place), path))
        return next(found)


@pytest.fixture
def interface(server: Server) -> Interface:
    return Interface(server)


def test_the_document_is_valid_and_the_one_of_the_sources(server: Server) -> None:
    document = server.get("/api/v1/openapi.json")
    validate(document)
    source = Path(__file__).parents[2] / "Sources/ZooWeb/API/openapi.json"
    assert document == json.loads(source.read_text())


def test_every_success_is_as_described(interface: Interface) -> None:
    raccoon, cat = photos.RACCOON.read_bytes(), photos.CAT.read_bytes()
    both = [("photo", ("raccoon.jpg", raccoon)), ("photo", ("cat.png", cat)), ("photo", ("bad.jpg", b"bad"))]
    ask = interface.ask
    for path in ("health", "openapi.json", "problems", "labels", "models", "statistics", "animals", "suggestions"):
        ask(200, "GET", f"/api/v1/{path}")
    results = ask(201, "POST", "/api/v1/animals", files=both).json()["results"]
    assert [(each["name"], each["status"]) for each in results] == [
        ("raccoon.jpg", "added"),
        ("cat.png", "added"),
        ("bad.jpg", "failed"),
    ]
    ask(200, "POST", "/api/v1/animals?name=again.png", data=cat, headers={"Content-Type": "image/png"})
    results = ask(200, "POST", "/api/v1/classify", files=both).json()["results"]
    assert [each["status"] for each in results] == ["ok", "ok", "failed"]
    page = ask(200, "GET", "/api/v1/animals?limit=1").json()
    assert page["total"] == 2 and page["next"]
    rest = ask(200, "GET", f"/api/v1/animals?cursor={quote(page['next'], safe='')}").json()
    assert rest["total"] is None and rest["next"] is None
    assert [each["id"] for each in page["animals"] + rest["animals"]] == [
        each["id"] for each in interface.server.animals()
    ]
    animal = f"/api/v1/animals/{page['animals'][0]['id']}"
    ask(200, "GET", animal)
    assert ask(200, "GET", f"{animal}/picture").content in (raccoon, cat)
    thumbnail = ask(200, "GET", f"{animal}/thumbnail")
    assert thumbnail.content.startswith(b"\xff\xd8")
    ask(304, "GET", f"{animal}/thumbnail", headers={"If-None-Match": thumbnail.headers["ETag"]})
    assert ask(200, "PUT", f"{animal}/loved").json()["isLoved"] is True
    assert ask(200, "GET", "/api/v1/animals?loved=true").json()["total"] == 1
    assert ask(200, "DELETE", f"{animal}/loved").json()["isLoved"] is False
    assert ask(200, "PUT", f"{animal}/label", json={"label": "red fox"}).json()["source"] == "person"
    for query in ("label=red%20fox", "text=FOX", "unknown=true", "unlabelled=true", "since=2026-11-30", "since=7d"):
        ask(200, "GET", f"/api/v1/animals?{query}")
    assert ask(200, "GET", "/api/v1/suggestions?text=red%20f&limit=3").json()["labels"][0]["label"] == "red fox"
    assert ask(200, "GET", "/api/v1/labels").json()["labels"]
    ask(200, "DELETE", animal)
    ask(200, "POST", f"{animal}/restore")
    # The event stream has a test of its own.
    interface.seen.add(("watch", 200))
    described = {
        (operation["operationId"], int(status))
        for _, _, operation in interface.operations()
        for status in operation["responses"]
        if status.startswith("2")
    }
    assert interface.seen >= described


@pytest.mark.parametrize(
    ("status", "code", "method", "path", "options"),
    [
        (400, "bad-request", "GET", "/api/v1/animals?limit=0", {}),
        (400, "bad-request", "GET", "/api/v1/animals?limit=501", {}),
        (400, "bad-request", "GET", "/api/v1/animals?cursor=nonsense", {}),
        (400, "bad-request", "GET", "/api/v1/animals?since=yesterday", {}),
        (400, "bad-request", "GET", "/api/v1/suggestions?limit=many", {}),
        (400, "bad-request", "PUT", "/api/v1/animals/{id}/label", {"json": {"name": "fox"}}),
        (400, "malformed-upload", "POST", "/api/v1/animals", {"headers": {"Content-Type": "multipart/form-data"}}),
        (404, "no-record", "GET", f"/api/v1/animals/{NOBODY}", {}),
        (404, "no-record", "GET", "/api/v1/animals/nonsense", {}),
        (404, "no-record", "DELETE", f"/api/v1/animals/{NOBODY}", {}),
        (404, "no-record", "GET", f"/api/v1/animals/{NOBODY}/picture", {}),
        (404, "no-record", "GET", f"/api/v1/animals/{NOBODY}/thumbnail", {}),
        (404, "no-record", "PUT", f"/api/v1/animals/{NOBODY}/loved", {}),
        (404, "no-record", "DELETE", f"/api/v1/animals/{NOBODY}/loved", {}),
        (404, "no-record", "PUT", f"/api/v1/animals/{NOBODY}/label", {"json": {"label": "fox"}}),
        (404, "not-restorable", "POST", f"/api/v1/animals/{NOBODY}/restore", {}),
        (415, "media-type", "POST", "/api/v1/animals", {"data": b"GIF89a", "headers": {"Content-Type": "image/gif"}}),
        (415, "media-type", "PUT", "/api/v1/animals/{id}/label", {"data": b"label=fox"}),
        (422, "empty-label", "PUT", "/api/v1/animals/{id}/label", {"json": {"label": " "}}),
        (422, "not-an-image", "POST", "/api/v1/animals", {"data": b"no photo", "headers": JPEG}),
        (422, "not-an-image", "POST", "/api/v1/classify", {"data": b"no photo", "headers": JPEG}),
        (422, "empty", "POST", "/api/v1/animals", {"data": b"", "headers": JPEG}),
        (403, "host-not-allowed", "GET", "/api/v1/health", {"headers": {"Host": "evil.example"}}),
        (403, "origin-not-allowed", "POST", "/api/v1/animals", {"headers": {"Origin": "http://evil.example", **JPEG}}),
    ],
)
def test_every_refusal_is_as_described(
    interface: Interface, status: int, code: str, method: str, path: str, options: dict
) -> None:
    id = interface.server.upload(photos.CAT)["id"] if "{id}" in path else ""
    problem = interface.ask(status, method, path.replace("{id}", id), **options).json()
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["type"] == f"/api/v1/problems#{code}"
    listed = {each["code"]: each for each in interface.server.get("/api/v1/problems")["problems"]}
    assert listed[code] == {"code": code, "status": status, "title": problem["title"]}


def test_head_gives_what_get_does_but_for_the_body(interface: Interface) -> None:
    id = interface.server.upload(photos.CAT)["id"]
    for path, method, _ in interface.operations():
        if method == "get" and not path.endswith("/events"):
            place = path.replace("{id}", id)
            get, head = (interface.server.request(method, place) for method in ("GET", "HEAD"))
            assert (head.status_code, head.content) == (200, b""), path
            for name in ("Content-Type", "Content-Length", "Cache-Control", "ETag"):
                assert head.headers.get(name) == get.headers.get(name), f"{path} {name}"


def test_methods_that_the_document_does_not_have_are_refused(interface: Interface) -> None:
    for path, item in interface.document["paths"].items():
        known = {method.upper() for method in item.keys() & {"get", "put", "post", "delete"}}
        for method in {"GET", "PUT", "POST", "DELETE", "PATCH"} - known:
            answer = interface.server.request(method, path.replace("{id}", NOBODY))
            assert answer.status_code == 405, f"{method} {path}"
            allowed = {each.strip() for each in answer.headers["Allow"].split(",")}
            assert allowed - {"HEAD", "OPTIONS"} == known
            interface.check(answer.json(), "#/components/schemas/Problem")


def test_events_tell_of_changes_and_progress(interface: Interface) -> None:
    stream = interface.server.request("GET", "/api/v1/events", stream=True)
    assert stream.headers["Content-Type"].partition(";")[0] == "text/event-stream"
    # Another connection is at work meanwhile.
    requests.post(interface.server.origin + "/api/v1/animals", photos.CAT.read_bytes(), headers=JPEG, timeout=30)
    kinds: dict[str, list[dict]] = {"change": [], "progress": []}
    kind, end = "", time.monotonic() + 20
    # Heartbeats come for ever, so this needs an end.
    for line in stream.iter_lines(chunk_size=1, decode_unicode=True):
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            kinds[kind].append(json.loads(value))
            schema = {"change": "ChangeEvent", "progress": "ProgressEvent"}[kind]
            interface.check(kinds[kind][-1], f"#/components/schemas/{schema}")
        assert time.monotonic() < end, f"not all events came: {kinds}"
        is_stored = {"animals": 1, "loved": 0} in kinds["change"]
        if is_stored and {"received": 1, "done": 1, "failed": 0} in kinds["progress"]:
            break
    stream.close()
