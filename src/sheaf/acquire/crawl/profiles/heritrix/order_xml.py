"""The order.xml of Heritrix 1 as a profile: every setting finds its place, or is told it has none.

Three things can become of a setting:

    mapped       it stands in the profile, at `place`
    same         Sheaf does so anyway
    not_mapped   it has no meaning here, and `note` says why
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from sheaf.acquire.crawl.profiles.heritrix.order_places import (
    NO_MEANING,
    PLACES,
    SAME,
    UNKNOWN,
    BadValue,
)
from sheaf.acquire.crawl.profiles.heritrix.order_rules import RuleReading, read_rules
from sheaf.acquire.crawl.profiles.heritrix.xml_tree import Node, read_xml
from sheaf.acquire.crawl.profiles.profile import Profile
from sheaf.errors import SourceError

WHAT = "order.xml"
SEQUENCE = "DecideRuleSequence"
# Where a list of rules stands, by the class that holds it (or by its own name) and what becomes
# of it; the rules of any other processor are told.
RULE_LISTS = {"decide-rules": "scope", "midfetch-decide-rules": "midfetch"}
WRITERS = frozenset({"MirrorWriterProcessor", "ARCWriterProcessor"})
# A rule of canonicalisation that the file does not have is off.
ALL_OFF: dict[str, Any] = {
    "canonicalisation": {
        "strip_userinfo": False,
        "strip_session_ids": False,
        "strip_cf_ids": False,
        "fixup_query": False,
    },
    "links": {"headers": False, "html": False, "sitemaps": False, "feeds": False, "pdf": False},
    "hubs": {"pattern": ""},
}


@dataclass(frozen=True, slots=True)
class HeritrixSetting:
    """One setting of the file and what became of it."""

    path: str
    value: str
    became: Literal["mapped", "same", "not_mapped"]
    place: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OrderReading:
    profile: Profile
    settings: tuple[HeritrixSetting, ...]

    @property
    def not_mapped(self) -> tuple[HeritrixSetting, ...]:
        return tuple(setting for setting in self.settings if setting.became == "not_mapped")


def profile_from_order_xml(data: bytes) -> Profile:
    return read_order_xml(data).profile


def read_order_xml(data: bytes) -> OrderReading:
    root = read_xml(data, WHAT)
    if root.tag != "crawl-order":
        raise SourceError(f"{WHAT} begins with {root.tag}, not crawl-order.", "Check the file.")
    reader = _Reader()
    reader.read(root)
    return reader.finish()


class _Reader:
    def __init__(self) -> None:
        self._values: dict[str, Any] = {name: dict(values) for name, values in ALL_OFF.items()}
        self._settings: list[HeritrixSetting] = []
        self._proxy: dict[str, str] = {}

    def read(self, root: Node) -> None:
        for node in root.children:
            if node.tag == "meta":
                for one in node.children:
                    self._setting(f"meta/{one.tag}", one.text)
            elif node.tag == "controller":
                self._object(node, "controller", "controller")

    def _object(self, node: Node, holder: str, path: str) -> None:
        """`holder` is the class (or the map) whose settings these are."""
        for child in node.children:
            below = f"{path}/{child.name or child.tag}"
            if child.kind == SEQUENCE:
                self._rules(child, holder, below)
            elif child.tag == "newObject":
                self._object(child, child.kind, below)
                self._note_object(child, below)
            elif child.tag == "map":
                known = holder if child.name in {"rules", "credentials"} else child.name
                self._object(child, known, below)
            else:
                values = [one.text for one in child.children] or [child.text]
                self._setting(f"{holder}/{child.name}", "\n".join(filter(None, values)), below)

    def _note_object(self, node: Node, path: str) -> None:
        if node.kind.endswith("Credential"):
            note = "put the password into a file of its own, and name it in [fetch] credentials"
            self._settings.append(HeritrixSetting(path, node.name, "not_mapped", note=note))
        elif not any(one.startswith(f"{node.kind}/") for one in (*PLACES, *SAME, *NO_MEANING)):
            self._settings.append(HeritrixSetting(path, node.kind, "not_mapped", note=UNKNOWN))

    def _rules(self, node: Node, holder: str, path: str) -> None:
        target = RULE_LISTS.get(node.name, "")
        if not target and holder in WRITERS:
            target = "keep"
        for reading in read_rules(node, path):
            self._rule(reading, target)

    def _rule(self, reading: RuleReading, target: str) -> None:
        if reading.rule is None or not target:
            note = reading.note or "rules of this processor have no equivalent"
            setting = HeritrixSetting(reading.path, reading.value, "not_mapped", note=note)
        else:
            self._values.setdefault(target, []).append(reading.rule)
            setting = HeritrixSetting(reading.path, reading.value, "mapped", target, reading.note)
            for place, value in reading.more.items():
                self._put(place, value)
        self._settings.append(setting)

    def _setting(self, key: str, value: str, path: str = "") -> None:
        path, value = path or key, value.lstrip(">").strip()
        if key in {"FetchHTTP/http-proxy-host", "FetchHTTP/http-proxy-port"}:
            self._proxy[key.rpartition("-")[2]] = value
            self._settings.append(HeritrixSetting(path, value, "mapped", "fetch.proxy"))
        elif key in PLACES:
            self._place(key, value, path)
        elif key in SAME:
            expected, note = SAME[key]
            became: Literal["same", "not_mapped"] = "same" if value in expected else "not_mapped"
            self._settings.append(HeritrixSetting(path, value, became, note=note))
        else:
            holder = key.partition("/")[0]
            note = NO_MEANING.get(key) or NO_MEANING.get(f"{holder}/*") or UNKNOWN
            self._settings.append(HeritrixSetting(path, value, "not_mapped", note=note))

    def _place(self, key: str, value: str, path: str) -> None:
        place, convert = PLACES[key]
        try:
            converted = convert(value)
            # Two settings speak of scripts; one is enough to read them.
            if place == "links.javascript" and self._values["links"].get("javascript"):
                converted = True
            self._put(place, converted)
        except BadValue as problem:
            self._settings.append(HeritrixSetting(path, value, "not_mapped", place, str(problem)))
        else:
            self._settings.append(HeritrixSetting(path, value, "mapped", place))

    def _put(self, place: str, value: Any) -> None:
        section, _, name = place.partition(".")
        if name:
            self._values.setdefault(section, {})[name] = value
        else:
            self._values[section] = value

    def finish(self) -> OrderReading:
        if self._proxy.get("host"):
            port = self._proxy.get("port") or "8080"
            self._put("fetch.proxy", f"http://{self._proxy['host']}:{port}")
        # Heritrix looks for pictures, styles and scripts wherever it looks for links.
        links = self._values["links"]
        links["embeds"] = links["html"]
        profile = self._profile()
        return OrderReading(profile, tuple(self._settings))

    def _profile(self) -> Profile:
        """A value that no profile takes is told, and left out."""
        while True:
            try:
                return Profile.model_validate(self._values)
            except ValidationError as problem:
                for place, words in _faults(problem):
                    self._leave_out(place, words)

    def _leave_out(self, place: str, words: str) -> None:
        section, _, name = place.partition(".")
        if name and isinstance(self._values.get(section), dict):
            self._values[section].pop(name, None)
        else:
            self._values.pop(section, None)
        self._settings = [
            HeritrixSetting(setting.path, setting.value, "not_mapped", place, words)
            if setting.place == place
            else setting
            for setting in self._settings
        ]


def _faults(problem: ValidationError) -> Iterator[tuple[str, str]]:
    for error in problem.errors():
        yield ".".join(map(str, error["loc"][:2])), error["msg"]
