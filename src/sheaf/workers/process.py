"""Processes of ours as their parent sees them: started, spoken to, watched, killed."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar

from sheaf.errors import disk_errors
from sheaf.records import Dropped, Outcome
from sheaf.workers.messages import TASK_HEADER, Inbox, Message

PAGE = os.sysconf("SC_PAGE_SIZE")
# There is a worker for each core, and matrices as small as ours only lose by being shared out.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
LAST_BYTES = 4096  # of what it wrote: a library may have complained about every page of a document
BLOCK = 512  # bytes, whatever the file system: stat(2)
# A worker that waits for work takes a task at once; one that does not must not hold us up.
SEND_SECONDS = 10.0
KILLED = "its worker was killed by the system"
PIECE = 256 * 1024  # of an answer


@dataclass(frozen=True, slots=True)
class DiskUse:
    bytes: int
    files: int


@dataclass(slots=True)
class WorkerProcess:
    process: subprocess.Popen[bytes]
    channel: socket.socket
    errors: IO[bytes]
    folder: Path
    inbox: Inbox = field(default_factory=Inbox)
    # It said so. It gets its first task only then: what is sent to one stuck in its start waits.
    is_ready: bool = False

    @classmethod
    def start(cls, memory: int, disk: int, scratch: Path | None = None) -> WorkerProcess:
        """A fresh interpreter, not multiprocessing's spawn: that would run the caller's own
        script again, and a script need not expect to be run twice. Its temporary files, and those
        of programs it calls, go to a folder of its own in `scratch`. We remove it: a killed worker
        cannot."""
        numbers = (memory, disk, os.getpid())
        ours, theirs = socket.socketpair()
        with disk_errors(scratch or Path(tempfile.gettempdir())):
            folder = Path(tempfile.mkdtemp(prefix="worker-", dir=scratch)).absolute()
            errors = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - closed by kill()
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "sheaf.workers.worker_main",
                str(theirs.fileno()),
                *map(str, numbers),
            ],
            env={**os.environ, **ONE_THREAD, "TMPDIR": str(folder)},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            # A group of its own, so that a program it called dies with it.
            start_new_session=True,
        )
        theirs.close()
        ours.settimeout(SEND_SECONDS)
        with contextlib.suppress(OSError):  # it died already: whoever listens will notice
            ours.sendall(_pack_task(sys.path))
        return cls(process, ours, errors, folder)

    def send(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        # Who opens the library for writing sweeps what lies in `scratch`, between two imports of
        # a crawl too.
        self.folder.mkdir(exist_ok=True)
        self.channel.sendall(_pack_task((function, arguments)))

    def receive(self) -> list[Message]:
        """What has come, without waiting for the rest of it. Called when something is there."""
        piece = self.channel.recv(PIECE)
        if not piece:
            raise EOFError
        return self.inbox.take(piece)

    def is_silent(self) -> bool:
        """Whether it has said nothing that nobody took in, and goes on."""
        return not self.inbox.begun and not wait_for([self], 0)

    def memory(self) -> int:
        """Resident bytes of the worker and of a program it called; 0 where the system does not
        tell (then only the address space is limited)."""
        return sum(resident(process) for process in self._processes())

    def disk_use(self) -> DiskUse:
        """What the worker and a program it called have in temporary files now. A document can make
        Ghostscript delete a file that it still writes to: such files are counted too."""
        visible = _files_below(self.folder)
        hidden = [size for process in self._processes() for size in _deleted_open_files(process)]
        return DiskUse(sum(visible) + sum(hidden), len(visible))

    def _processes(self) -> list[int]:
        worker = self.process.pid
        try:
            called = Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
        except OSError:
            called = []
        return [worker, *map(int, called)]

    def tidy_up(self) -> None:
        """What it wrote about a document that is done says nothing about the next, and what it
        left of it is not counted against the next."""
        self.errors.truncate(0)
        with contextlib.suppress(OSError):  # it counts a little longer
            for left in self.folder.iterdir():
                shutil.rmtree(left) if left.is_dir() else left.unlink()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.channel.close()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def last_words(self) -> Dropped:
        """Why it ended by itself, as an outcome."""
        try:
            code = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return Dropped(Outcome.UNFORESEEN, "its worker stopped answering")
        line = last_line(self.errors)
        if code == -signal.SIGKILL:
            return Dropped(Outcome.OUT_OF_MEMORY, KILLED)
        if "bad_alloc" in line or "MemoryError" in line:
            return Dropped(Outcome.OUT_OF_MEMORY, line[:200])
        how = f"signal {signal_name(-code)}" if code < 0 else f"exit code {code}"
        return Dropped(Outcome.UNFORESEEN, f"its worker ended with {how}: {line[:200]}")


@dataclass(slots=True)
class JobProcess:
    """A process in which jobs are done, one behind the other, with the library open: no limits, but
    it can be stopped. Orders and reports are lines of JSON."""

    process: subprocess.Popen[bytes]
    channel: socket.socket
    errors: IO[bytes]
    # How many jobs it was given.
    jobs: int = 0
    _begun: bytearray = field(default_factory=bytearray)

    @classmethod
    def start(cls, program: str) -> JobProcess:
        """A fresh interpreter that runs a module of ours; it dies with the thread that calls."""
        ours, theirs = socket.socketpair()
        with disk_errors(Path(tempfile.gettempdir())):
            errors = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - closed by kill()
        process = subprocess.Popen(
            [sys.executable, "-m", program, str(theirs.fileno()), str(os.getpid())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            # Ctrl-C is for us: we stop it in good order.
            start_new_session=True,
        )
        theirs.close()
        ours.settimeout(SEND_SECONDS)
        return cls(process, ours, errors)

    def send(self, message: dict[str, Any] | list[str]) -> None:
        """One that is dead says so when its answer is asked for."""
        try:
            self.channel.sendall(json.dumps(message).encode() + b"\n")
        except TimeoutError:  # it would wait for the other half for ever
            self.process.kill()
        except OSError:
            pass

    def receive(self) -> list[dict[str, Any]]:
        """What has come. Called when something is there; EOFError when it has ended."""
        try:
            piece = self.channel.recv(PIECE)
        except OSError:
            piece = b""
        if not piece:
            raise EOFError
        self._begun += piece
        *lines, rest = self._begun.split(b"\n")
        self._begun = bytearray(rest)
        return [json.loads(line) for line in lines]

    def interrupt(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.channel.close()
        self.errors.close()

    def last_words(self) -> str:
        """How it ended, when it has ended by itself."""
        try:
            code = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "It stopped answering."
        how = f"signal {signal_name(-code)}" if code < 0 else f"exit code {code}"
        line = last_line(self.errors)
        return f"Its process ended with {how}{': ' if line else '.'}{line[:200]}"


AnyProcess = TypeVar("AnyProcess", WorkerProcess, JobProcess)


def wait_for(processes: Sequence[AnyProcess], seconds: float) -> list[AnyProcess]:
    """Those that have said something, or ended."""
    found = {process.channel.fileno(): process for process in processes}
    poll = select.poll()
    for descriptor in found:
        poll.register(descriptor, select.POLLIN)
    return [found[descriptor] for descriptor, _ in poll.poll(seconds * 1000)]


def last_line(errors: IO[bytes]) -> str:
    """Of what a process complained about."""
    end = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, end - LAST_BYTES))
    lines = errors.read(LAST_BYTES).decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""


def signal_name(number: int) -> str:
    """SIGSEGV for 11; those between the first and the last real-time signal have no names."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _pack_task(task: Any) -> bytes:
    pickled = pickle.dumps(task, pickle.HIGHEST_PROTOCOL)
    return TASK_HEADER.pack(len(pickled)) + pickled


def resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def _files_below(folder: Path) -> list[int]:
    """The bytes that each file and folder takes; of those that go while we look, 0."""
    sizes: list[int] = []
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            try:
                sizes.append(os.lstat(os.path.join(parent, name)).st_blocks * BLOCK)
            except OSError:
                sizes.append(0)
    return sizes


def _deleted_open_files(process: int) -> list[int]:
    sizes = []
    with contextlib.suppress(OSError):  # it ended meanwhile
        for descriptor in os.scandir(f"/proc/{process}/fd"):
            with contextlib.suppress(OSError):
                found = os.stat(descriptor.path)
                if stat.S_ISREG(found.st_mode) and found.st_nlink == 0:
                    sizes.append(found.st_blocks * BLOCK)
    return sizes
