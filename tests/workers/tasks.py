"""Things a worker may be asked to do, most of them unkind."""

import gc
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from sheaf import programs
from sheaf.errors import StorageError, disk_errors


def double(value):
    return value * 2


def objects_until_garbage(value):
    return gc.get_threshold()[0]


def slow_double(value):
    time.sleep(0.05 if value % 3 else 0.2)
    return value * 2


def hang(value):
    while True:
        pass


def eat(value):
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * 10_000_000))


def grab(value):
    return len(bytearray(10**12))


def crash(value):
    os.kill(os.getpid(), signal.SIGSEGV)


def end_by_a_signal_without_a_name(value):
    os.kill(os.getpid(), signal.SIGRTMIN + 3)


def complain_and_crash(value):
    os.write(2, b"x" * 100_000 + b"\nand then it broke\n")
    crash(value)


def leave(value):
    os._exit(3)


def fail(value):
    raise ValueError(f"no such thing as {value}")


def fill_disk(value):
    raise StorageError("tmp cannot be written: No space left on device.")


def who(value):
    return os.getpid()


def sleep_long(value):
    time.sleep(600)


def write_files(value):
    for _ in range(20):
        Path(tempfile.mkstemp()[1]).write_bytes(bytes(10_000_000))
        time.sleep(0.02)
    sleep_long(value)


def write_deleted_file(value):
    files = [tempfile.TemporaryFile() for _ in range(20)]  # noqa: SIM115
    for file in files:
        file.write(bytes(10_000_000))
        time.sleep(0.02)
    sleep_long(value)


def write_in_a_program(value):
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    code = "import tasks; tasks.write_deleted_file(1)"
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    programs.run(("python", "-c", code), seconds=60)


def write_many_files(value):
    folder = Path(tempfile.mkdtemp())
    for number in range(12_000):
        (folder / str(number)).touch()
    sleep_long(value)


def write_one_large_file(value):
    with disk_errors(Path(tempfile.gettempdir())):
        os.truncate(tempfile.mkstemp()[1], 65 * 1024**2)
    sleep_long(value)


def sleep_for(seconds) -> int:
    time.sleep(seconds)
    return 1
