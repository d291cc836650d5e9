"""Figures that are measured on the way, for the report at the end."""

_figures: list[str] = []


def report(figure: str) -> None:
    _figures.append(figure)


def reported() -> list[str]:
    return _figures
