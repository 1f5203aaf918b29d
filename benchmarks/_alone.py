"""Runs a function in a process of its own, so that one measurement does not add to the next."""

from __future__ import annotations

import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def alone(
    function: Callable[Arguments, Answer], *given: Arguments.args, **named: Arguments.kwargs
) -> Answer:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(function, *given, **named).result()


def peak_mib() -> float:
    """The most memory this process ever held."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
