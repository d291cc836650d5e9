"""MobileNetV2 1.0 and ResNet-18 with seeded random weights, named as timm names them.

A network whose activations die out, or grow without bounds, or hold denormals, would run at another speed than a
trained one and make a comparison of outputs worthless. So weights are drawn after He, and each batch norm takes its
statistics from what the convolution before it makes of a seeded picture, as training would have it.
"""
from dataclasses import dataclass, field

import numpy as np

EPSILON = 1e-5
CLASSES = 1000
SIDE = 224
LIMITS = {None: (-np.inf, np.inf), "relu": (0, np.inf), "relu6": (0, 6)}


@dataclass
class Step:
    """One operation on values that are known by name; a convolution's batch norm is folded into it."""

    kind: str  # convolution, add, maximum, mean or linear
    inputs: list[str]
    output: str
    weight: np.ndarray | None = None  # [out, in / groups, height, width]; [out, in] where linear
    bias: np.ndarray | None = None
    kernel: int = 1
    stride: int = 1
    groups: int = 1
    activation: str | None = None

    @property
    def padding(self):
        """On every side alike, as PyTorch pads."""
        return self.kernel // 2


@dataclass
class Network:
    architecture: str
    seed: int
    tensors: dict[str, np.ndarray] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    values: dict[str, np.ndarray] = field(default_factory=dict)  # what the seeded picture becomes, [height, width, n]

    def __post_init__(self):
        self.random = np.random.default_rng(self.seed)
        self.values["input"] = picture(self.random)

    def add_step(self, step, value):
        low, high = LIMITS[step.activation]
        self.steps.append(step)
        self.values[step.output] = np.clip(value, low, high).astype(np.float32)
        return step.output

    def convolution(self, source, name, norm, channels, kernel=1, stride=1, depthwise=False, activation=None):
        value = self.values[source]
        groups = value.shape[2] if depthwise else 1
        shape = (channels, value.shape[2] // groups, kernel, kernel)
        weight = self.random.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape).astype(np.float32)
        raw = convolve(value, weight, stride, groups)
        scale = self.random.uniform(0.7, 1.3, channels).astype(np.float32)
        shift = self.random.normal(0, 0.2, channels).astype(np.float32)
        mean = raw.mean((0, 1)).astype(np.float32)
        variance = (raw.var((0, 1)) + 1e-3).astype(np.float32)
        self.tensors |= {
            f"{name}.weight": weight, f"{norm}.weight": scale, f"{norm}.bias": shift,
            f"{norm}.running_mean": mean, f"{norm}.running_var": variance,
            f"{norm}.num_batches_tracked": np.array(0, np.int64)}
        factor = scale.astype(np.float64) / np.sqrt(variance.astype(np.float64) + EPSILON)
        folded = (weight * factor[:, None, None, None]).astype(np.float32)
        bias = (shift - mean * factor).astype(np.float32)
        step = Step("convolution", [source], name, folded, bias, kernel, stride, groups, activation)
        return self.add_step(step, raw * factor + bias)

    def add(self, left, right, name, activation=None):
        step = Step("add", [left, right], name, activation=activation)
        return self.add_step(step, self.values[left] + self.values[right])

    def maximum(self, source, name, kernel, stride):
        step = Step("maximum", [source], name, kernel=kernel, stride=stride)
        # Padding with zeros is padding with nothing here: what comes in has been through a ReLU.
        return self.add_step(step, windows(self.values[source], kernel, stride).max((3, 4)))

    def classify(self, source, name):
        pooled = self.add_step(Step("mean", [source], "pooled"), self.values[source].mean((0, 1)))
        features = self.values[pooled]
        weight = self.random.normal(0, 1, (CLASSES, features.size))
        # Logits that spread by about 2.5, as those of a trained network do.
        weight = (weight * 2.5 / np.std(weight @ features)).astype(np.float32)
        bias = self.random.normal(0, 0.1, CLASSES).astype(np.float32)
        self.tensors |= {f"{name}.weight": weight, f"{name}.bias": bias}
        self.add_step(Step("linear", [pooled], "logits", weight, bias), weight @ features + bias)


def picture(random):
    """Noise at all scales, as in photos: noise at one scale averages out behind a few convolutions."""
    total = np.zeros((SIDE, SIDE, 3), np.float32)
    for cells in (2, 7, 28, 112, 224):
        repeat = SIDE // cells
        total += random.normal(0, 0.6, (cells, cells, 3)).repeat(repeat, 0).repeat(repeat, 1)
    return total


def windows(value, kernel, stride):
    """[height, width, channels, kernel, kernel], of the value padded by zeros on every side."""
    edge = kernel // 2
    padded = np.pad(value, ((edge, edge), (edge, edge), (0, 0)))
    return np.lib.stride_tricks.sliding_window_view(padded, (kernel, kernel), (0, 1))[::stride, ::stride]


def convolve(value, weight, stride, groups):
    view = windows(value, weight.shape[2], stride)
    if groups > 1:
        return np.einsum("hwcij,cij->hwc", view, weight[:, 0], optimize=True)
    return np.tensordot(view, weight, ([2, 3, 4], [1, 2, 3]))


def mobilenetv2_100():
    network = Network("mobilenetv2_100", seed=20)
    x = network.convolution("input", "conv_stem", "bn1", 32, kernel=3, stride=2, activation="relu6")
    x = network.convolution(
        x, "blocks.0.0.conv_dw", "blocks.0.0.bn1", 32, kernel=3, depthwise=True, activation="relu6")
    x = network.convolution(x, "blocks.0.0.conv_pw", "blocks.0.0.bn2", 16)
    stages = [(24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1)]
    for stage, (channels, repeats, stride) in enumerate(stages, 1):
        for block in range(repeats):
            name = f"blocks.{stage}.{block}"
            wide = 6 * network.values[x].shape[2]
            y = network.convolution(x, f"{name}.conv_pw", f"{name}.bn1", wide, activation="relu6")
            y = network.convolution(
                y, f"{name}.conv_dw", f"{name}.bn2", wide, kernel=3, stride=stride if block == 0 else 1,
                depthwise=True, activation="relu6")
            y = network.convolution(y, f"{name}.conv_pwl", f"{name}.bn3", channels)
            x = network.add(x, y, f"{name}.add") if block > 0 else y
    x = network.convolution(x, "conv_head", "bn2", 1280, activation="relu6")
    network.classify(x, "classifier")
    return network


def resnet18():
    network = Network("resnet18", seed=18)
    x = network.convolution("input", "conv1", "bn1", 64, kernel=7, stride=2, activation="relu")
    x = network.maximum(x, "maxpool", kernel=3, stride=2)
    for stage, channels in enumerate((64, 128, 256, 512), 1):
        for block in range(2):
            name = f"layer{stage}.{block}"
            stride = 2 if stage > 1 and block == 0 else 1
            y = network.convolution(
                x, f"{name}.conv1", f"{name}.bn1", channels, kernel=3, stride=stride, activation="relu")
            y = network.convolution(y, f"{name}.conv2", f"{name}.bn2", channels, kernel=3)
            if stride > 1:
                x = network.convolution(x, f"{name}.downsample.0", f"{name}.downsample.1", channels, stride=stride)
            x = network.add(x, y, f"{name}.add", activation="relu")
    network.classify(x, "fc")
    return network
