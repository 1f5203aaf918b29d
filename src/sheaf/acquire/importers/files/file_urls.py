"""The URL that a file was copied from, told by its place in a tree and the tree's own URL."""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from urllib.parse import quote

from sheaf import urls
from sheaf.errors import UsageError

# What may stand in a path as it is. Not the semicolon: in an ftp URL it begins a transfer mode.
SAFE = "/~!$&'()*+,=:@"
SAFE_IN_QUERY = f"{SAFE};?%"
# With underscores, which some hosts have against the rules, and a port as wget writes it.
HOST = re.compile(r"(?P<host>\w(?:[\w.-]*\w)?)(?:[:+](?P<port>\d{1,5}))?", re.ASCII)


def check_base_url(base_url: str | None) -> str | None:
    """A base URL as files are put behind it; refused before anything is read if it is none."""
    if not base_url:
        return None
    try:
        urls.canonical(base_url)
    except urls.BadUrl:
        raise UsageError(
            f"--base-url {base_url} is no absolute URL.",
            "Write it whole: ftp://ftp.example.org/pub/",
        ) from None
    base_url = base_url.strip()
    # A base like http://h/get?file= takes names as they are.
    return base_url if base_url.endswith(("/", "=")) else base_url + "/"


def url_below(base: str, path: str | PurePath) -> str:
    """The URL of a file, its path relative to the base. Over HTTP a name with a question mark is
    what wget made of a query; an FTP server has no queries."""
    encoded = os.fsencode(path)
    if not base.startswith("http"):
        return base + quote(encoded, SAFE)
    before, mark, query = encoded.partition(b"?")
    return base + quote(before, SAFE) + mark.decode() + quote(query, SAFE_IN_QUERY)


def url_in_host_folder(path: PurePath) -> str | None:
    """For trees as `wget -r` leaves them: the first folder is the host. None where it is none."""
    if len(path.parts) < 2 or not (host := HOST.fullmatch(path.parts[0])):
        return None
    scheme = "ftp" if host["host"].lower().startswith("ftp.") else "http"
    port = f":{host['port']}" if host["port"] else ""
    return url_below(f"{scheme}://{host['host']}{port}/", PurePath(*path.parts[1:]))


def ftp_folder(url: str) -> str | None:
    """On an FTP server the folder is where a file was found. A page that led to it over HTTP is
    anywhere."""
    return url[: url.rindex("/") + 1] if url.startswith("ftp:") else None
