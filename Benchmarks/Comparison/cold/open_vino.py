"""Names one photo by OpenVINO, with no more imports than that takes: `open_vino.py MODEL LABELS PHOTO THREADS`."""
import sys

import openvino
from pixels import read

model, labels, photo, threads = sys.argv[1:]
compiled = openvino.Core().compile_model(model, "CPU", {
    "INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": int(threads)})
pixels = read(photo).transpose(2, 0, 1)[None]
top = compiled([pixels])[0][0].argmax()
with open(labels) as file:
    print(top, file.read().splitlines()[top])
