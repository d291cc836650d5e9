"""A process that names many photos by a pool of processes: Pillow's draft decoding and ONNX Runtime on one thread each.

The pool is started and warm before anything is timed, so its time is that of the photos alone.
"""
import multiprocessing
import time

from serving import serve

state = {}


def start_one(model):
    # Imported here, in each of the pool's processes: what has threads must not be forked.
    from decoding import WAYS
    from engines import ONNXRuntime

    state["engine"] = ONNXRuntime(model, 1)
    state["decode"] = WAYS["Pillow draft"]


def top_class(path):
    with open(path, "rb") as file:
        data = file.read()
    engine = state["engine"]
    engine.feed = {engine.name: state["decode"](data)}
    engine.run()
    return int(engine.logits().argmax())


def load(model, workers, photos):
    state["photos"] = photos
    state["pool"] = multiprocessing.get_context("spawn").Pool(workers, start_one, (model,))
    state["pool"].map(top_class, photos[:8], chunksize=1)


def measure():
    start = time.perf_counter()
    # Two at a time: enough to hide the queue, few enough that no process is left with a long tail.
    classes = list(state["pool"].imap(top_class, state["photos"], chunksize=2))
    return {"perSecond": len(classes) / (time.perf_counter() - start)}


if __name__ == "__main__":
    serve(load=load, measure=measure)
    # Waited for, so that its time is not taken for that of some other program.
    if "pool" in state:
        state["pool"].terminate()
        state["pool"].join()
