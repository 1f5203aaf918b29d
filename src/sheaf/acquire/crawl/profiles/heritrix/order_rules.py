"""Heritrix's DecideRules as rules of ours: in both the last that speaks decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sheaf.acquire.crawl.profiles.heritrix.xml_tree import Node
from sheaf.patterns import BadPattern, Pattern

PICTURES = "bmp|gif|jpe?g|png|svg|tiff?"
SOUND = "aac|aiff?|m3u|m4a|midi?|mp2|mp3|mp4|mpa|ogg|ra|ram|wav|wma"
FILM = "asf|asx|avi|flv|mov|mp4|mpeg|mpg|qt|ram|rm|smil|wmv"
REST = "doc|pdf|ppt|swf"
PRESETS = {
    "All": f"{PICTURES}|{SOUND}|{FILM}|{REST}",
    "Images": PICTURES,
    "Audio": SOUND,
    "Video": FILM,
    "Miscellaneous": REST,
}
CUSTOM = "Custom"
# Java lets a switch stand anywhere; it counts from there on, and here for the whole.
CASE_SWITCH = re.compile(r"\(\?i\)")


@dataclass(frozen=True, slots=True)
class RuleReading:
    """One rule: as ours, or with the reason why there is none. `more` are values beside it."""

    path: str
    value: str
    rule: dict[str, Any] | None = None
    note: str = ""
    more: dict[str, Any] = field(default_factory=dict)


class NoRuleError(Exception):
    """A rule that ours cannot say."""


def read_rules(sequence: Node, path: str) -> Iterator[RuleReading]:
    for holder in sequence.children:
        for node in holder.children if holder.tag == "map" else (holder,):
            yield _read(node, f"{path}/{node.name}")


def _read(node: Node, path: str) -> RuleReading:
    settings = {one.name: one.text for one in node.children}
    values = ", ".join(f"{name}={value}" for name, value in settings.items())
    value = f"{node.kind}({values})"
    for one in node.children:
        if one.tag == "stringList":
            settings[one.name] = "\n".join(item.text for item in one.children)
    read = KINDS.get(node.kind)
    if read is None:
        return RuleReading(path, value, note=f"there is no rule like {node.kind}")
    try:
        rule = read(settings)
    except NoRuleError as problem:
        return RuleReading(path, value, note=str(problem))
    more, note = rule.pop("more", {}), rule.pop("note", "")
    return RuleReading(path, value, {"name": node.name} | rule, note, more)


def _decision(settings: dict[str, str], otherwise: str = "accept") -> str:
    return {"ACCEPT": "accept", "REJECT": "reject"}.get(settings.get("decision", ""), otherwise)


def _count(settings: dict[str, str], name: str, otherwise: int) -> int:
    try:
        return int(settings.get(name, otherwise))
    except ValueError:
        raise NoRuleError(f"{name} is no whole number") from None


def _pattern(regexp: str) -> dict[str, Any]:
    """Java had the whole URL match."""
    text = CASE_SWITCH.sub("", regexp)
    wanted = f"^(?:{text})$"
    try:
        Pattern(wanted)
    except BadPattern as problem:
        raise NoRuleError(str(problem)) from None
    return {"url_regex": wanted, "ignore_case": text != regexp}


def _regexp(settings: dict[str, str]) -> dict[str, Any]:
    return {"decide": _decision(settings)} | _pattern(settings.get("regexp", ""))


def _regexp_list(settings: dict[str, str]) -> dict[str, Any]:
    if settings.get("list-logic", "OR") != "OR":
        raise NoRuleError("of a list of patterns all must match; write a rule for each")
    return _regexp(settings | {"regexp": settings.get("regexp-list", "").replace("\n", "|")})


def _file_pattern(settings: dict[str, str]) -> dict[str, Any]:
    """A preset wins, and the pattern beside it is passed over; so it was in Heritrix."""
    preset = settings.get("use-preset-pattern", "All")
    if preset == CUSTOM:
        return _regexp(settings)
    if preset not in PRESETS:
        raise NoRuleError(f"the preset {preset} is not known")
    passed_over = settings.get("regexp", "")
    return {
        "decide": _decision(settings),
        "url_regex": rf"\.(?:{PRESETS[preset]})$",
        "ignore_case": True,
        "note": f"the preset wins; its pattern {passed_over} was passed over" * bool(passed_over),
    }


def _on(name: str) -> Callable[[dict[str, str]], dict[str, Any]]:
    return lambda settings: {"decide": _decision(settings), name: ["@seeds"]}


def _surts(settings: dict[str, str]) -> dict[str, Any]:
    if settings.get("surts-source-file"):
        raise NoRuleError("write the prefixes of the file into a rule: surts = [...]")
    return _on("surts")(settings)


def _transclusion(settings: dict[str, str]) -> dict[str, Any]:
    return {
        "decide": "accept",
        "transclusion_hops": _count(settings, "max-trans-hops", 3),
        "speculative_hops": _count(settings, "max-speculative-hops", 1),
    }


def _pathological(settings: dict[str, str]) -> dict[str, Any]:
    return {
        "decide": "reject",
        "traps": ["repeating_segments"],
        "more": {"traps.repeats": _count(settings, "max-repetitions", 2)},
    }


def _unless(
    read: Callable[[dict[str, str]], dict[str, Any]],
) -> Callable[[dict[str, str]], dict[str, Any]]:
    return lambda settings: read(settings) | {"unless": True}


KINDS: dict[str, Callable[[dict[str, str]], dict[str, Any]]] = {
    "AcceptDecideRule": lambda settings: {"decide": "accept"},
    "RejectDecideRule": lambda settings: {"decide": "reject"},
    "TooManyHopsDecideRule": lambda settings: {
        "decide": "reject", "more_hops_than": _count(settings, "max-hops", 20),
    },
    "PrerequisiteAcceptDecideRule": lambda settings: {"decide": "accept", "prerequisite": True},
    "SeedAcceptDecideRule": lambda settings: {"decide": "accept", "seed": True},
    "TransclusionDecideRule": _transclusion,
    "MatchesRegExpDecideRule": _regexp,
    "NotMatchesRegExpDecideRule": _unless(_regexp),
    "MatchesListRegExpDecideRule": _regexp_list,
    "NotMatchesListRegExpDecideRule": _unless(_regexp_list),
    "MatchesFilePatternDecideRule": _file_pattern,
    "NotMatchesFilePatternDecideRule": _unless(_file_pattern),
    "OnHostsDecideRule": _on("hosts"),
    "NotOnHostsDecideRule": _unless(_on("hosts")),
    "OnDomainsDecideRule": _on("domains"),
    "NotOnDomainsDecideRule": _unless(_on("domains")),
    "SurtPrefixedDecideRule": _surts,
    "NotSurtPrefixedDecideRule": _unless(_surts),
    "PathologicalPathDecideRule": _pathological,
    "TooManyPathSegmentsDecideRule": lambda settings: {
        "decide": "reject", "path_deeper_than": _count(settings, "max-path-depth", 20),
    },
    "ExceedsDocumentLengthThresholdDecideRule": lambda settings: {
        "decide": _decision(settings, "reject"),
        "larger_than": _count(settings, "content-length-threshold", 0),
    },
    "CSXHubFilter": lambda settings: {"decide": "accept", "hub": True},
}  # fmt: skip
