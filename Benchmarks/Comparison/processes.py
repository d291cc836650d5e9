"""The processes that measure: started, asked by JSON lines, and ended."""
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")


class Absent(Exception):
    """What was to be measured cannot be had here; the message says why."""


class Worker:
    """A process that answers each line with a line. It ends with this one: its standard input then does."""

    def __init__(self, name, command, environment, log, processors=None):
        self.name, self.log = name, log
        log.parent.mkdir(parents=True, exist_ok=True)
        # A session of its own makes a group that can be ended as a whole, and keeps a terminal's Ctrl-C from it.
        before = os.sched_getaffinity(0)
        if processors:
            os.sched_setaffinity(0, processors)
        try:
            with open(log, "ab") as errors:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment,
                    start_new_session=True)
        finally:
            os.sched_setaffinity(0, before)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, *, timeout=300, **command):
        """The answer to a command. Absent if there is none, or if it is an error."""
        try:
            self.process.stdin.write(json.dumps(command).encode() + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            # It ended by itself, or was ended here after it gave no answer.
            raise Absent(self.ending()) from None
        if not self.selector.select(timeout):
            self.close()
            raise Absent(f"no answer within {timeout} seconds")
        line = self.process.stdout.readline()
        if not line:
            raise Absent(self.ending())
        answer = json.loads(line)
        if "error" in answer:
            raise Absent(answer["error"])
        return answer

    def ending(self):
        status = self.process.wait()
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return f"its process ended with status {status}" + (f": {lines[-1]}" if lines else "")

    def busy_seconds(self):
        """Processor time so far, of this process and of those that it started and still has."""
        total = 0
        for process in [self.process.pid, *children(self.process.pid)]:
            try:
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                total += int(fields[11]) + int(fields[12])
            except (FileNotFoundError, ProcessLookupError):
                pass
        return total / TICKS

    def close(self):
        if self.process.poll() is None:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                pass
        # The leader may have gone while its group has not.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.selector.close()
        self.process.stdout.close()


def children(process):
    found = []
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *children(int(child))]
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


class Spawner(Worker):
    """Runs programs to their ends."""

    def __init__(self, log):
        super().__init__("spawner", [sys.executable, "-I", "-S", str(HERE / "spawner.py")], clean_environment(), log)
        self.floor = self.run(["/bin/true"])["peak"]

    def run(self, argv, processors=None, folder=None, timeout=900, environment=None):
        argv = [str(word) for word in argv]
        answer = self.ask(
            argv=argv, environment=environment or clean_environment(), timeout=timeout,
            processors=processors and sorted(processors), folder=folder and str(folder))
        if answer["status"] != 0:
            said = (answer["errors"].strip() or answer["output"].strip()).splitlines()
            raise Absent(said[0] if said else f"{Path(argv[0]).name} ended with status {answer['status']}")
        return answer


def clean_environment():
    """The same for all that is measured, without what a user may have set for one of them."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ} | {
        "LC_ALL": "C.UTF-8"}


def peer(context, name, script, processors=None):
    """A worker in the peers' environment that runs one of their scripts."""
    log = context.logs / f"{name.replace(' ', '-').replace(',', '')}.log"
    return Worker(
        name, [str(context.python), str(HERE / "peers" / script)], clean_environment(), log, processors)


def wait_until_idle(workers, limit=3.0):
    """Lets threads that spin for a while after their work go to sleep, so that they take nothing from the next."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        before = sum(worker.busy_seconds() for worker in workers)
        time.sleep(0.1)
        if sum(worker.busy_seconds() for worker in workers) - before <= 1.5 / TICKS:
            return
