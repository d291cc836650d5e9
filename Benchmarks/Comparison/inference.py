"""Part 1: one photo's network run."""
import contextlib
import math
import os
from dataclasses import dataclass
from pathlib import Path

from processes import Absent, peer
from rounds import Contestant, measure

ENGINES = {"ONNX Runtime": "onnx", "OpenVINO": "onnx", "LiteRT": "tflite"}
THREADS = (1, 2)
# Of the largest logit. Engines add in different orders, which moves a logit by 1e-5 of it or so; another network, or
# another input, moves them by more than this.
TOLERANCE = 1e-3


@dataclass
class Model:
    title: str
    files: str  # in the folder, before .onnx and .tflite
    folder: Path
    pixels: str
    bar: float  # of the best peer's time
    argument: Path | None = None  # for --model; the default model has none


@dataclass
class Group:
    """One model at one number of threads."""

    model: Model
    threads: int
    contestants: list
    check: str = "not compared in this run"


def models(context):
    made = context.models
    return [
        Model("EfficientNet-Lite0 (the default model)", "lite0", context.shared / "models", "half", 0.85),
        Model("MobileNetV2 1.0", "mobilenetv2_100", made, "imagenet", 0.90, made / "mobilenetv2_100"),
        Model("ResNet-18", "resnet18", made, "imagenet", 1.0, made / "resnet18")]


def planned(context):
    """Seconds of one contestant in one round, and how many such there are."""
    options = context.options
    # Of four contestants, one takes twice the time.
    each = 1.25 * options.seconds + options.warm_up + 0.5
    return each, len(models(context)) * len(usable_threads()) * (len(ENGINES) + 1) * options.rounds


def usable_threads():
    return [threads for threads in THREADS if threads <= len(os.sched_getaffinity(0))]


def run(context, zooscan, progress, warnings):
    groups = []
    for model in models(context):
        for threads in usable_threads():
            with contextlib.ExitStack() as stack:
                groups.append(run_group(context, zooscan, model, threads, stack, progress, warnings))
    return groups


def run_group(context, zooscan, model, threads, stack, progress, warnings):
    options, each = context.options, planned(context)[0]
    title = f"{model.title}, {threads} thread{'s' if threads > 1 else ''}"
    photo = context.models / "check.png"
    logits = {}

    ours = Contestant("ZooScan", is_peer=False, measure=lambda: zooscan.inference(
        photo, threads, options.seconds, options.warm_up, model=model.argument))
    try:
        # The logarithm of a probability is its logit, but for a term that all the logits have.
        logits["ZooScan"] = [math.log(max(p, 1e-300)) for p in zooscan.probabilities(photo, model.argument)]
    except Absent as reason:
        ours.absent = str(reason)
    contestants = [ours]
    for name, suffix in ENGINES.items():
        contestant = Contestant(name)
        contestants.append(contestant)
        try:
            file = model.folder / f"{model.files}.{suffix}"
            if not file.exists():
                raise Absent(f"there is no {file.name}")
            worker = stack.enter_context(peer(context, f"{name} {model.files} {threads}", "inference.py"))
            pixels = context.models / f"pixels-{model.pixels}.npy"
            logits[name] = worker.ask(
                do="load", engine=name, model=str(file), threads=threads, pixels=str(pixels))["logits"]
        except Absent as reason:
            contestant.absent = str(reason)
            continue
        contestant.worker = worker

        def run_peer(worker=worker):
            taken = worker.ask(do="measure", seconds=options.seconds, warm_up=options.warm_up)
            return {"value": taken["median"], "minimum": taken["minimum"], "peak": taken["peak"]}
        contestant.measure = run_peer

    group = Group(model, threads, contestants)
    difference = largest_difference(logits)
    if difference is not None:
        group.check = f"{difference:.1e} of the largest logit, over {', '.join(logits)}"
        progress.say(f"{title}: largest difference between the outputs: {group.check}")
        if not difference <= TOLERANCE:
            group.check += f": more than {TOLERANCE:g}, so this is not the same network and nothing was timed"
            warnings.append(f"{title}: the engines' outputs differ by {difference:.1e} of the largest logit")
            for contestant in contestants:
                contestant.absent = contestant.absent or "the outputs differ"
    measure(title, contestants, options.rounds, each, progress, warnings)
    return group


def largest_difference(logits):
    """Of any two engines' log-probabilities, as a share of the largest logit in absolute value."""
    if len(logits) < 2:
        return None
    # ZooScan gives probabilities, so its logits are known but for a constant: a peer says how large they are.
    largest = max(abs(value) for name, values in logits.items() if name != "ZooScan" for value in values)
    normalized = [normalize(values) for values in logits.values()]
    if len({len(values) for values in normalized}) > 1:
        return math.inf
    spans = (max(column) - min(column) for column in zip(*normalized))
    return max(spans) / largest


def normalize(values):
    top = max(values)
    total = top + math.log(math.fsum(math.exp(value - top) for value in values))
    return [value - total for value in values]
