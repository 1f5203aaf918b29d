"""The truth about a world: what a perfect crawler, filter and reader would report."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sheaf.world.papers import SimulatedPaper
from sheaf.world.pdf import printed_facts
from sheaf.world.people import Scholar
from sheaf.world.realm import Realm
from sheaf.world.response import Resource


def record(realm: Realm, resource: Resource) -> dict[str, Any]:
    """One URL as a JSON object."""
    facts: dict[str, Any] = {
        "url": resource.url,
        "kind": resource.kind,
        "status": resource.status,
        "allowed": resource.allowed,
        "reachable": resource.reachable,
    }
    if resource.role:
        facts["role"] = resource.role
    if resource.about is not None:
        facts["about"] = resource.about
    if resource.person:
        facts["person"] = _author(resource.person)
    if resource.fault:
        facts["fault"] = resource.fault
    if resource.card:
        facts |= _copy_facts(resource) | paper_facts(realm.papers.paper(resource.card.number))
    if resource.card and resource.version:
        paper = realm.papers.paper(resource.card.number)
        facts["printed"] = printed_facts(realm.seed, paper, resource.version)
    return facts


def paper_facts(paper: SimulatedPaper) -> dict[str, Any]:
    return {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "authors": [_author(author) for author in paper.authors],
        "year": paper.year,
        "venue": paper.venue,
        "abstract": paper.abstract,
        "doi": paper.doi,
        "discipline": paper.discipline,
        "citation_style": paper.citation_style,
        "references": [r.paper_id for r in paper.references if r.paper_id is not None],
    }


def write_lines(path: Path, records: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for each in records:
            file.write(json.dumps(each, ensure_ascii=False) + "\n")


def _copy_facts(resource: Resource) -> dict[str, Any]:
    return {
        "version": resource.version,
        "copy_of": resource.copy_of,
        "near_copy": resource.near_copy,
    }


def _author(person: Scholar) -> dict[str, str]:
    return {
        "name": person.name.full,
        "given": person.name.given,
        "family": person.name.family,
        "email": person.email,
        "affiliation": person.department.affiliation,
    }
