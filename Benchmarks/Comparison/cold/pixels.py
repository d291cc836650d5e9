"""A photo as the default model's input, by Pillow: upright, short side 256, middle 224 × 224, −1 to 1."""
import numpy
from PIL import Image, ImageOps


def read(path):
    image = Image.open(path)
    image.draft("RGB", (512, 512))
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode != "RGB":
        image = image.convert("RGB")
    width, height = image.size
    size = (256, 256 * height // width) if width < height else (256 * width // height, 256)
    left, top = (round((extent - 224) / 2) for extent in size)
    image = image.resize(size, Image.Resampling.BICUBIC).crop((left, top, left + 224, top + 224))
    return numpy.asarray(image).astype(numpy.float32) / 127.5 - 1
