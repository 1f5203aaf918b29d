"""Rules about what may be called: no shell, no code from data, programs through one door."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from architecture.imports import DJANGO_STARTS_IN
from architecture.source import Module, Source, called_name

NEVER_CALLED = frozenset({"eval", "exec", "os.system", "os.popen"})
UNPICKLED_IN = frozenset({"sheaf.workers.worker_main"})  # a worker trusts the parent that starts it
UNPICKLERS = ("pickle.load", "pickle.loads", "pickle.Unpickler")
# What unpickles by itself.
PICKLERS = (
    *("marshal", "shelve", "multiprocessing", "concurrent.futures.ProcessPoolExecutor"),
    *("concurrent.futures.process", "joblib", "dill", "cloudpickle"),
)
NEVER_IMPORTED = ("xml.etree",)
STARTS_PROGRAMS = frozenset({"programs", "workers"})
PROGRAM_STARTERS = ("subprocess", "pty")
PROGRAM_CALLS = ("asyncio.create_subprocess_", "os.spawn", "os.exec", "os.posix_spawn", "os.fork")
DJANGO_STARTERS = frozenset(
    {"django.setup", "settings.configure", "django.conf.settings.configure"}
)


def dangerous_calls(source: Source) -> list[str]:
    """What would run a shell or turn data into code."""
    complaints = []
    for module in source:
        for node, name in _calls(module):
            if name in NEVER_CALLED:
                complaints.append(f"{module.name}:{node.lineno} calls {name}")
            if any(word.arg == "shell" and not _is_false(word.value) for word in node.keywords):
                complaints.append(f"{module.name}:{node.lineno} calls {name} with a shell")
    return complaints + _imported(source, *NEVER_IMPORTED, *NEVER_CALLED)


def pickles_received(source: Source) -> list[str]:
    """Whoever sends a pickle can run any code; so nobody takes one, but a worker from its parent.
    `recv()` without a length is that of multiprocessing."""
    outside = [module for module in source if module.name not in UNPICKLED_IN]
    complaints = []
    for module in outside:
        for node, name in _calls(module):
            words = [word for word in node.keywords if word.arg == "allow_pickle"]
            is_recv = name.rpartition(".")[2] == "recv" and not node.args
            if name in UNPICKLERS or is_recv or not all(_is_false(one.value) for one in words):
                complaints.append(f"{module.name}:{node.lineno} takes a pickle: {name}")
    return complaints + _imported(outside, *UNPICKLERS, *PICKLERS)


def programs_started_elsewhere(source: Source) -> list[str]:
    """Outside programs are called through programs.py; workers/ starts our own processes."""
    outside = [module for module in source if module.room not in STARTS_PROGRAMS]
    calls = [
        f"{module.name}:{node.lineno} calls {name}"
        for module in outside
        for node, name in _calls(module)
        if name.startswith(PROGRAM_CALLS)
    ]
    return calls + _imported(outside, *PROGRAM_STARTERS)


def django_started_elsewhere(source: Source) -> list[str]:
    """Django is configured once per process, in one place."""
    outside = [module for module in source if module.name != DJANGO_STARTS_IN]
    calls = [
        f"{module.name}:{node.lineno} calls {name}"
        for module in outside
        for node, name in _calls(module)
        if name in DJANGO_STARTERS
    ]
    return calls + _imported(outside, "django.setup")


def _calls(module: Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            yield node, called_name(node.func)


def _imported(modules: Source | list[Module], *names: str) -> list[str]:
    return [
        f"{module.name}:{item.line} imports {item.target}"
        for module in modules
        for item in module.imports
        if any(item.target == name or item.target.startswith(f"{name}.") for name in names)
    ]


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False
