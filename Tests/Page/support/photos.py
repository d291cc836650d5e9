"""Photos to upload, made of the two that ship."""

import io
import random
import shutil
from pathlib import Path

from PIL import Image

from support.server import ROOT

FIXTURES = ROOT / "Tests/Fixtures/Photos"
CAT = FIXTURES / "chelsea.png"
RACCOON = FIXTURES / "raccoon.jpg"


def copy(photo: Path, target: Path) -> Path:
    """The same bytes under another name."""
    shutil.copyfile(photo, target)
    return target


def recompress(photo: Path, target: Path) -> Path:
    """The same picture, smaller and in a lower quality: near-identical, but not equal."""
    with Image.open(photo) as image:
        image.convert("RGB").resize((image.width * 3 // 4, image.height * 3 // 4)).save(target, "JPEG", quality=60)
    return target


def cut(photo: Path, target: Path, box: tuple[int, int, int, int]) -> Path:
    """A part of a photo: another picture, with the animal where the box has it."""
    with Image.open(photo) as image:
        image.convert("RGB").crop(box).save(target, "JPEG", quality=90)
    return target


def mirror(photo: Path, target: Path) -> Path:
    """A photo seen in a mirror: the same animal, and nothing that counts as a copy."""
    with Image.open(photo) as image:
        image.convert("RGB").transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(target, "JPEG", quality=90)
    return target


def spoil(target: Path) -> Path:
    """A file that begins like a JPEG and goes on as nothing does."""
    target.write_bytes(bytes.fromhex("ffd8ffe000104a46494600010100000100010000") + b"These are no pixels. " * 50)
    return target


def noise(seed: int, width: int = 320, height: int = 240) -> bytes:
    """A JPEG unlike that of any other seed: coarse noise, blown up."""
    chance = random.Random(seed)
    coarse = Image.frombytes("RGB", (16, 12), chance.randbytes(16 * 12 * 3))
    file = io.BytesIO()
    coarse.resize((width, height), Image.Resampling.BICUBIC).save(file, "JPEG", quality=80)
    return file.getvalue()
