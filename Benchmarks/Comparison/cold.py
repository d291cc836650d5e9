"""Part 2: a new process that names one photo, from its start to its end, with its peak memory."""
import json
import os
import statistics

import rounds
from environment import HERE, ROOT
from peers import jpeg
from processes import Absent

PEERS = {"Python + LiteRT": ("litert.py", "tflite"), "Python + ONNX Runtime": ("onnx_runtime.py", "onnx"),
         "Python + OpenVINO": ("open_vino.py", "onnx")}
PIXELS = 200_000
TIME_BAR, MEMORY_BAR = 0.35, 64 * 2**20
AGAINST = "Python + LiteRT"


def starts(context):
    """How many processes a round takes the median of."""
    return 3 if context.options.quick else 9


def planned(context):
    """Seconds of one contestant in one round, and how many such there are."""
    return 0.4 * starts(context), (len(PEERS) + 1) * context.options.rounds


def run(context, zooscan, progress, warnings):
    photo, pixels = choose_photo(context)
    spawner, threads = zooscan.spawner, len(os.sched_getaffinity(0))
    contestants, tops = [], {}

    def add(name, command, top, is_peer):
        contestant = rounds.Contestant(name, lambda: start(spawner, command, starts(context)), is_peer)
        contestants.append(contestant)
        try:
            # This also brings what it reads into the system's memory, before anything is timed.
            tops[name] = top()
        except Absent as reason:
            contestant.absent = str(reason)

    def our_top():
        found = json.loads(zooscan.classify("--format", "json", photo)["output"])
        return found["predictions"][0]["index"]

    add("ZooScan", [zooscan.program, "classify", photo], our_top, False)
    for name, (script, suffix) in PEERS.items():
        model = context.shared / f"models/lite0.{suffix}"
        command = [
            context.python, HERE / "cold" / script, model, context.models / "labels.txt", photo, threads]

        def peer_top(model=model, command=command):
            if not model.exists():
                raise Absent(f"there is no {model.name}")
            return int(spawner.run(command)["output"].split()[0])
        add(name, command, peer_top, True)

    if len(set(tops.values())) > 1:
        warnings.append(f"Cold start: the top classes differ: {tops}")
    rounds.measure(
        "Cold start", contestants, context.options.rounds, planned(context)[0], progress, warnings)
    return {"photo": photo.name, "pixels": pixels, "tops": tops, "threads": threads, "starts": starts(context),
            "floor": spawner.floor, "contestants": contestants}


def start(spawner, command, times):
    taken = [spawner.run(command) for _ in range(times)]
    return {"value": statistics.median(run["milliseconds"] for run in taken),
            "peak": max(run["peak"] for run in taken)}


def choose_photo(context):
    """The photo nearest to 0.2 megapixels, and its pixels; the one that ships, where there is no other."""
    sizes = []
    for path in context.photos("labelled"):
        try:
            width, height = jpeg.size(path.read_bytes())
            sizes.append((abs(width * height - PIXELS), path.name, path, width * height))
        except ValueError:
            pass
    if sizes:
        return min(sizes)[2:]
    return ROOT / "Tests/Fixtures/Photos/chelsea.png", 451 * 300
