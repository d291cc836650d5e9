"""Part 3: photos straight from cameras, from their bytes to the label, on one processor."""
import contextlib
import json
import os

from processes import Absent, peer
from rounds import Contestant, measure

OURS = {"ZooScan, fast": "fast", "ZooScan, exact": "exact"}
WHOLE, DRAFT = "Pillow whole", "Pillow draft"
WAYS = (WHOLE, DRAFT, "Pillow draft, smallest", "OpenCV reduced")
WHOLE_BAR, DRAFT_BAR = 0.30, 1.0


def name_of(way):
    return f"{way} + ONNX Runtime"


def seconds(context):
    """At least one pass over the photos, whose whole decoding takes a second or two."""
    return max(context.options.seconds, 2.0)


def planned(context):
    """Seconds of one contestant in one round, and how many such there are."""
    # ZooScan takes twice the time.
    each = (2 * len(OURS) + len(WAYS)) * seconds(context) / (len(OURS) + len(WAYS))
    return each + context.options.warm_up + 1, (len(OURS) + len(WAYS)) * context.options.rounds


def run(context, zooscan, progress, warnings):
    photos = context.photos("camera")
    if not photos:
        raise Absent("there are no photos in photos/camera of the reference data")
    processors = {min(os.sched_getaffinity(0))}
    options, contestants, tops = context.options, [], {}
    for name, mode in OURS.items():
        contestants.append(Contestant(name, is_peer=False, measure=lambda mode=mode: zooscan.photos(
            photos[0].parent, [photo.name for photo in photos], 1, seconds(context), options.warm_up, decode=mode,
            processors=processors)))
        with contextlib.suppress(Absent):
            tops[name] = top_classes(zooscan, photos, mode)
    with contextlib.ExitStack() as stack:
        for way in WAYS:
            contestant = Contestant(name_of(way))
            contestants.append(contestant)
            try:
                model = context.shared / "models/lite0.onnx"
                if not model.exists():
                    raise Absent(f"there is no {model.name}")
                worker = stack.enter_context(peer(context, f"camera {way}", "photos.py", processors))
                tops[contestant.name] = worker.ask(
                    do="load", model=str(model), way=way, photos=[str(photo) for photo in photos])["top"]
            except Absent as reason:
                contestant.absent = str(reason)
                continue
            contestant.worker = worker

            def run_peer(worker=worker):
                taken = worker.ask(do="measure", seconds=seconds(context), warm_up=options.warm_up)
                return {"value": taken["median"], "photos": taken["photos"], "peak": taken["peak"]}
            contestant.measure = run_peer
        measure("Camera photos", contestants, options.rounds, planned(context)[0], progress, warnings)
    return {"photos": photos, "tops": tops, "contestants": contestants}


def top_classes(zooscan, photos, mode):
    """Of each photo, to show that what is faster does not see less."""
    output = zooscan.classify("--format", "json", "--decode", mode, *photos)["output"]
    return [json.loads(line)["predictions"][0]["index"] for line in output.splitlines()]
