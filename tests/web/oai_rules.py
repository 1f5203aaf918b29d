"""The schemas of OAI-PMH 2.0 and of oai_dc as a table: which elements stand in which, in which
order, how often. The schemas themselves are on another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

OAI = "http://www.openarchives.org/OAI/2.0/"
DC = "http://purl.org/dc/elements/1.1/"
OAI_DC = f"{OAI}oai_dc/"
IDENTIFIER = f"{OAI}oai-identifier"
JATS = "http://jats.nlm.nih.gov"
MANY = 10**9
VERBS = (
    *("Identify", "ListMetadataFormats", "ListSets", "GetRecord", "ListIdentifiers"),
    *("ListRecords", "error"),
)
# Children in order, each with how often it stands there at least and at the most.
CHILDREN = {
    "OAI-PMH": (("responseDate", 1, 1), ("request", 1, 1), (VERBS, 1, 1)),
    "Identify": (
        ("repositoryName", 1, 1), ("baseURL", 1, 1), ("protocolVersion", 1, 1),
        ("adminEmail", 1, MANY), ("earliestDatestamp", 1, 1), ("deletedRecord", 1, 1),
        ("granularity", 1, 1), ("compression", 0, MANY), ("description", 0, MANY),
    ),
    "ListMetadataFormats": (("metadataFormat", 1, MANY),),
    "metadataFormat": (("metadataPrefix", 1, 1), ("schema", 1, 1), ("metadataNamespace", 1, 1)),
    "ListSets": (("set", 1, MANY), ("resumptionToken", 0, 1)),
    "set": (("setSpec", 1, 1), ("setName", 1, 1), ("setDescription", 0, MANY)),
    "GetRecord": (("record", 1, 1),),
    "ListIdentifiers": (("header", 1, MANY), ("resumptionToken", 0, 1)),
    "ListRecords": (("record", 1, MANY), ("resumptionToken", 0, 1)),
    "record": (("header", 1, 1), ("metadata", 0, 1), ("about", 0, MANY)),
    "header": (("identifier", 1, 1), ("datestamp", 1, 1), ("setSpec", 0, MANY)),
}  # fmt: skip
UTC = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
SPEC = r"[A-Za-z0-9\-_.!~*'()]+(:[A-Za-z0-9\-_.!~*'()]+)*"
TEXTS = {
    "responseDate": UTC, "datestamp": UTC, "earliestDatestamp": UTC, "setSpec": SPEC,
    "metadataPrefix": r"[A-Za-z0-9\-_.!~*'()]+", "adminEmail": r"\S+@(\S+\.)+\S+",
    "protocolVersion": r"2\.0", "deletedRecord": "no|persistent|transient",
    "granularity": "YYYY-MM-DDThh:mm:ssZ", "identifier": r"oai:[a-z.-]+:[0-9]+",
    "resumptionToken": r"[\w-]*", "baseURL": r"http://\S+", "request": r"http://\S+",
}  # fmt: skip
DC_ELEMENTS = {
    "title", "creator", "subject", "description", "publisher", "contributor", "date", "type",
    "format", "identifier", "source", "language", "relation", "coverage", "rights",
}  # fmt: skip
CODES = {
    "badArgument", "badResumptionToken", "badVerb", "cannotDisseminateFormat", "idDoesNotExist",
    "noRecordsMatch", "noMetadataFormats", "noSetHierarchy",
}  # fmt: skip


def complaints(data: bytes) -> list[str]:
    root = etree.fromstring(data)
    if root.tag != f"{{{OAI}}}OAI-PMH":
        return [f"the root is {root.tag}"]
    return list(_walk(root))


def _walk(element: Any) -> Iterator[str]:
    name = etree.QName(element).localname
    if etree.QName(element).namespace != OAI:
        yield f"{element.tag} stands among our own"
    children = list(element)
    if name == "metadata":
        yield from _in_metadata(children)
    elif name != "description":
        names = [etree.QName(one).localname for one in children]
        if not _fits(names, CHILDREN.get(name, ())):
            yield f"in {name} stand {names}"
        for child in children:
            yield from _walk(child)
    if name in TEXTS and not re.fullmatch(TEXTS[name], (element.text or "").strip()):
        yield f"{name} is {element.text!r}"
    if name == "error" and element.get("code") not in CODES:
        yield f"there is no error {element.get('code')}"
    if name == "record":
        is_deleted = element[0].get("status") == "deleted"
        if is_deleted == (len(element) > 1):
            yield "a record has no metadata, or is deleted and has some"


def _fits(names: list[str], wanted: Any) -> bool:
    at = 0
    for name, least, most in wanted:
        allowed = (name,) if isinstance(name, str) else name
        count = 0
        while at < len(names) and names[at] in allowed and count < most:
            at, count = at + 1, count + 1
        if count < least:
            return False
    return at == len(names)


def _in_metadata(children: list[Any]) -> Iterator[str]:
    if len(children) != 1:
        yield f"metadata has {len(children)} children"
    for root in children:
        if root.tag == f"{{{OAI_DC}}}dc":
            for one in root:
                name = etree.QName(one)
                if name.namespace != DC or name.localname not in DC_ELEMENTS or len(one):
                    yield f"{one.tag} is none of Dublin Core"
        elif root.tag != f"{{{JATS}}}article":
            yield f"metadata holds {root.tag}"
