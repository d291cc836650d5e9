"""Markdown tables, and how figures are written in them."""


def table(head, rows, figures=True):
    """The first column is text; the others are figures, which stand at the right, or text too."""
    lines = [head, ["---", *["---:" if figures else "---"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def milliseconds(value):
    return "absent" if value is None else f"{value:.2f} ms" if value < 100 else f"{value:.0f} ms"


def rate(value):
    return "absent" if value is None else f"{value:.1f}"


def memory(value):
    return "–" if value is None else f"{value / 2**20:.1f} MiB"


def percent(value):
    return "–" if value is None else f"{value:.0%}"


def ratio(above, below):
    return None if above is None or below is None else above / below


def times(value):
    return "–" if value is None else f"{value:.2f}"


def best(contestants, most=False):
    """The best of those that were measured, by their medians; None if none was."""
    measured = [contestant for contestant in contestants if contestant.median is not None]
    choose = max if most else min
    return choose(measured, key=lambda contestant: contestant.median) if measured else None


def absences(contestants, where=""):
    """A line for each that could not be had."""
    return [f"- absent: {contestant.name}{contestant.detail}{where}: {contestant.absent}"
            for contestant in contestants if contestant.absent]


def followed(lines):
    """Those lines, each once, apart from what stands before them."""
    return "".join(f"\n{line}" for line in dict.fromkeys(lines))
