"""Makes the random networks' files: `build.py FOLDER`. The numbers are the same in all three formats."""
import sys
from pathlib import Path

import networks
import onnx_file
import tflite_file
import timm_folder


def main():
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for make in (networks.mobilenetv2_100, networks.resnet18):
        network = make()
        timm_folder.write(network, target / network.architecture)
        onnx_file.write(network, target / f"{network.architecture}.onnx")
        tflite_file.write(network, target / f"{network.architecture}.tflite")


main()
