"""Rules about ARCHITECTURE.md: each hop of its walks names a file and a function that exist."""

from __future__ import annotations

import ast
import re

from architecture.source import Source

MOST_HOPS = 12
WALKS = 5
# ### A WARC file becomes a search result
HEADING = re.compile(r"^### (?P<title>.+)$", re.MULTILINE)
# 3. `pipeline.py` `run`: what happens there
HOP = re.compile(r"^(?P<number>\d+)\. `(?P<file>[\w/]+\.py)` `(?P<name>[\w.]+)`", re.MULTILINE)
NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
SECTION = "## Five walks through the code"


def wrong_walks(page: str, source: Source) -> list[str]:
    """What a reader who follows the walks would stumble over."""
    _, _, section = page.partition(f"{SECTION}\n")
    section = section.partition("\n## ")[0]
    pieces = HEADING.split(section)
    walks = list(zip(pieces[1::2], pieces[2::2], strict=True))
    complaints = [] if len(walks) == WALKS else [f"there are {len(walks)} walks, not {WALKS}"]
    for title, text in walks:
        hops = list(HOP.finditer(text))
        if not 2 <= len(hops) <= MOST_HOPS:
            complaints.append(f"{title}: {len(hops)} hops")
        if len(hops) != len(NUMBERED.findall(text)):
            complaints.append(f"{title}: a hop does not name a file and a function")
        complaints += [
            f"{title}: hop {hop['number']}: {hop['file']} has no {hop['name']}"
            for hop in hops
            if not _is_defined(source, hop["file"], hop["name"])
        ]
    return complaints


def _is_defined(source: Source, file: str, name: str) -> bool:
    path = source.folder / file
    module = next((module for module in source if module.path == path), None)
    scope: ast.AST | None = module.tree if module else None
    for part in name.split("."):
        scope = next((node for node in _definitions(scope) if node.name == part), None)
    return scope is not None


def _definitions(scope: ast.AST | None) -> list[ast.FunctionDef | ast.ClassDef]:
    body = getattr(scope, "body", [])
    return [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
