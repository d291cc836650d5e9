"""A process that takes photos from their bytes to the top class: one way of decoding, ONNX Runtime, one thread."""
import statistics
import time

from decoding import WAYS
from engines import ONNXRuntime
from serving import peak_memory, serve

state = {}


def load(model, way, photos):
    state["engine"] = ONNXRuntime(model, 1)
    state["decode"] = WAYS[way]
    if way.startswith("OpenCV"):
        import cv2

        cv2.setNumThreads(1)
    # Into memory, as reading from a disk is not what is compared.
    state["photos"] = {}
    for path in photos:
        with open(path, "rb") as file:
            state["photos"][path] = file.read()
    return {"top": [top_class(data) for data in state["photos"].values()]}


def top_class(data):
    engine = state["engine"]
    engine.feed = {engine.name: state["decode"](data)}
    engine.run()
    return int(engine.logits().argmax())


def measure(seconds, warm_up):
    """Milliseconds a photo: each photo's median over as many passes as the time allows, in the order given."""
    clock = time.perf_counter_ns
    end = clock() + warm_up * 1e9
    while clock() < end:
        for data in state["photos"].values():
            top_class(data)
            if clock() > end:
                break
    times = [[] for _ in state["photos"]]
    end = clock() + seconds * 1e9
    while clock() < end or not times[0]:
        for data, taken in zip(state["photos"].values(), times):
            start = clock()
            top_class(data)
            taken.append((clock() - start) / 1e6)
    photos = [statistics.median(taken) for taken in times]
    return {"median": statistics.median(photos), "photos": photos, "peak": peak_memory()}


serve(load=load, measure=measure)
