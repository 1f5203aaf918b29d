"""Rules about shape: long files, crowded folders, long functions, lines that stand twice."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from architecture.source import Module, Source

LONGEST_FILE = 500
# A longer file says at its top why, in a comment or sentence with these words.
REASON = "This file is long because"
LONGEST_FUNCTION = 50
MOST_PARAMETERS = 8
MOST_MODULES = 32
EQUAL_LINES = 10


def long_files(source: Source) -> list[str]:
    return [
        f"{module.name} has {lines} lines and does not say why"
        for module in source
        if not module.is_migration
        and (lines := len(module.lines)) > LONGEST_FILE
        and not any(REASON in line for line in module.lines[:30])
    ]


def crowded_folders(source: Source) -> list[str]:
    modules = Counter(
        module.path.parent for module in source if not module.is_package and not module.is_migration
    )
    return [
        f"{folder.relative_to(source.folder)}/ has {count} modules"
        for folder, count in modules.items()
        if count > MOST_MODULES
    ]


def forked_migrations(source: Source) -> list[str]:
    """Each step of the catalogue follows the one with the number before it: no library opens with
    two that follow the same one."""
    steps = sorted(
        (module for module in source if module.is_migration and not module.is_package),
        key=lambda module: module.path.stem,
    )
    return [
        f"{step.name} does not follow {before.path.stem}"
        for before, step in pairwise(steps)
        if not any(f'"{before.path.stem}"' in line for line in step.lines)
    ]


def long_parameter_lists(source: Source) -> list[str]:
    """The parameters of a command are its options; of other functions, an object holds so many."""
    return [
        f"{module.name}:{function.lineno} {function.name} takes {count} parameters"
        for module in source
        for function in _functions(module)
        if (count := _parameters(function)) > MOST_PARAMETERS
        and not _is_command(function)
        and (module.name, function.name) not in KEYWORD_CALLS
    ]


# Calls that people write by hand, where keywords read better than an object. Each makes the object
# from them at once.
KEYWORD_CALLS = frozenset({("sheaf.app", "import_")})


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    arguments = function.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def _is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        "Option" in ast.unparse(annotation) or "Argument" in ast.unparse(annotation)
        for each in (*function.args.args, *function.args.kwonlyargs)
        if (annotation := each.annotation)
    )


def _functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def repeated_lines(source: Source) -> list[str]:
    """Ten equal lines of code in two places want to be one. Imports and brackets do not count."""
    seen: dict[tuple[str, ...], tuple[str, int]] = {}
    complaints = []
    for module in source:
        if module.is_migration:
            continue
        lines = list(_lines_of_code(module))
        silent_until = 0
        for at in range(len(lines) - EQUAL_LINES + 1):
            run = tuple(text for _, text in lines[at : at + EQUAL_LINES])
            place = (module.name, lines[at][0])
            first = seen.setdefault(run, place)
            if first != place and at >= silent_until:
                silent_until = at + EQUAL_LINES
                complaints.append(f"{place[0]}:{place[1]} repeats {first[0]}:{first[1]}")
    return complaints


def _lines_of_code(module: Module) -> Iterator[tuple[int, str]]:
    imports = {
        line
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    for number, line in enumerate(module.lines, start=1):
        text = line.strip()
        if number not in imports and any(map(str.isalnum, text)) and not text.startswith("#"):
            yield number, text


def long_functions(source: Source) -> list[str]:
    """Bodies are counted: the signature of a command is the list of its options."""
    return [
        f"{module.name}:{node.lineno} {node.name} has {lines} lines"
        for module in source
        if not module.is_migration
        for node in _functions(module)
        if (lines := (node.end_lineno or 0) - node.body[0].lineno + 1) > LONGEST_FUNCTION
    ]


def repeated_class_names(source: Source) -> list[str]:
    """One name, one thing. The tables of the catalogue are called as the nouns they keep."""
    places: dict[str, str] = {}
    complaints = []
    for module in source:
        if module.is_migration or module.path.parent.name == "models":
            continue
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                first = places.setdefault(node.name, module.name)
                if first != module.name:
                    complaints.append(f"{module.name} and {first} both have a {node.name}")
    return complaints


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
