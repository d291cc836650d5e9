"""What was measured on, and what was measured."""
import importlib.metadata
import os
import platform
import resource
import subprocess
import time
from pathlib import Path

from environment import HERE, ROOT

# Those that decide how fast float32 convolutions can be.
FEATURES = ("sse4_2", "avx", "f16c", "fma", "avx2", "avx512f", "avx512bw", "avx512vl", "avx512_vnni", "avx512_bf16",
            "avx_vnni", "amx_bf16", "amx_tile", "asimd", "asimddp", "bf16", "sve")


def describe(zooscan, context):
    """Pairs of a name and a value, for a table."""
    found = processor()
    flags = found.get("flags", "").split()
    try:
        version = zooscan.version()
    except Exception as error:
        version = f"unknown ({error})"
    rows = [
        ("processor", found.get("model name") or platform.machine()),
        ("processors available", len(os.sched_getaffinity(0))),
        ("instruction sets", ", ".join(name for name in FEATURES if name in flags) or "unknown"),
        ("ZooScan's kernels", zooscan.machine.get("kernels", "not stated in this run")),
        ("one core's float32 peak, as `zooscan bench` measures it", peak(zooscan.machine)),
        ("memory", f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB"),
        ("system", f"{platform.system()} {platform.release()}, {distribution()}"),
        ("ZooScan", f"{version}, {'given by --zooscan' if context.options.zooscan else description()}"),
        ("Python", platform.python_version())]
    return rows + [(name, version) for name, version in packages(context)]


def peak(machine):
    return f"{machine['peakGFLOPS']:.4g} GFLOPS" if "peakGFLOPS" in machine else "not stated in this run"


def processor():
    """The first processor's fields in /proc/cpuinfo; Arm names the flags otherwise."""
    fields = {}
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault({"Features": "flags"}.get(name.strip(), name.strip()), value.strip())
    return fields


def distribution():
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown distribution")
    except OSError:
        return "unknown distribution"


def description():
    done = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--tags"], capture_output=True, text=True)
    return done.stdout.strip() or "not from Git"


def packages(context):
    """The peers as they are installed, not as they are asked for."""
    libraries = next((context.python.parent.parent / "lib").glob("python*/site-packages"))
    found = {item.metadata["Name"].lower(): item.version
             for item in importlib.metadata.distributions(path=[str(libraries)])}
    names = [line.partition("==")[0] for line in (HERE / "requirements.txt").read_text().splitlines()]
    return [(name, found.get(name, "absent")) for name in names if name and not name.startswith("#")]


class Others:
    """What else took processor time while this runs: other programs, and the host of a virtual machine."""

    def __init__(self):
        self.before = self.now()

    @staticmethod
    def now():
        fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
        # User, nice, system, interrupts and soft interrupts; then stolen.
        busy, stolen = sum(fields[:3]) + sum(fields[5:7]), fields[7]
        own = sum(usage.ru_utime + usage.ru_stime for usage in map(
            resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
        ticks = os.sysconf("SC_CLK_TCK")
        return time.monotonic(), busy / ticks - own, stolen / ticks

    def processors(self):
        """How many processors other programs had on average, and how many the host kept, once all workers are gone."""
        seconds, busy, stolen = (after - before for before, after in zip(self.before, self.now()))
        return max(busy / seconds, 0), stolen / seconds
