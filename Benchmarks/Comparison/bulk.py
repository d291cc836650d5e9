"""Part 4: photos a second, on one processor and on two."""
import contextlib
import os
import shutil
from dataclasses import dataclass

from processes import Absent, peer
from rounds import Contestant, measure

BAR = 1.9
COMMANDS = ("classify", "scan")
POOL = "Pillow draft + ONNX Runtime, a pool of processes"
COPIES = 3


@dataclass
class Collection:
    """Photos of one kind: `contestants` are those of each number of processors, in the same order."""

    title: str
    photos: list
    size: int  # bytes of all of them
    contestants: dict


def collections(context):
    """An album of small photos, and what a camera's card holds."""
    album = context.photos("labelled")
    return [("album", album[:60] if context.options.quick else album),
            ("card", context.photos("camera") * (1 if context.options.quick else COPIES))]


def planned(context):
    """Seconds of one contestant in one round, and how many such there are."""
    runs = len(counts()) * (len(COMMANDS) + 1) * context.options.rounds
    return (1.5 if context.options.quick else 3.0), runs * sum(bool(photos) for _, photos in collections(context))


def counts():
    return [count for count in (1, 2) if count <= len(os.sched_getaffinity(0))]


def run(context, zooscan, progress, warnings):
    done = []
    for kind, photos in collections(context):
        if not photos:
            continue
        folder = lay_out(context, kind, photos)
        try:
            done.append(run_collection(context, zooscan, kind, folder, progress, warnings))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    if not done:
        raise Absent("there are no photos in photos/labelled and photos/camera of the reference data")
    return done


def lay_out(context, kind, photos):
    """A folder of the photos. A scan classifies no content twice, so each copy gets an end of its own."""
    folder = context.folder / f"bulk-{kind}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, photo in enumerate(photos):
        (folder / f"{number:04}.jpg").write_bytes(photo.read_bytes() + number.to_bytes(4, "big"))
    return folder


def run_collection(context, zooscan, kind, folder, progress, warnings):
    photos = sorted(folder.iterdir())
    available = sorted(os.sched_getaffinity(0))
    by_count, order = {}, []
    with contextlib.ExitStack() as stack:
        for count in counts():
            processors = set(available[:count])
            by_count[count] = [
                Contestant(f"ZooScan {command}", is_peer=False, measure=ours(
                    context, zooscan, command, folder, len(photos), processors)) for command in COMMANDS]
            by_count[count].append(pool(context, kind, photos, count, processors, stack))
            for contestant in by_count[count]:
                contestant.detail = f", {count} processor{'s' if count > 1 else ''}"
            order += by_count[count]
        title = f"Bulk, {kind} of {len(photos)}"
        # One and two processors are in the same rounds, since it is their ratio that counts.
        measure(title, order, context.options.rounds, planned(context)[0], progress, warnings, "photos/s")
    return Collection(kind, photos, sum(photo.stat().st_size for photo in photos), by_count)


def ours(context, zooscan, command, folder, count, processors):
    """The whole run of the command, its start too."""
    store = context.folder / "bulk-store"
    words = [zooscan.program, "scan", "--quiet", "--store", store] if command == "scan" else [
        zooscan.program, "classify"]

    def run_once():
        shutil.rmtree(store, ignore_errors=True)
        taken = zooscan.spawner.run([*words, folder], processors)
        shutil.rmtree(store, ignore_errors=True)
        return {"value": count / taken["milliseconds"] * 1000, "peak": taken["peak"]}
    return run_once


def pool(context, kind, photos, count, processors, stack):
    contestant = Contestant(POOL)
    try:
        model = context.shared / "models/lite0.onnx"
        if not model.exists():
            raise Absent(f"there is no {model.name}")
        worker = stack.enter_context(peer(context, f"pool {kind} {count}", "pool.py", processors))
        worker.ask(do="load", model=str(model), workers=count, photos=[str(photo) for photo in photos])
    except Absent as reason:
        contestant.absent = str(reason)
        return contestant
    contestant.worker = worker
    contestant.measure = lambda: {"value": worker.ask(do="measure")["perSecond"]}
    return contestant
