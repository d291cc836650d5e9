"""The page that a run makes."""
import datetime
import re

import bars
from environment import ROOT
from options import PARTS as NAMES
from sections import PARTS
from tables import table

# How far apart the rounds of half of the contestants lie, and how many processors others have, on a machine that is not
# quiet enough: above either, runs differ by more than the bars are apart.
NOISY_SPREAD, NOISY_OTHERS = 0.10, 0.05


def page(context, machine, results, failures, warnings, others):
    options = context.options
    parts = [
        "# ZooScan against other engines",
        f"Made by `Benchmarks/compare` on {datetime.date.today().isoformat()}; run it to make it anew. Smaller is "
        "better in every ratio but photos a second.",
        "Each figure is the median over the rounds of each round's median. In a round all take their turn, each round "
        f"starting with another, and only one runs at any time: {options.rounds} "
        f"round{'s' if options.rounds > 1 else ''}, {options.seconds:g} s each"
        f"{', --quick' if options.quick else ''}.",
        "## Bars", bars.markdown(bars.bars(results)) if results else "Nothing was measured."]
    for name in NAMES:
        title, write = PARTS[name]
        parts.append(f"## {title}")
        if name in results:
            parts.append(write(results[name]))
        elif name in failures:
            parts.append(f"Not measured in this run: {failures[name]}.")
        else:
            parts.append("Not measured in this run.")
    parts += ["## Noise", noise(results, others), *[f"- {warning}" for warning in warnings]]
    parts += ["## Machine and versions", table(["", ""], machine, figures=False)]
    text = re.sub(r"\n{3,}", "\n\n", "\n\n".join(parts)).rstrip("\n") + "\n"
    # An error may name files; where they lie on this machine is nobody's business.
    for path, name in ((str(context.program), "zooscan"), (f"{ROOT}/", ""), (f"{context.shared}/", "shared/")):
        text = text.replace(path, name)
    return text


def contestants(results):
    for group in results.get("inference") or []:
        yield from group.contestants
    for name in ("cold", "camera"):
        yield from results.get(name, {}).get("contestants", [])
    for collection in results.get("bulk") or []:
        for some in collection.contestants.values():
            yield from some


def noise(results, others):
    busy, stolen = others
    spreads = sorted(one.spread for one in contestants(results) if one.spread is not None)
    if spreads:
        middle = spreads[len(spreads) // 2]
        apart = (f"From the fastest to the slowest round it is {middle:.0%} of the median for half of the contestants, "
                 f"and {spreads[-1]:.0%} at most.")
    else:
        middle, apart = 0, "One round alone does not tell how far rounds lie apart."
    noisy = middle > NOISY_SPREAD or busy + stolen > NOISY_OTHERS
    verdict = "**The machine was noisy: take the figures as rough.**" if noisy else "The machine was quiet."
    return (f"{verdict} {apart} During the run other programs took {busy:.2f} processors on average, and a virtual "
            f"machine's host {stolen:.2f}.")


def raw(results):
    """All rounds of all contestants, for programs."""
    return [{"name": one.name + one.detail, "rounds": one.rounds, "absent": one.absent} for one in contestants(results)]
