"""What a peer's process is made of: it reads one JSON command a line and answers with one JSON line."""
import json
import os
import statistics
import sys
import time


def serve(**commands):
    """Answers {"do": name, …} by commands[name](…), until standard input ends. An exception becomes {"error": …}."""
    # Libraries print to standard output as they please: the answers get a descriptor of their own.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = commands[command.pop("do")](**command) or {}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def repeat(action, seconds, warm_up, least=3):
    """Milliseconds of each run of the action, over that many seconds and at least so many runs, after the warm-up."""
    clock = time.perf_counter_ns
    end = clock() + warm_up * 1e9
    while clock() < end:
        action()
    times = []
    end = clock() + seconds * 1e9
    while clock() < end or len(times) < least:
        start = clock()
        action()
        times.append((clock() - start) / 1e6)
    return times


def summary(times):
    ordered = sorted(times)
    return {"runs": len(times), "minimum": ordered[0], "median": statistics.median(ordered),
            "p90": ordered[int(0.9 * (len(ordered) - 1))]}


def peak_memory():
    """Bytes, of this process and of nothing that it was forked from."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))
