"""Writes a network as ONNX, with the operations that PyTorch's exporter writes: batch norms folded, ReLU6 as Clip."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from networks import CLASSES, SIDE


def write(network, path):
    nodes, constants = [], {}

    def activated(step, kind, inputs, **attributes):
        before = step.output if step.activation is None else step.output + "/before"
        nodes.append(helper.make_node(kind, inputs, [before], step.output, **attributes))
        if step.activation == "relu":
            nodes.append(helper.make_node("Relu", [before], [step.output]))
        elif step.activation == "relu6":
            constants["zero"], constants["six"] = np.float32(0), np.float32(6)
            nodes.append(helper.make_node("Clip", [before, "zero", "six"], [step.output]))

    for step in network.steps:
        parameters = []
        if step.weight is not None:
            parameters = [f"{step.output}/weight", f"{step.output}/bias"]
            constants |= dict(zip(parameters, (step.weight, step.bias)))
        inputs = [*step.inputs, *parameters]
        window = {"kernel_shape": [step.kernel] * 2, "strides": [step.stride] * 2, "pads": [step.padding] * 4}
        match step.kind:
            case "convolution":
                activated(step, "Conv", inputs, group=step.groups, dilations=[1, 1], **window)
            case "add":
                activated(step, "Add", inputs)
            case "maximum":
                activated(step, "MaxPool", inputs, **window)
            case "mean":
                nodes.append(helper.make_node("GlobalAveragePool", inputs, ["spatial"]))
                nodes.append(helper.make_node("Flatten", ["spatial"], [step.output], axis=1))
            case "linear":
                activated(step, "Gemm", inputs, transB=1)

    graph = helper.make_graph(
        nodes, network.architecture,
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, CLASSES])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()])
    # The intermediate form that goes with opset 17.
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)
