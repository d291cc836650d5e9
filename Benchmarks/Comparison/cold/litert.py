"""Names one photo by LiteRT, with no more imports than that takes: `litert.py MODEL LABELS PHOTO THREADS`."""
import sys

from ai_edge_litert.interpreter import Interpreter
from pixels import read

model, labels, photo, threads = sys.argv[1:]
interpreter = Interpreter(model, num_threads=int(threads))
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], read(photo)[None])
interpreter.invoke()
top = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])[0].argmax()
with open(labels) as file:
    print(top, file.read().splitlines()[top])
