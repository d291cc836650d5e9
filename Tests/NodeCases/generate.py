"""Writes the node test cases of the onnx package as files: FOLDER/CASE/model.onnx and its inputs and outputs.

Usage: generate.py FOLDER
"""

import pathlib
import sys
import warnings

import numpy
import onnx
from onnx import numpy_helper
from onnx.backend.test.loader import load_model_tests


def tensors(values, infos, folder, kind):
    """Writes tensors, and says whether all values are some (others are sequences, maps or left out)."""
    for place, (value, info) in enumerate(zip(values, infos)):
        if isinstance(value, onnx.TensorProto):
            tensor = value
        elif isinstance(value, (numpy.ndarray, numpy.generic)) and info.type.HasField("tensor_type"):
            tensor = numpy_helper.from_array(numpy.asarray(value), info.name)
        else:
            return False
        (folder / f"{kind}_{place}.pb").write_bytes(tensor.SerializeToString())
    return True


def main():
    target = pathlib.Path(sys.argv[1])
    # Some cases overflow or divide by zero on purpose.
    warnings.filterwarnings("ignore")
    numpy.seterr(all="ignore")
    written = 0
    for case in load_model_tests(kind="node"):
        graph = case.model.graph
        for number, (inputs, outputs) in enumerate(case.data_sets):
            folder = target / (case.name if number == 0 else f"{case.name}-{number}")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "model.onnx").write_bytes(case.model.SerializeToString())
            whole = tensors(inputs, graph.input, folder, "input") and tensors(outputs, graph.output, folder, "output")
            if not whole:
                (folder / "not-tensors").touch()
            written += 1
    print(f"{written} cases of onnx {onnx.__version__}")


if __name__ == "__main__":
    main()
