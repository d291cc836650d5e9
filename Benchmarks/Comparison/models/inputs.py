"""Makes what the engines are given: `inputs.py FOLDER PHOTO CONFIGURATION`.

check.png is 256 × 256: its short side is what the models resize to, so it reaches the network as it is but for the
crop, and every engine sees the same numbers. pixels-NAME.npy is that, normalized: [1, 224, 224, 3], float32.
"""
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from timm_folder import DEVIATION, MEAN

NORMS = {"half": ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)), "imagenet": (MEAN, DEVIATION)}


def main():
    folder, photo, configuration = map(Path, sys.argv[1:])
    image = ImageOps.fit(Image.open(photo).convert("RGB"), (256, 256), Image.Resampling.BICUBIC)
    image.save(folder / "check.png")
    pixels = np.asarray(image.crop((16, 16, 240, 240))).astype(np.float32)[None] / 255
    for name, (mean, deviation) in NORMS.items():
        np.save(folder / f"pixels-{name}.npy", ((pixels - np.float32(mean)) / np.float32(deviation)))
    labels = json.loads(configuration.read_text())["label_names"]
    (folder / "labels.txt").write_text("\n".join(labels) + "\n")


main()
