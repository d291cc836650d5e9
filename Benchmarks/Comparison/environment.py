"""What has to be there before anything is measured: the peers, their files and the program."""
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class CannotRun(Exception):
    """Nothing can be measured; the message says what to do."""


@dataclass
class Context:
    """Where everything is."""

    options: object
    folder: Path  # of everything that is made
    shared: Path
    python: Path  # with the peers
    models: Path
    program: Path
    lock: object  # held for as long as this is

    @property
    def logs(self):
        return self.folder / "logs"

    def photos(self, name):
        """The photos of a folder of the reference data, in a stable order; none if it is absent."""
        folder = self.shared / "photos" / name
        return sorted(path for path in folder.glob("*") if path.suffix.lower() in (".jpg", ".jpeg"))


def prepare(options):
    if sys.version_info < (3, 11):
        raise CannotRun(f"Python 3.11 or newer is needed for the peers; this is {sys.version.split()[0]}.")
    if len(os.sched_getaffinity(0)) < 2:
        say("Only one processor is available: what takes two is not measured.")
    folder = ROOT / ".build/compare"
    folder.mkdir(parents=True, exist_ok=True)
    lock = lock_folder(folder)
    for log in (folder / "logs").glob("*.log"):
        log.unlink()
    python = make_environment(folder)
    shared = Path(os.environ.get("ZOOSCAN_SHARED") or ROOT.parent / "shared").resolve()
    if not shared.is_dir():
        say("The reference data is absent (ZOOSCAN_SHARED, or ../shared): what needs it is not measured.")
    program = options.zooscan or install(folder)
    if not os.access(program, os.X_OK):
        raise CannotRun(f"{program} is not a program.")
    return Context(options, folder, shared, python, make_models(folder, python), program, lock)


def lock_folder(folder):
    """Keeps a second run out for as long as the result is open: it would falsify the first one's figures."""
    lock = open(folder / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotRun("Another run is going on in this checkout; both would measure each other.") from None
    return lock


def say(text):
    print(f"compare: {text}", file=sys.stderr, flush=True)


def run(command, failure, **arguments):
    """Runs it with its output to standard error, so that standard output carries the tables alone."""
    try:
        status = subprocess.run([str(word) for word in command], stdout=sys.stderr, **arguments).returncode
    except OSError as error:
        raise CannotRun(f"{failure}: {error}") from None
    if status != 0:
        raise CannotRun(failure)


def make_environment(folder):
    """A virtual environment with the pinned peers; made anew only where the pins have changed."""
    requirements = HERE / "requirements.txt"
    wanted = f"{sys.version}\n{requirements.read_text()}"
    environment, stamp = folder / "venv", folder / "venv-stamp"
    python = environment / "bin/python"
    if python.exists() and stamp.exists() and stamp.read_text() == wanted:
        return python
    try:
        import ensurepip  # noqa: F401 - Debian leaves it out of python3, and venv then fails half-way.
        import venv  # noqa: F401
    except ImportError:
        raise CannotRun(
            "This Python cannot make virtual environments. On Debian and its relatives: apt-get install python3-venv"
        ) from None
    say("Fetching the peers (about 250 MB); only the first run does")
    shutil.rmtree(environment, ignore_errors=True)
    run([sys.executable, "-m", "venv", environment],
        "Cannot make a virtual environment. On Debian and its relatives: apt-get install python3-venv")
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements],
        "Cannot install the peers that Benchmarks/Comparison/requirements.txt names; pip says why above.")
    stamp.write_text(wanted)
    return python


def make_models(folder, python):
    """The random networks and the engines' input, made anew only where the scripts have changed."""
    scripts = sorted((HERE / "models").glob("*.py"))
    photo = ROOT / "Tests/Fixtures/Photos/chelsea.png"
    configuration = ROOT / "Models/efficientnet-lite0/config.json"
    parts = [*scripts, HERE / "requirements.txt", photo, configuration]
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
    models, stamp = folder / "models", folder / "models-stamp"
    if models.is_dir() and stamp.exists() and stamp.read_text() == wanted:
        return models
    say("Making the models")
    shutil.rmtree(models, ignore_errors=True)
    run([python, HERE / "models/build.py", models], "Cannot make the models; the reason is above.")
    run([python, HERE / "models/inputs.py", models, photo, configuration], "Cannot make the input for the models.")
    stamp.write_text(wanted)
    return models


def install(folder):
    """The program that users get. Building again is quick where nothing has changed."""
    prefix = folder / "prefix"
    run([ROOT / "scripts/install", prefix], "scripts/install failed, see above.", cwd=ROOT)
    return prefix / "bin/zooscan"
