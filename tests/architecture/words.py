"""Rules about what the repository may not mention: whence it is installed, where, and by whom."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

# Written so that the patterns do not match this file.
FORBIDDEN = {
    "a registry's host": re.compile(
        r"pypi\.org|pythonhosted\.org|npmjs\.(org|com)|crates\.io|anaconda\.org"
        r"|(deb|security)\.debian\.org|archive\.ubuntu\.com|proxy\.golang\.org|index-[u]rl",
        re.IGNORECASE,
    ),
    "a path of one machine": re.compile(r"(?<![\w.})>*~-])/(work|root)\b(?![-.])"),
    "a number that only a tracker understands": re.compile(
        r"\b(issues?|pull request|fixes|closes)\s+#\d+", re.IGNORECASE
    ),
}
# Other people's words: pages, papers and logs as they were found.
FOUND_TEXT = ("tests/data/", "tests/golden/")


def forbidden_words(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root)}:{number} holds {what}: {match.group()}"
        for path in repository_files(root)
        for number, line in enumerate(_text(path).splitlines(), start=1)
        for what, pattern in FORBIDDEN.items()
        if (match := pattern.search(line))
    ]


def repository_files(root: Path) -> Iterator[Path]:
    """What is, or would be, committed: git knows what it ignores."""
    listing = subprocess.run(
        # CI may run as another user than the one who cloned, which git finds suspicious.
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in sorted(filter(None, listing.stdout.split("\0"))):
        path = root / name
        if path.is_file() and not name.startswith(FOUND_TEXT):
            yield path


def _text(path: Path) -> str:
    """Empty for what is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""
