"""One run: prepare, measure the parts, report."""
import json
import os
import signal
import sys

import bulk
import camera
import cold
import inference
import machine
import options as command_line
import report
from environment import ROOT, CannotRun, prepare, say
from processes import Absent, Spawner
from rounds import Progress
from zooscan import ZooScan

PARTS = {"inference": inference, "cold": cold, "camera": camera, "bulk": bulk}


def main(arguments):
    options = command_line.parse(arguments, ROOT)
    # Ends by way of the processes' own ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return measure(options)
    except CannotRun as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        say("stopped; nothing was written")
        return 130


def measure(options):
    folder = options.output.absolute().parent
    if not os.access(folder, os.W_OK):
        raise CannotRun(f"Cannot write into {folder}, where --output is to go.")
    context = prepare(options)
    others = machine.Others()
    results, failures, warnings = {}, {}, []
    with Spawner(context.logs / "spawner.log") as spawner:
        zooscan = ZooScan(context.program, spawner)
        try:
            zooscan.version()
        except Absent as reason:
            raise CannotRun(f"{context.program} cannot be run: {reason}") from None
        plans = [PARTS[name].planned(context) for name in options.only]
        progress = Progress(sum(each * count for each, count in plans))
        for name in options.only:
            try:
                results[name] = PARTS[name].run(context, zooscan, progress, warnings)
            except Absent as reason:
                failures[name] = str(reason)
                say(f"{name}: not measured: {reason}")
        rows = machine.describe(zooscan, context)
    text = report.page(context, rows, results, failures, warnings, others.processors())
    print(text)
    if not any(one.rounds for one in report.contestants(results)):
        raise CannotRun("Nothing could be measured; the reasons are above. Nothing was written.")
    options.output.write_text(text)
    (context.folder / "results.json").write_text(json.dumps(report.raw(results), indent=1) + "\n")
    say(f"wrote {options.output} and, with every round, {context.folder / 'results.json'}")
    return 0
