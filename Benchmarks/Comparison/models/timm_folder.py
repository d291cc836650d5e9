"""Writes a network as a folder in the layout of Hugging Face and timm."""
import json

from safetensors.numpy import save_file

from networks import CLASSES, SIDE

MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
ENDS = {"mobilenetv2_100": ("conv_stem", "classifier", 1280), "resnet18": ("conv1", "fc", 512)}


def write(network, folder):
    first, last, features = ENDS[network.architecture]
    folder.mkdir(parents=True, exist_ok=True)
    save_file(network.tensors, folder / "model.safetensors", {"format": "pt"})
    configuration = {
        "architecture": network.architecture, "num_classes": CLASSES, "num_features": features, "global_pool": "avg",
        "label_names": [f"class {index}" for index in range(CLASSES)],
        "pretrained_cfg": {
            "input_size": [3, SIDE, SIDE], "fixed_input_size": False, "interpolation": "bicubic", "crop_pct": 0.875,
            "crop_mode": "center", "mean": MEAN, "std": DEVIATION, "num_classes": CLASSES, "pool_size": [7, 7],
            "first_conv": first, "classifier": last}}
    (folder / "config.json").write_text(json.dumps(configuration, indent=1) + "\n")
