"""What each verb answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpRequest

from sheaf.extract.formats.markup import Markup, block, element
from sheaf.records import ChangedDocument
from sheaf.web.library import served_library
from sheaf.web.oai.records import (
    METADATA_FORMATS,
    MetadataFormat,
    read_identifier,
    write_header,
    write_identifier,
    write_records,
    write_time,
)
from sheaf.web.oai.request import TOKEN, OaiError, check_arguments, read_period
from sheaf.web.oai.sets import COLUMNS, read_spec, set_name, write_spec
from sheaf.web.oai.tokens import Token, read_token, write_token

HEADERS_AT_ONCE = 500
SETS_AT_ONCE = 500
IDENTIFIER_NAMESPACE = "http://www.openarchives.org/OAI/2.0/oai-identifier"
NO_DOMAIN = "sheaf.invalid"
DOMAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*(\.[A-Za-z][A-Za-z0-9-]*)+")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the library: the arguments, and for lists the place behind which to go on
    and how many came before it."""

    request: HttpRequest
    given: Mapping[str, str]
    place: tuple[int, int] = (0, 0)
    told: int = 0


def base_address(request: HttpRequest) -> str:
    return request.build_absolute_uri(request.path)


def oai_domain() -> str:
    """The domain in identifiers."""
    web = served_library().settings.web
    named = (name for name in web.allowed_hosts if DOMAIN.fullmatch(name))
    return web.oai_name or next(named, NO_DOMAIN)


# -- about the library -----------------------------------------------------------------------------


def identify(question: Question) -> Markup:
    library, domain = served_library(), oai_domain()
    since = library.first_change() or datetime.now(UTC)
    return block(
        "Identify",
        element("repositoryName", library.folder.name),
        element("baseURL", base_address(question.request)),
        element("protocolVersion", "2.0"),
        element("adminEmail", library.settings.web.admin_email or f"nobody@{domain}"),
        element("earliestDatestamp", write_time(since)),
        element("deletedRecord", "persistent"),
        element("granularity", "YYYY-MM-DDThh:mm:ssZ"),
        block("description", _describe_identifiers(domain)),
    )


def _describe_identifiers(domain: str) -> Markup:
    attributes = {
        "xmlns": IDENTIFIER_NAMESPACE,
        "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "xsi:schemaLocation": f"{IDENTIFIER_NAMESPACE} {IDENTIFIER_NAMESPACE}.xsd",
    }
    return block(
        "oai-identifier",
        element("scheme", "oai"),
        element("repositoryIdentifier", domain),
        element("delimiter", ":"),
        element("sampleIdentifier", write_identifier(1, domain)),
        attributes=attributes,
    )


def list_metadata_formats(question: Question) -> Markup:
    chosen = list(METADATA_FORMATS.values())
    if "identifier" in question.given:
        change = _find(question.given["identifier"])
        chosen = [written for written in chosen if _can_write(change, written)]
        if not chosen:
            raise OaiError("noMetadataFormats", "This record was deleted.")
    return block("ListMetadataFormats", *map(_describe_format, chosen))


def _describe_format(described: MetadataFormat) -> Markup:
    return block(
        "metadataFormat",
        element("metadataPrefix", described.prefix),
        element("schema", described.schema),
        element("metadataNamespace", described.namespace),
    )


def list_sets(question: Question) -> Markup:
    """Kinds, then languages, then hosts, of which there may be many."""
    parts: Token = [0, "", 0]
    if TOKEN in question.given:
        parts = _read_token(question.given[TOKEN], "ListSets", int, str, int)
    start, after, told = parts
    found: list[tuple[str, str]] = []
    for column in COLUMNS[start:]:
        room = SETS_AT_ONCE + 1 - len(found)
        values = served_library().values_of(column, after=after, limit=room)
        found += [(column, value) for value in values]
        after = ""
    if not found:
        raise OaiError("noSetHierarchy", "No document here is of a known kind, language or host.")
    shown, has_more = found[:SETS_AT_ONCE], len(found) > SETS_AT_ONCE
    column, value = shown[-1]
    place = (COLUMNS.index(column), value, told + len(shown))
    token = write_token("ListSets", *place) if has_more else ""
    return block("ListSets", *(_describe_set(*pair) for pair in shown), _end_of_list(token, told))


def _describe_set(column: str, value: str) -> Markup:
    return block(
        "set",
        element("setSpec", write_spec(column, value)),
        element("setName", set_name(column, value)),
    )


# -- records ---------------------------------------------------------------------------------------


def get_record(question: Question) -> Markup:
    chosen = _find_format(question.given["metadataPrefix"])
    change = _find(question.given["identifier"])
    if not change.is_removed and not _can_write(change, chosen):
        words = f"Nothing was read out of this document that {chosen.prefix} could tell."
        raise OaiError("cannotDisseminateFormat", words)
    return block("GetRecord", *write_records(question.request, [change], chosen, oai_domain()))


def list_identifiers(question: Question) -> Markup:
    question = _continued("ListIdentifiers", question)
    domain = oai_domain()
    changes, token = _list_changes("ListIdentifiers", question, HEADERS_AT_ONCE)
    headers = (write_header(change, domain) for change in changes)
    return block("ListIdentifiers", *headers, _end_of_list(token, question.told))


def list_records(question: Question) -> Markup:
    question = _continued("ListRecords", question)
    chosen = _find_format(question.given["metadataPrefix"])
    changes, token = _list_changes("ListRecords", question, chosen.at_once)
    records = write_records(question.request, changes, chosen, oai_domain())
    return block("ListRecords", *records, _end_of_list(token, question.told))


def _list_changes(verb: str, question: Question, at_once: int) -> tuple[list[ChangedDocument], str]:
    """The next ones, and the token for those behind them."""
    given = question.given
    chosen = _find_format(given["metadataPrefix"])
    since, until = read_period(given)
    within = read_spec(given["set"]) if "set" in given else None
    found: list[ChangedDocument] = []
    if within or "set" not in given:
        found = served_library().changes(
            since=since,
            until=until,
            after=question.place,
            within=within,
            only_read=chosen.only_read,
            limit=at_once + 1,
        )
    if not found:
        # What a token promised may have changed since, and so be told of at another time.
        code = "badResumptionToken" if question.told else "noRecordsMatch"
        raise OaiError(code, "No record was changed then, in that set.")
    changes, has_more = found[:at_once], len(found) > at_once
    last = changes[-1]
    asked = [given.get(name, "") for name in ("metadataPrefix", "set", "from", "until")]
    place = (last.revision, last.id, question.told + len(changes))
    return changes, write_token(verb, *asked, *place) if has_more else ""


def _continued(verb: str, question: Question) -> Question:
    """The question as it was first asked, where a token goes on with it."""
    if TOKEN not in question.given:
        return question
    parts = _read_token(question.given[TOKEN], verb, str, str, str, str, int, int, int)
    names = ("metadataPrefix", "set", "from", "until")
    given = {name: part for name, part in zip(names, parts[:4], strict=True) if part}
    try:
        check_arguments({"verb": [verb], **{name: [part] for name, part in given.items()}})
        read_period(given)
        _find_format(given["metadataPrefix"])
    except OaiError:
        raise _bad_token() from None
    return Question(question.request, given, (parts[4], parts[5]), parts[6])


def _read_token(written: str, verb: str, *kinds: type) -> Token:
    parts = read_token(written, str, *kinds)
    if parts is None or parts[0] != verb or (verb == "ListSets" and parts[1] >= len(COLUMNS)):
        raise _bad_token()
    return parts[1:]


def _bad_token() -> OaiError:
    return OaiError("badResumptionToken", "This token is none that was given out for this verb.")


def _end_of_list(token: str, told: int) -> Markup | None:
    """Empty at the end of a list that came in parts; a list that is whole has none."""
    if not token and not told:
        return None
    return element(TOKEN, token, attributes={"cursor": str(told)})


def _find_format(prefix: str) -> MetadataFormat:
    if prefix not in METADATA_FORMATS:
        words = f"There is no such format: one of {', '.join(METADATA_FORMATS)}."
        raise OaiError("cannotDisseminateFormat", words)
    return METADATA_FORMATS[prefix]


def _find(identifier: str) -> ChangedDocument:
    number = read_identifier(identifier, oai_domain())
    found = None if number is None else served_library().change(number)
    if found is None:
        raise OaiError("idDoesNotExist", "There is no such record, and there never was.")
    return found


def _can_write(change: ChangedDocument, chosen: MetadataFormat) -> bool:
    if change.is_removed:
        return False
    return not chosen.only_read or any(True for _ in served_library().papers([change.id]))


ANSWERS: dict[str, Callable[[Question], Markup]] = {
    "Identify": identify,
    "ListMetadataFormats": list_metadata_formats,
    "ListSets": list_sets,
    "ListIdentifiers": list_identifiers,
    "ListRecords": list_records,
    "GetRecord": get_record,
}
