"""Measures in interleaved rounds, so that whatever drifts in the machine hits all contestants alike."""
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import Callable

from processes import Absent, Worker, wait_until_idle


@dataclass
class Contestant:
    """One program doing one thing: `measure` gives {"value": …} and whatever else is worth keeping of a round."""

    name: str
    measure: Callable[[], dict] | None = None
    is_peer: bool = True
    worker: Worker | None = None
    detail: str = ""  # what sets it apart from a contestant of the same name
    rounds: list[dict] = field(default_factory=list)
    absent: str | None = None

    @property
    def values(self):
        return [taken["value"] for taken in self.rounds]

    @property
    def median(self):
        return statistics.median(self.values) if self.rounds else None

    @property
    def spread(self):
        """How far the rounds lie apart, as a share of their median. One round alone does not tell."""
        return (max(self.values) - min(self.values)) / self.median if len(self.rounds) > 1 else None

    @property
    def minimum(self):
        """Of all single runs, where the rounds know it."""
        return min((taken["minimum"] for taken in self.rounds if "minimum" in taken), default=None)

    @property
    def peak(self):
        peaks = [taken["peak"] for taken in self.rounds if taken.get("peak")]
        return max(peaks) if peaks else None


class Progress:
    """Says what is measured now and about how long the rest will take."""

    def __init__(self, seconds, quiet=False):
        self.planned, self.done, self.quiet = seconds, 0.0, quiet
        self.start, self.first = time.monotonic(), None

    def begin(self, what):
        self.first = self.first or time.monotonic()
        # What was planned is corrected by how long the part that is done really took.
        rate = (time.monotonic() - self.first) / self.done if self.done > 5 else 1.0
        left = max(self.planned - self.done, 0) * rate
        shown = f"{left / 60:.0f} min" if left > 90 else f"{left:.0f} s"
        self.say(f"{what} (about {shown} left) … ", end="")

    def end(self, result, seconds):
        self.done += seconds
        self.say(result)

    def skip(self, seconds):
        self.planned -= seconds

    def say(self, text, end="\n"):
        if not self.quiet:
            print(text, end=end, file=sys.stderr, flush=True)


def measure(title, contestants, rounds, planned, progress, warnings, unit="ms"):
    """Runs every contestant once a round, each round starting with another. `planned` is the seconds of one run."""
    workers = [contestant.worker for contestant in contestants if contestant.worker]
    for contestant in contestants:
        if contestant.absent:
            progress.skip(planned * rounds)
            progress.say(f"{title}: {contestant.name}{contestant.detail}: absent: {contestant.absent}")
    for number in range(rounds):
        turn = number % len(contestants)
        for contestant in contestants[turn:] + contestants[:turn]:
            if contestant.absent:
                continue
            progress.begin(f"{title}: {contestant.name}{contestant.detail}, round {number + 1} of {rounds}")
            wait_until_idle(workers)
            others = [worker for worker in workers if worker is not contestant.worker]
            before, start = sum(worker.busy_seconds() for worker in others), time.monotonic()
            try:
                taken = contestant.measure()
            except Absent as reason:
                contestant.absent, contestant.rounds = str(reason), []
                progress.skip(planned * (rounds - number))
                progress.end(f"absent: {reason}", 0)
                continue
            taken_by_others = sum(worker.busy_seconds() for worker in others) - before
            share = taken_by_others / (time.monotonic() - start)
            # The system counts in hundredths of a second: a few of them are no spinning.
            if share > 0.02 and taken_by_others > 0.03:
                warnings.append(f"{title}: idle peers took {share:.0%} of a processor while {contestant.name} ran")
            contestant.rounds.append(taken)
            progress.end(f"{taken['value']:.4g} {unit}", planned)
