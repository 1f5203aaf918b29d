"""Things a worker may be asked to do, most of them unkind."""

import os
import signal
import time

from sheaf.errors import StorageError


def double(value):
    return value * 2


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
