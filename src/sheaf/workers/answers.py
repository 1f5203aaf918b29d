"""Answers of workers as JSON, and back: into what the function that was asked says it returns.

The return type is the list of what may come, and it is checked to the last field: dataclasses,
enums, paths, times, tuples. Where it says `Any`, what JSON can hold may come. `Annotated` with a
function asks that function too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sheaf.workers.messages import NotUnderstood

Decoder = Callable[[Any], Any]
LARGEST = 2**63  # what every database can hold
# Each value takes up to a hundred bytes, however short it is written.
MOST_VALUES = 10_000_000


def encode(answer: Any) -> bytes:
    """In the worker. TypeError for what cannot be answered, such as bytes."""
    return json.dumps(answer, default=_plain, separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"a worker cannot answer with {type(value).__name__}")


def decode(body: bytes, kind: Any) -> Any:
    """In the parent. Whatever is not of this kind raises NotUnderstood."""
    if sum(map(body.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise NotUnderstood
    try:
        return decoder_of(kind)(json.loads(body, parse_int=_integer))
    except (ValueError, OverflowError, RecursionError) as problem:
        raise NotUnderstood from problem


def return_type(function: Callable[..., Any]) -> Any:
    return _hints(function).get("return", Any)


@cache
def _hints(thing: Any) -> dict[str, Any]:
    return get_type_hints(thing, include_extras=True)


def _integer(digits: str) -> int:
    number = int(digits)
    if not -LARGEST <= number < LARGEST:
        raise NotUnderstood
    return number


@cache
def decoder_of(kind: Any) -> Decoder:
    """What makes a value of this kind out of JSON."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: value
    if origin is Annotated:
        return _checked(decoder_of(inner[0]), inner[1:])
    if origin in {Union, UnionType}:
        return _one_of([decoder_of(one) for one in inner])
    if origin in {list, dict, tuple}:
        return _many(origin, inner)
    if kind in {Path, datetime} or (isinstance(kind, type) and issubclass(kind, Enum)):
        make = datetime.fromisoformat if kind is datetime else kind
        text = decoder_of(int if issubclass(kind, int) else str)
        return lambda value: make(text(value))
    if is_dataclass(kind):
        return _record(kind)
    if kind in {str, int, float, bool, None, NoneType}:
        return _exactly({NoneType} if kind is None else {kind, int} if kind is float else {kind})
    if kind is bytes:  # bytes stay where they are, or go by file
        return _exactly(set())
    raise TypeError(f"a worker cannot answer with {kind}")


def _exactly(kinds: set[type]) -> Decoder:
    def decode_plain(value: Any) -> Any:
        if type(value) not in kinds:
            raise NotUnderstood
        return value

    return decode_plain


def _checked(decode_value: Decoder, checks: tuple[Callable[[Any], bool], ...]) -> Decoder:
    def decode_checked(value: Any) -> Any:
        made = decode_value(value)
        if not all(check(made) for check in checks):
            raise NotUnderstood
        return made

    return decode_checked


def _one_of(decoders: list[Decoder]) -> Decoder:
    def decode_first(value: Any) -> Any:
        for one in decoders:
            try:
                return one(value)
            except (NotUnderstood, ValueError):
                continue
        raise NotUnderstood

    return decode_first


def _many(origin: type, inner: tuple[Any, ...]) -> Decoder:
    """Lists, dicts with names, tuples of one kind (`...`) and tuples of some length."""
    decoders = [decoder_of(one) for one in inner if one is not ...]
    is_fixed = origin is tuple and ... not in inner
    each = decoders[-1]
    if origin is dict and inner[0] is not str:
        raise TypeError(f"a worker cannot answer with a dict of {inner[0]}")

    def decode_dict(value: Any) -> Any:
        if type(value) is not dict:
            raise NotUnderstood
        return value if inner[1] is Any else {name: each(one) for name, one in value.items()}

    def decode_list(value: Any) -> Any:
        if type(value) is not list or (is_fixed and len(value) != len(decoders)):
            raise NotUnderstood
        if is_fixed:
            return tuple(one(part) for one, part in zip(decoders, value, strict=True))
        return origin(map(each, value))

    return decode_dict if origin is dict else decode_list


def _record(kind: Any) -> Decoder:
    hints = _hints(kind)
    names = [one.name for one in fields(kind)]
    known = set(names)

    def decode_record(value: Any) -> Any:
        # A plugin's class may have more; that is left behind.
        if type(value) is not dict or not known <= value.keys():
            raise NotUnderstood
        return kind(**{name: decoder_of(hints[name])(value[name]) for name in names})

    return decode_record
