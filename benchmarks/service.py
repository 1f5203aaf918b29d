"""The extraction service under load: throughput, latency of what is known, many clients, memory.

    scripts/bench service [--files N] [--seconds S]

Real papers go to `sheaf serve --extractor` over HTTP, in one run: the headers of all of them by few
clients, beside `sheaf extract` on the same files; the same bytes again at 20 requests a second;
near-copies; then 64 clients at once, who may be sent away but not failed, while the server's memory
is watched.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from _papers import CORPUS, files
from _record import record

import sheaf

CLIENTS = 64
RATE = 20  # requests a second
LATENCY_MS = 50.0
SHARE = 0.85  # of the throughput of `sheaf extract`
NEAR_MS = 20.0
GROWTH_MIB = 30.0
HEADER = "/api/v1/extract?filter=false&reextract=true&parts=header"
WHOLE = "/api/v1/extract?filter=false"


@contextmanager
def served() -> Iterator[tuple[str, int, int]]:
    """Host, port, and the process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sheaf.cli", "serve", "--extractor", "--port", "0"]
        env = {**os.environ, "XDG_STATE_HOME": folder, "SHEAF_CURATE_OCR": "false"}
        env["SHEAF_SERVICE_LEAST_WORDS"] = "0"
        log = Path(folder, "log")
        with log.open("w") as stream, subprocess.Popen(command, stderr=stream, env=env) as process:
            while not (found := re.search(r"at http://([^:]+):(\d+)/", log.read_text())):
                time.sleep(0.05)
            try:
                yield found[1], int(found[2]), process.pid
            finally:
                process.send_signal(signal.SIGTERM)


class Client:
    """One connection, as long as the server keeps it."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.connection = http.client.HTTPConnection(host, port, timeout=120)

    def send(self, path: str, data: bytes) -> int:
        try:
            self.connection.request("POST", path, data, {"Content-Type": "application/pdf"})
            answer = self.connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return 0
        return answer.status


def throughput(place: tuple[str, int], papers: Sequence[bytes], clients: int) -> float:
    local = threading.local()

    def send(data: bytes) -> int:
        if not hasattr(local, "client"):
            local.client = Client(*place)
        return local.client.send(HEADER, data)

    with ThreadPoolExecutor(clients) as threads:
        list(threads.map(send, papers[:clients]))  # workers are warm then
        began = time.perf_counter()
        statuses = list(threads.map(send, papers))
        seconds = time.perf_counter() - began
    if bad := [one for one in statuses if one not in (200, 422)]:
        raise SystemExit(f"answers that should not be: {Counter(bad)}")
    return len(papers) / seconds


def extracted(papers: Sequence[bytes]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.pdf") for number in range(len(papers))]
        for path, data in zip(paths, papers, strict=True):
            path.write_bytes(data)
        read = sheaf.extract_files(*paths[:4], *paths)
        for _ in range(4):
            next(read)  # workers are warm then
        began = time.perf_counter()
        count = sum(1 for _ in read)
        return count / (time.perf_counter() - began)


def latency(place: tuple[str, int], papers: Sequence[bytes], seconds: float) -> list[float]:
    """Of what was read before, at a steady rate: the milliseconds, sorted."""
    client = Client(*place)
    known = [data for data in papers if client.send(WHOLE, data) == 200]
    taken: list[float] = []
    begin = time.perf_counter()

    def send(number: int) -> float:
        due = begin + number / RATE
        time.sleep(max(0.0, due - time.perf_counter()))
        status = Client(*place).send(WHOLE, known[number % len(known)])
        if status != 200:
            raise SystemExit(f"what was known was answered with {status}")
        return (time.perf_counter() - due) * 1000

    with ThreadPoolExecutor(8) as threads:
        taken += threads.map(send, range(int(seconds * RATE)))
    return sorted(taken)


def near_copies(
    place: tuple[str, int], papers: Sequence[bytes], count: int = 10
) -> dict[str, float]:
    """Copies that differ behind the end of the file: how long until the text is read, and the paper
    taken over."""
    client = Client(*place)
    chosen = [data for data in papers if client.send(WHOLE, data) == 200][:count]
    texts, copies = [], []
    for number, data in enumerate(chosen):
        for path, times, mark in (
            ("/api/v1/extractions?filter=false", texts, b"a"),
            (WHOLE, copies, b"b"),
        ):
            began = time.perf_counter()
            client.send(path, data + b"\n%% copy " + mark + str(number).encode() + b"\n")
            times.append((time.perf_counter() - began) * 1000)
    text, copy = statistics.median(texts), statistics.median(copies)
    return {"text_ms": round(text, 1), "near_copy_ms": round(copy, 1)}


def flood(
    place: tuple[str, int], papers: Sequence[bytes], seconds: float, process: int
) -> tuple[Counter[int], list[float]]:
    end = time.monotonic() + seconds
    counts: Counter[int] = Counter()
    lock = threading.Lock()

    def work(number: int) -> None:
        client = Client(*place)
        while time.monotonic() < end:
            number += CLIENTS
            status = client.send(HEADER, papers[number % len(papers)])
            with lock:
                counts[status] += 1
            if status == 503:
                time.sleep(0.5)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    memory = []
    while any(thread.is_alive() for thread in threads):
        memory.append(resident(process))
        time.sleep(1)
    return counts, memory


def resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024**2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    papers = list(files(options.files))
    with served() as (host, port, process):
        place = (host, port)
        over_http = throughput(place, papers, 2 * (os.cpu_count() or 1))
        known = latency(place, papers[:20], min(20.0, options.seconds))
        near = near_copies(place, papers)
        counts, memory = flood(place, papers, options.seconds, process)
    plain = extracted(papers)
    p50, p99 = known[len(known) // 2], known[int(len(known) * 0.99)]
    third = max(1, len(memory) // 3)
    growth = statistics.median(memory[-third:]) - statistics.median(memory[third : 2 * third])
    failed = {status: n for status, n in counts.items() if status not in (200, 422, 429, 503)}
    goals = {
        "throughput": over_http >= SHARE * plain,
        "known_p99": p99 < LATENCY_MS,
        "near_copy": near["near_copy_ms"] <= near["text_ms"] + NEAR_MS,
        "no_failures": not failed,
        "memory": growth < GROWTH_MIB,
    }
    print(f"headers   {over_http:6.1f} a second over HTTP, {plain:.1f} whole by sheaf extract")
    print(f"known     {p50:6.1f} ms median, {p99:.1f} ms p99, at {RATE} a second")
    print(f"near copy {near['near_copy_ms']:6.1f} ms, its text alone {near['text_ms']} ms")
    print(f"{CLIENTS} clients {dict(counts)}, memory grew {growth:.1f} MiB of {memory[-1]:.0f}")
    record(
        "service",
        {
            "corpus": CORPUS,
            "papers": len(papers),
            "headers_a_second": {"service": round(over_http, 2), "extract": round(plain, 2)},
            "known_ms": {"p50": round(p50, 1), "p99": round(p99, 1)},
            "near_copies": near,
            "clients": CLIENTS,
            "seconds": options.seconds,
            "answers": {str(status): n for status, n in sorted(counts.items())},
            "memory_mib": {"growth": round(growth, 1), "last": round(memory[-1], 1)},
            "goals": goals,
            "passed": all(goals.values()),
        },
    )
    return 0 if all(goals.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
