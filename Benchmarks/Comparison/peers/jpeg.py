"""A JPEG's size from its frame header, which OpenCV has no function for. Needs nothing but Python."""


def size(data):
    """Width and height, before the photo is turned upright."""
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 <= len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2:at + 4], "big")
        # All frames are C0 to CF, but for the tables and the mark among them.
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = (int.from_bytes(data[at + i:at + i + 2], "big") for i in (5, 7))
            return width, height
        at += 2 + length
    raise ValueError("not a JPEG with a frame header")
