"""Names one photo by ONNX Runtime, with no more imports than it takes: `onnx_runtime.py MODEL LABELS PHOTO THREADS`."""
import sys

import onnxruntime
from pixels import read

model, labels, photo, threads = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = int(threads)
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
pixels = read(photo).transpose(2, 0, 1)[None]
top = session.run(None, {session.get_inputs()[0].name: pixels})[0][0].argmax()
with open(labels) as file:
    print(top, file.read().splitlines()[top])
