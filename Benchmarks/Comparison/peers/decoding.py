"""The usual ways in Python from a photo's bytes to the default model's input: [1, 3, 224, 224], float32, −1 to 1.

Each turns the photo upright, makes its short side 256 pixels and takes the 224 × 224 in its middle.
"""
import io

import numpy as np

import jpeg

SIDE, SCALED = 224, 256
# ZooScan's fast decoding keeps twice the pixels that a photo is resized to, as Pillow's own thumbnail() does.
GAP = 2


def tensor(pixels):
    return np.ascontiguousarray(pixels.astype(np.float32).transpose(2, 0, 1)[None] * np.float32(1 / 127.5) - 1)


def middle(width, height):
    """The size that makes the short side right, and the box of the middle in it."""
    if width < height:
        size = (SCALED, int(SCALED * height / width))
    else:
        size = (int(SCALED * width / height), SCALED)
    left, top = (round((extent - SIDE) / 2) for extent in size)
    return size, (left, top, left + SIDE, top + SIDE)


def pillow(data, least=None):
    """By Pillow: whole, or by draft at the smallest scale that keeps the short side at `least` pixels."""
    from PIL import Image, ImageOps

    image = Image.open(io.BytesIO(data))
    if least:
        image.draft("RGB", (least, least))
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode != "RGB":
        image = image.convert("RGB")
    size, box = middle(*image.size)
    return tensor(np.asarray(image.resize(size, Image.Resampling.BICUBIC).crop(box)))


def opencv(data):
    """By OpenCV, at the smallest of its scales that keeps enough pixels."""
    import cv2

    side = min(jpeg.size(data))
    flags = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}
    flag = next((flags[scale] for scale in (8, 4, 2) if side >= scale * GAP * SCALED), cv2.IMREAD_COLOR)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    height, width = image.shape[:2]
    size, (left, top, right, bottom) = middle(width, height)
    # INTER_AREA is what OpenCV advises for shrinking: its bicubic one would alias.
    image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)[top:bottom, left:right]
    return tensor(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))


WAYS = {
    "Pillow whole": pillow,
    "Pillow draft": lambda data: pillow(data, GAP * SCALED),
    "Pillow draft, smallest": lambda data: pillow(data, SCALED),
    "OpenCV reduced": opencv,
}
