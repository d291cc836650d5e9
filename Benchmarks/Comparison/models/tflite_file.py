"""Writes a network as a .tflite file, as a converter would: channels last, activations fused, padding explicit.

Windows of stride 1 use SAME, which pads both sides alike there. At stride 2 SAME would pad less on one side than the
network does, so a PAD comes first, which XNNPACK merges into the convolution behind it.
"""
import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

from networks import CLASSES, SIDE

Kind = schema.BuiltinOperator
# The kernel versions that these operations need, as the operators' own tables of versions have it.
VERSIONS = {
    Kind.CONV_2D: 1, Kind.DEPTHWISE_CONV_2D: 1, Kind.ADD: 1, Kind.PAD: 1, Kind.MAX_POOL_2D: 1, Kind.MEAN: 1,
    Kind.FULLY_CONNECTED: 1}
ACTIVATIONS = {
    None: schema.ActivationFunctionType.NONE, "relu": schema.ActivationFunctionType.RELU,
    "relu6": schema.ActivationFunctionType.RELU6}
TYPES = {np.dtype(np.float32): schema.TensorType.FLOAT32, np.dtype(np.int32): schema.TensorType.INT32}


class Writer:
    def __init__(self):
        # Buffer 0 is empty by convention: tensors without contents refer to it.
        self.buffers, self.tensors, self.operators, self.names = [schema.BufferT()], [], [], {}

    def tensor(self, name, shape, content=None):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.buffer = name.encode(), list(shape), 0
        tensor.type = schema.TensorType.FLOAT32
        if content is not None:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(np.ascontiguousarray(content).tobytes(), np.uint8)
            tensor.buffer, tensor.type = len(self.buffers), TYPES[content.dtype]
            self.buffers.append(buffer)
        self.names[name] = len(self.tensors)
        self.tensors.append(tensor)
        return self.names[name]

    def constant(self, name, content):
        return self.tensor(name, content.shape, content)

    def operator(self, kind, inputs, output, options, **fields):
        operator = schema.OperatorT()
        operator.opcodeIndex = list(VERSIONS).index(kind)
        operator.inputs, operator.outputs = inputs, [output]
        operator.builtinOptions = options()
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, options.__name__.removesuffix("T"))
        for field, value in fields.items():
            setattr(operator.builtinOptions, field, value)
        self.operators.append(operator)

    def windowed(self, step, shape):
        """The fields that a window needs and the value it slides over, which is padded first where SAME will not do."""
        source = self.names[step.inputs[0]]
        padding = schema.Padding.SAME
        if step.stride > 1 and step.padding > 0:
            height, width, channels = shape
            edge = step.padding
            edges = self.constant(f"{step.output}/edges", np.array([[0, 0], [edge] * 2, [edge] * 2, [0, 0]], np.int32))
            padded = self.tensor(f"{step.output}/padded", [1, height + 2 * edge, width + 2 * edge, channels])
            self.operator(Kind.PAD, [source, edges], padded, schema.PadOptionsT)
            source, padding = padded, schema.Padding.VALID
        return source, {"padding": padding, "strideW": step.stride, "strideH": step.stride}

    def step(self, step, value_before, value):
        output = self.tensor(step.output, [1, *value.shape])
        activation = {"fusedActivationFunction": ACTIVATIONS[step.activation]}
        match step.kind:
            case "convolution":
                source, window = self.windowed(step, value_before.shape)
                depthwise = step.groups > 1
                # [out, height, width, in], or [1, height, width, out] where each channel has its own filter.
                weight = step.weight.transpose((1, 2, 3, 0) if depthwise else (0, 2, 3, 1))
                inputs = [source, self.constant(f"{step.output}/weight", weight),
                          self.constant(f"{step.output}/bias", step.bias)]
                if depthwise:
                    self.operator(
                        Kind.DEPTHWISE_CONV_2D, inputs, output, schema.DepthwiseConv2DOptionsT, depthMultiplier=1,
                        dilationWFactor=1, dilationHFactor=1, **window, **activation)
                else:
                    self.operator(
                        Kind.CONV_2D, inputs, output, schema.Conv2DOptionsT, dilationWFactor=1, dilationHFactor=1,
                        **window, **activation)
            case "add":
                self.operator(
                    Kind.ADD, [self.names[name] for name in step.inputs], output, schema.AddOptionsT, **activation)
            case "maximum":
                source, window = self.windowed(step, value_before.shape)
                self.operator(
                    Kind.MAX_POOL_2D, [source], output, schema.Pool2DOptionsT, filterWidth=step.kernel,
                    filterHeight=step.kernel, **window, **activation)
            case "mean":
                axes = self.constant(f"{step.output}/axes", np.array([1, 2], np.int32))
                self.operator(
                    Kind.MEAN, [self.names[step.inputs[0]], axes], output, schema.ReducerOptionsT, keepDims=False)
            case "linear":
                inputs = [self.names[step.inputs[0]], self.constant(f"{step.output}/weight", step.weight),
                          self.constant(f"{step.output}/bias", step.bias)]
                self.operator(Kind.FULLY_CONNECTED, inputs, output, schema.FullyConnectedOptionsT, **activation)


def write(network, path):
    writer = Writer()
    writer.tensor("input", [1, SIDE, SIDE, 3])
    for step in network.steps:
        writer.step(step, network.values[step.inputs[0]], network.values[step.output])

    graph = schema.SubGraphT()
    graph.name, graph.tensors, graph.operators = b"main", writer.tensors, writer.operators
    graph.inputs, graph.outputs = [writer.names["input"]], [writer.names["logits"]]
    assert list(writer.tensors[graph.outputs[0]].shape) == [1, CLASSES]
    model = schema.ModelT()
    model.version, model.description = 3, network.architecture.encode()
    model.subgraphs, model.buffers, model.operatorCodes = [graph], writer.buffers, []
    for kind, version in VERSIONS.items():
        code = schema.OperatorCodeT()
        code.builtinCode = code.deprecatedBuiltinCode = kind
        code.version = version
        model.operatorCodes.append(code)
    builder = flatbuffers.Builder(1 << 26)
    builder.Finish(model.Pack(builder), b"TFL3")
    path.write_bytes(bytes(builder.Output()))
