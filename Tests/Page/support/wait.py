"""Waiting for conditions."""

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def wait(condition: Callable[[], Value], what: str, seconds: float = 10) -> Value:
    """Asks until the answer is true, and gives it; fails by naming what was waited for, and the last answer."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds:g} s in vain until {what}; the last answer was {value!r}")
        time.sleep(0.02)
