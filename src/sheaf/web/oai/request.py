"""What a harvester asks: verbs, their arguments, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sheaf.web.oai.sets import is_spec

TOKEN = "resumptionToken"  # noqa: S105 - the name of an argument
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SECOND = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
SECOND_FORM = "%Y-%m-%dT%H:%M:%SZ"


class OaiError(Exception):
    """A question that is answered with an error of the protocol."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which arguments a verb takes. A token stands alone: it holds the others."""

    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    takes_token: bool = False


_SELECTION = Arguments(
    frozenset({"metadataPrefix"}), frozenset({"from", "until", "set"}), takes_token=True
)
VERBS = {
    "Identify": Arguments(),
    "ListMetadataFormats": Arguments(optional=frozenset({"identifier"})),
    "ListSets": Arguments(takes_token=True),
    "ListIdentifiers": _SELECTION,
    "ListRecords": _SELECTION,
    "GetRecord": Arguments(frozenset({"identifier", "metadataPrefix"})),
}


def check_arguments(asked: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The arguments, the verb among them, each said once."""
    verbs = asked.get("verb", ())
    if len(verbs) != 1 or verbs[0] not in VERBS:
        words = "verb must be said once" if len(verbs) != 1 else "There is no such verb"
        raise OaiError("badVerb", f"{words}: one of {', '.join(VERBS)}.")
    given = {name: values[0] for name, values in asked.items() if name != "verb"}
    if repeated := [name for name, values in asked.items() if len(values) > 1]:
        raise OaiError("badArgument", f"Said more than once: {', '.join(repeated)}.")
    _check_names(verbs[0], given)
    return {"verb": verbs[0], **given}


def _check_names(verb: str, given: Mapping[str, str]) -> None:
    takes = VERBS[verb]
    if takes.takes_token and TOKEN in given:
        if len(given) > 1:
            raise OaiError("badArgument", f"{TOKEN} goes with no other argument.")
        return
    if unknown := given.keys() - takes.required - takes.optional:
        raise OaiError("badArgument", f"{verb} does not take {', '.join(sorted(unknown))}.")
    if missing := takes.required - given.keys():
        raise OaiError("badArgument", f"{verb} needs {', '.join(sorted(missing))}.")
    for name in ("set", "metadataPrefix"):
        if name in given and not is_spec(given[name]):
            raise OaiError("badArgument", f"{name}: there is none called so.")


def read_period(given: Mapping[str, str]) -> tuple[datetime | None, datetime | None]:
    """From when until when. A day lasts until its last second."""
    since, until = given.get("from"), given.get("until")
    if since is not None and until is not None and len(since) != len(until):
        raise OaiError("badArgument", "from and until must be of one granularity.")
    begin = None if since is None else _read_time("from", since)
    end = None if until is None else _read_time("until", until)
    if end is not None and until is not None and DAY.fullmatch(until):
        end += timedelta(days=1, seconds=-1)
    if begin is not None and end is not None and begin > end:
        raise OaiError("badArgument", "from is later than until.")
    return begin, end


def _read_time(name: str, text: str) -> datetime:
    for pattern, form in ((DAY, "%Y-%m-%d"), (SECOND, SECOND_FORM)):
        if text.isascii() and pattern.fullmatch(text):
            try:
                return datetime.strptime(text, form).replace(tzinfo=UTC)
            except ValueError:
                break
    raise OaiError("badArgument", f"{name} must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.")
