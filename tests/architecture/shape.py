"""Rules about the shape of files: short, and each says what it is for."""

from __future__ import annotations

import ast

from architecture.source import Source

LONGEST_FILE = 400
LONGEST_FUNCTION = 50


def long_files(source: Source) -> list[str]:
    return [
        f"{module.name} has {lines} lines"
        for module in source
        if not module.is_migration
        and (lines := len(module.path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    ]


def long_functions(source: Source) -> list[str]:
    """Bodies are counted: the signature of a command is the list of its options."""
    return [
        f"{module.name}:{node.lineno} {node.name} has {lines} lines"
        for module in source
        if not module.is_migration
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.body[0].lineno + 1) > LONGEST_FUNCTION
    ]


def undocumented_modules(source: Source) -> list[str]:
    return [
        f"{module.name} does not say what it is for"
        for module in source
        if not module.is_migration and not ast.get_docstring(module.tree)
    ]


def folders_without_introduction(source: Source) -> list[str]:
    packages = {module.path.parent for module in source if module.is_package}
    folders = {module.path.parent for module in source if module.path.parent != source.folder}
    return [
        f"{folder.relative_to(source.folder)}/ has no __init__.py that says what it is for"
        for folder in sorted(folders - packages)
    ]
