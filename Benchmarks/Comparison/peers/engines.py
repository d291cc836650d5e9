"""The engines that ZooScan is measured against, each with what its documentation advises for the least latency in
float32. `run` is the network alone: its input is in place before."""
import numpy as np


class ONNXRuntime:
    suffix = "onnx"

    def __init__(self, model, threads):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.name = self.session.get_inputs()[0].name

    def set_input(self, pixels):
        """Pixels are float32, [1, height, width, 3], normalized."""
        self.feed = {self.name: np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))}

    def run(self):
        self.outputs = self.session.run(None, self.feed)

    def logits(self):
        return self.outputs[0][0]


class OpenVINO:
    suffix = "onnx"

    def __init__(self, model, threads):
        import openvino

        self.tensor = openvino.Tensor
        self.core = openvino.Core()
        compiled = self.core.compile_model(model, "CPU", {
            "INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": 1,
            "INFERENCE_NUM_THREADS": threads})
        self.request = compiled.create_infer_request()

    def set_input(self, pixels):
        # Kept, since the tensor shares its memory.
        self.pixels = np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))
        self.request.set_input_tensor(self.tensor(self.pixels, shared_memory=True))

    def run(self):
        self.request.infer()

    def logits(self):
        return self.request.get_output_tensor().data[0]


class LiteRT:
    suffix = "tflite"

    def __init__(self, model, threads):
        from ai_edge_litert.interpreter import Interpreter

        self.interpreter = Interpreter(model, num_threads=threads)
        self.interpreter.allocate_tensors()
        self.input = self.interpreter.get_input_details()[0]["index"]
        self.output = self.interpreter.get_output_details()[0]["index"]

    def set_input(self, pixels):
        self.interpreter.set_tensor(self.input, pixels)

    def run(self):
        self.interpreter.invoke()

    def logits(self):
        return self.interpreter.get_tensor(self.output)[0]


ENGINES = {"ONNX Runtime": ONNXRuntime, "OpenVINO": OpenVINO, "LiteRT": LiteRT}
