"""The command that dumps a catalogue on a server, as somebody would type it."""

from __future__ import annotations

import shlex
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What it makes; a backup leaves them where they are.
DUMPS = ("catalogue.dump", "catalogue.sql")


def dump_command(url: str, folder: Path) -> str:
    """Without the password, which the program asks for."""
    parts = urlsplit(url)
    name = unquote(parts.path.lstrip("/"))
    is_postgres = parts.scheme.startswith("postgres")
    where = {"host": parts.hostname, "port": parts.port}
    where["username" if is_postgres else "user"] = unquote(parts.username or "") or None
    given = [f"--{key} {shlex.quote(str(value))}" for key, value in where.items() if value]
    if is_postgres:
        file = shlex.quote(str(folder / DUMPS[0]))
        return " ".join(["pg_dump --format custom --file", file, *given, shlex.quote(name)])
    file = shlex.quote(str(folder / DUMPS[1]))
    ask = "--password --single-transaction --result-file"
    return " ".join(["mariadb-dump", ask, file, *given, shlex.quote(name)])
