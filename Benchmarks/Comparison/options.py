"""The command line."""
import argparse
from pathlib import Path

PARTS = ("inference", "cold", "camera", "bulk")

EPILOG = """\
parts:
  inference   one photo's network run, at 1 and 2 threads, for three models, in float32
  cold        a new process that names one photo: its time and its peak memory
  camera      photos of 8 to 16 megapixels from their bytes to the label, on one processor
  bulk        photos a second on one processor and on two

examples:
  Benchmarks/compare
      measure everything; takes about 25 minutes on a quiet machine
  Benchmarks/compare --quick --only inference
      a first impression of the network's speed
  Benchmarks/compare --only cold,camera --rounds 9
      two parts, more carefully
  Benchmarks/compare --zooscan ../other/bin/zooscan --output ../other.md
      another build's figures, into another file

The exit status is 0 if it could measure, whether or not ZooScan meets the bars, 1 if it could not, and 2 if the command
line is wrong."""


def parts(text):
    chosen = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [part for part in chosen if part not in PARTS]
    if unknown or not chosen:
        raise argparse.ArgumentTypeError(
            f"{unknown[0] if unknown else text!r} is no part; the parts are {', '.join(PARTS)}")
    return [part for part in PARTS if part in chosen]


def positive(kind):
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < 100_000:
            raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
        return value
    return parse


def parse(arguments, root):
    parser = argparse.ArgumentParser(
        prog="Benchmarks/compare", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="""\
Measures ZooScan against ONNX Runtime, OpenVINO and LiteRT, in turn, on the same models, photos and threads, and writes
Benchmarks/RESULTS.md. The first run fetches the peers (630 MB on disk, into .build/compare) and builds ZooScan.""")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.5 seconds: coarse, in about 4 minutes")
    parser.add_argument("--rounds", type=positive(int), metavar="N", help="interleaved rounds (default: 7)")
    parser.add_argument(
        "--seconds", type=positive(float), metavar="S", help="how long each measures in a round (default: 3)")
    parser.add_argument(
        "--only", type=parts, default=list(PARTS), metavar="PART,…", help="measure these parts only")
    parser.add_argument(
        "--zooscan", type=Path, metavar="PROGRAM", help="measure this program (default: what scripts/install makes)")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", default=root / "Benchmarks/RESULTS.md",
        help="where the tables go (default: Benchmarks/RESULTS.md)")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (3 if options.quick else 7)
    options.seconds = options.seconds or (0.5 if options.quick else 3.0)
    options.warm_up = min(0.5, options.seconds / 2)
    if options.zooscan:
        options.zooscan = options.zooscan.absolute()
    return options
