"""Reads a source tree: its modules, and who imports whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGE = "sheaf"


@dataclass(frozen=True)
class Import:
    """One imported name, as precise as the source says it: `sheaf.records.Capture`, `django.db`."""

    target: str
    line: int
    inside_function: bool = False
    type_checking: bool = False


@dataclass(frozen=True)
class Module:
    """A source file. Its room is its folder directly under the package, or its own name there."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        return room_of(self.name)

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def is_commands(self) -> bool:
        return self.path.name == "commands.py"

    @property
    def is_migration(self) -> bool:
        return self.path.parent.name == "migrations"

    @cached_property
    def lines(self) -> list[str]:
        return self.path.read_text(encoding="utf-8").splitlines()

    @cached_property
    def imports(self) -> list[Import]:
        return list(_imports(self, self.tree))


class Source:
    """All modules of the package in a folder such as src/sheaf."""

    def __init__(self, folder: Path, package: str = PACKAGE) -> None:
        self.folder = folder
        self.package = package
        self.modules = {
            module.name: module for module in map(self._read, sorted(folder.rglob("*.py")))
        }

    def __iter__(self) -> Iterator[Module]:
        return iter(self.modules.values())

    def inner(self, module: Module) -> Iterator[tuple[Import, str]]:
        """The imports of our own modules, each with the module it ends at."""
        for item in module.imports:
            target = item.target
            while target and target not in self.modules:
                target = target.rpartition(".")[0]
            if target:
                yield item, target

    def _read(self, path: Path) -> Module:
        parts = [self.package, *path.relative_to(self.folder).with_suffix("").parts]
        if parts[-1] == "__init__":
            parts.pop()
        return Module(".".join(parts), path, ast.parse(path.read_text(encoding="utf-8")))


def room_of(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def _imports(
    module: Module, node: ast.AST, *, inside_function: bool = False, type_checking: bool = False
) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        inside = inside_function or function
        typing_only = type_checking or _is_type_checking(child)
        for target in _targets(module, child):
            yield Import(target, child.lineno, inside, typing_only)  # type: ignore[attr-defined]
        yield from _imports(module, child, inside_function=inside, type_checking=typing_only)


def _targets(module: Module, node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=source, names=names, level=level):
            start = _absolute(module, source, level)
            return [f"{start}.{alias.name}" for alias in names]
        case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]):
            if called_name(function).rpartition(".")[2] in ("import_module", "__import__"):
                return [name]
    return []


def _absolute(module: Module, source: str | None, level: int) -> str:
    if level == 0:
        return source or ""
    parts = module.name.split(".")
    climb = level - 1 if module.is_package else level
    return ".".join([*parts[: len(parts) - climb], *([source] if source else [])])


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and called_name(node.test).endswith("TYPE_CHECKING")


def called_name(node: ast.AST) -> str:
    """`os.system` for the expression os.system; empty for anything but plain dotted names."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attribute):
            start = called_name(value)
            return f"{start}.{attribute}" if start else ""
    return ""
