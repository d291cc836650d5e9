"""Starts programs and says how long each took and how much memory it had, for commands as JSON lines.

Run as `python3 -I -S spawner.py`. It is a process of its own, and imports next to nothing, because Linux counts the
memory of the process that starts a program as that program's until it has replaced it: the least figure that can be
seen is this process's size, and `/bin/true` shows it.
"""
import json
import os
import sys
import time


def run(argv, environment, processors=None, folder=None):
    """Waits for the program. Its output goes to memory, as a pipe would have to be read while the clock runs."""
    output, errors = os.memfd_create("output"), os.memfd_create("errors")
    before = os.sched_getaffinity(0)
    if processors:
        os.sched_setaffinity(0, processors)
    if folder:
        os.chdir(folder)
    actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
               (os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, errors, 2)]
    start = time.perf_counter_ns()
    child = os.posix_spawnp(argv[0], argv, environment, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    wall = (time.perf_counter_ns() - start) / 1e6
    os.sched_setaffinity(0, before)
    return {"milliseconds": wall, "peak": usage.ru_maxrss * 1024, "status": os.waitstatus_to_exitcode(status),
            "output": contents(output), "errors": contents(errors)}


def contents(descriptor):
    os.lseek(descriptor, 0, os.SEEK_SET)
    with os.fdopen(descriptor, "rb") as file:
        return file.read().decode(errors="replace")


for line in sys.stdin:
    try:
        answer = run(**json.loads(line))
    except OSError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
