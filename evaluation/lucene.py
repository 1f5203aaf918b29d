"""Lucene driven from Python: its jar fetched once from Maven Central, our small program compiled.

    python3 -m evaluation.lucene

fetches and compiles, if that was not done before; scripts/parts does so. Jar and classes lie in the
user's cache, never in the repository. The version is the last one that runs on Java 17.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

VERSION = "9.12.1"
CENTRAL = "https://repo1.maven.org/maven2/org/apache/lucene/lucene-core"
JAR = f"lucene-core-{VERSION}.jar"
PROGRAM = Path(__file__).with_name("Lucene.java")
MIN_JAVA = 17


def missing() -> str | None:
    """What is needed and cannot be had, in words."""
    if shutil.which("java") is None or shutil.which("javac") is None:
        return f"Lucene needs Java {MIN_JAVA} or newer (java and javac): run scripts/parts."
    try:
        _classes()
    except (OSError, subprocess.CalledProcessError) as problem:
        return f"lucene-core {VERSION} cannot be had: {problem}"
    return None


def run(*arguments: str | Path) -> list[list[str]]:
    """The lines that the program writes, cut at tabs."""
    classes, jar = _classes(), _jar()
    command = [
        "java",
        "-Xmx2g",
        "-cp",
        f"{jar}{os.pathsep}{classes}",
        "Lucene",
        *map(str, arguments),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


def answer(
    fields: Sequence[str],
    documents: Iterable[Sequence[str]],
    questions: Iterable[str],
    most: int,
) -> list[list[str]]:
    """The keys of the first documents for each question, its words joined by OR."""
    with tempfile.TemporaryDirectory(prefix="sheaf-lucene-") as name:
        folder = Path(name)
        write_lines(folder / "documents", documents)
        write_lines(folder / "questions", (("or", question) for question in questions))
        names = ",".join(fields)
        run("index", names, folder / "documents", folder / "index", "1")
        told = run("ask", names, folder / "index", folder / "questions", str(most), "1", "wall")
    return [line[2:] for line in told]


def write_lines(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """A row a line; tabs part its fields, so within a field all white space is one blank."""
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write("\t".join(" ".join(field.split()) for field in row) + "\n")


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sheaf-benchmarks"


def jar_path() -> Path:
    return cache_folder() / JAR


@cache
def _jar() -> Path:
    path = jar_path()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(f"{CENTRAL}/{VERSION}/{JAR}", timeout=60) as answer:
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(answer.read())
        part.rename(path)
    return path


@cache
def _classes() -> Path:
    key = sha256(PROGRAM.read_bytes() + VERSION.encode()).hexdigest()[:16]
    folder = cache_folder() / f"classes-{key}"
    if not folder.exists():
        making = folder.with_suffix(f".{os.getpid()}")
        command = ["javac", "-cp", str(_jar()), "-d", str(making), str(PROGRAM)]
        subprocess.run(command, check=True)
        making.rename(folder)
    return folder


if __name__ == "__main__":
    sys.exit(missing())
