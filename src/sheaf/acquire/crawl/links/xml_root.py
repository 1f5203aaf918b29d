"""Which kind of XML a file is, by its first element."""

from __future__ import annotations

import re

HEAD = 4096
ROOT = re.compile(rb"<(?:[\w.-]{1,40}+:)?+([a-zA-Z][\w.-]{0,40}+)[\s/>]")


def root_of(data: bytes) -> str:
    """The name of the root element in lower case, without its prefix; empty for what is no XML."""
    head = data[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    found = ROOT.search(head) if head[:1] == b"<" else None
    return found[1].decode("ascii", "replace").lower() if found else ""
