"""Replays a page: runs its console and Python blocks in order, in one empty folder, and holds
what they print against what the page says they print.

    python tests/docs/replay.py README.md            say where the page is not true
    python tests/docs/replay.py README.md --write    put in what is printed now

A block after `<!-- not replayed: why -->` is left out. An `output` block is what the Python block
before it prints. In an output, a line of three dots stands for any lines. Times, dates,
offsets and the folder itself do not count.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from docs.pages import ROOT, Block, blocks, commands

HOME = "/home/ada"
DOTS = "..."
PROGRAMS = frozenset({"cat", "cp", "find", "ls", "mkdir", "mv"})
SECONDS_AT_MOST = 60
COLUMNS = "100"


def complaints(page: str) -> list[str]:
    """What is not true in a page, each as a few lines for a person."""
    found = []
    for where, said, printed in replayed(page):
        if not agrees(said, printed):
            found.append(f"{where}\n--- the page says\n{said}--- it prints\n{printed}")
    return found


def replayed(page: str) -> list[tuple[str, str, str]]:
    """(what was run, what the page says, what was printed) for each command and Python block."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, __file__, "--inside", folder],
            input=page,
            capture_output=True,
            text=True,
            timeout=SECONDS_AT_MOST,
            env=plain_environment(),
            cwd=folder,
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return [tuple(one) for one in json.loads(done.stdout.replace(folder, HOME))]


def plain_environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    return kept | {"COLUMNS": COLUMNS, "NO_COLOR": "1", "TERM": "dumb"}


def agrees(said: str, printed: str) -> bool:
    parts = [re.escape(one) for one in re.split(r"^\.\.\.\n", plain(said), flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*".join(parts), plain(printed)) is not None


def plain(text: str) -> str:
    """Without what differs from one run to the next."""
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?", "DATE", text)
    # How far it has come is said now and then: on a busy machine, and not on a quick one.
    text = re.sub(r"(?m)^[\d,]+ \w+, [\d,.]+ a second\..*\n", "", text)
    text = re.sub(r"\d+\.\d+ s\b", "0.0 s", text)
    text = re.sub(r"\bat \d+\b", "at 0", text)  # offsets depend on how zlib was built
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


# -- inside the process that does it ---------------------------------------------------------------


def run_page(page: str) -> list[tuple[str, str, str]]:
    results: list[tuple[str, str, str]] = []
    namespace: dict[str, object] = {"__name__": "__main__"}
    found = list(blocks(page))
    for position, block in enumerate(found):
        if not block.is_replayed:
            continue
        if block.kind == "console":
            results += [
                (one.words, one.output, captured(run_command, one.words)) for one in commands(block)
            ]
        elif block.kind == "python":
            printed = captured(exec, compile(block.text, "a block", "exec"), namespace)
            said = output_after(found, position)
            results.append((block.text, said.text if said else printed, printed))
    return results


def output_after(found: list[Block], position: int) -> Block | None:
    following = found[position + 1 : position + 2]
    return following[0] if following and following[0].kind == "output" else None


def captured(function, *arguments) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        function(*arguments)
    return out.getvalue()


def run_command(line: str) -> None:
    words = shlex.split(line)
    if words[0] == "sheaf":
        run_sheaf(words)
    elif words[0] == "cd":
        os.chdir(words[1])
    elif words[:3] == ["python", "-m", "sheaf.world"] or words[0] in PROGRAMS:
        words[0] = sys.executable if words[0] == "python" else words[0]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        print(done.stdout, end="")
    else:
        raise ValueError(f"cannot replay: {line}")


def run_sheaf(words: list[str]) -> None:
    from sheaf import cli

    sys.argv = words
    with contextlib.suppress(SystemExit):
        cli.main()


# -- as a program ----------------------------------------------------------------------------------


def rewritten(page: str) -> str:
    """The page with what is printed now; where it says `...` a person must look."""
    results = iter(replayed(page))
    parts, end = [], 0
    found = list(blocks(page))
    for position, block in enumerate(found):
        if not block.is_replayed:
            continue
        if block.kind == "console":
            said = [(one, next(results)) for one in commands(block)]
            lines = [f"$ {one.words}\n" + chosen(*result[1:]) for one, result in said]
            new = block.text if all(agrees(*r[1:]) for _, r in said) else "".join(lines)
            parts += [page[end : block.start], new]
            end = block.end
        elif block.kind == "python":
            _, _, printed = next(results)
            after = output_after(found, position)
            if after:
                parts += [page[end : after.start], chosen(after.text, printed)]
                end = after.end
    return "".join([*parts, page[end:]])


def chosen(said: str, printed: str) -> str:
    if agrees(said, printed):
        return said
    if f"{DOTS}\n" in said:
        sys.stderr.write(f"Look at this by hand:\n{said}\nIt prints:\n{printed}\n")
        return said
    return "".join(line.rstrip() + "\n" for line in printed.splitlines())


def main() -> None:
    if sys.argv[1] == "--inside":
        os.chdir(sys.argv[2])
        results = run_page(sys.stdin.read())
        sys.stdout.write(json.dumps(results))
        return
    path = ROOT / sys.argv[1]
    page = path.read_text(encoding="utf-8")
    if sys.argv[2:] == ["--write"]:
        path.write_text(rewritten(page), encoding="utf-8")
        return
    found = complaints(page)
    sys.stdout.write("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
