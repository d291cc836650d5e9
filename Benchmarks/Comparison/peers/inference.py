"""A process with one engine that runs one network on one input."""
import numpy as np

from engines import ENGINES
from serving import peak_memory, repeat, serve, summary

state = {}


def load(engine, model, threads, pixels):
    state["engine"] = loaded = ENGINES[engine](model, threads)
    loaded.set_input(np.load(pixels))
    loaded.run()
    return {"logits": loaded.logits().astype(float).tolist()}


def measure(seconds, warm_up):
    return summary(repeat(state["engine"].run, seconds, warm_up)) | {"peak": peak_memory()}


serve(load=load, measure=measure)
