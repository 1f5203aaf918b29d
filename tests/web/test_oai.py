"""OAI-PMH as a harvester meets it: sickle harvests, and every answer is held against the schema."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from lxml import etree
from sickle import Sickle, oaiexceptions
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.app import Library
from web.conftest import serving
from web.oai_rules import OAI, complaints

DC = {"metadataPrefix": "oai_dc"}
HOSTS = ("a.test", "b.test")
ERRORS = [
    ({}, "badVerb"),
    ({"verb": "Harvest"}, "badVerb"),
    ({"verb": ["Identify", "Identify"]}, "badVerb"),
    ({"verb": "Identify", "set": "kind:x"}, "badArgument"),
    ({"verb": "ListRecords"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": ["oai_dc", "jats"]}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "a b"}, "badArgument"),
    ({"verb": "ListRecords", **DC, "from": "yesterday"}, "badArgument"),
    ({"verb": "ListRecords", **DC, "from": "2026-02-30"}, "badArgument"),
    ({"verb": "ListRecords", **DC, "from": "2026-01-02", "until": "2026-01-01"}, "badArgument"),
    (
        {"verb": "ListRecords", **DC, "from": "2026-01-01", "until": "2026-01-02T00:00:00Z"},
        "badArgument",
    ),
    ({"verb": "ListRecords", **DC, "set": "a b"}, "badArgument"),
    ({"verb": "ListRecords", **DC, "resumptionToken": "x"}, "badArgument"),
    ({"verb": "GetRecord", **DC}, "badArgument"),
    ({"verb": "ListRecords", "resumptionToken": "x"}, "badResumptionToken"),
    ({"verb": "ListSets", "resumptionToken": "\x00é<"}, "badResumptionToken"),
    ({"verb": "ListRecords", "metadataPrefix": "marc21"}, "cannotDisseminateFormat"),
    ({"verb": "ListRecords", **DC, "until": "1999-12-31"}, "noRecordsMatch"),
    ({"verb": "ListRecords", **DC, "set": "host:nowhere.test"}, "noRecordsMatch"),
    ({"verb": "ListIdentifiers", **DC, "set": "colour:blue"}, "noRecordsMatch"),
    ({"verb": "GetRecord", **DC, "identifier": "oai:sheaf.invalid:99"}, "idDoesNotExist"),
    ({"verb": "GetRecord", **DC, "identifier": "urn:x:<&\x01"}, "idDoesNotExist"),
    ({"verb": "ListMetadataFormats", "identifier": "oai:other.org:1"}, "idDoesNotExist"),
    ({"verb": "ListMetadataFormats", "identifier": "oai:sheaf.invalid:6"}, "noMetadataFormats"),
]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def made_harvest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five papers of two hosts, and two of a run that was undone."""
    folder = tmp_path_factory.mktemp("harvest")
    with sheaf.init(folder / "library") as library:
        for name, numbers in (("kept", range(5)), ("undone", range(5, 7))):
            pages = [
                Page(f"http://{HOSTS[n % 2]}/{n}.pdf", paper_pdf(f"Title Number {n}", pages=1))
                for n in numbers
            ]
            run = library.import_([write_warc(folder / f"{name}.warc.gz", pages)], jobs=1).run
        library.undo(run)
    return folder / "library"


@pytest.fixture
def harvested(made_harvest: Path, tmp_path: Path) -> Iterator[Library]:
    yield from serving(Path(shutil.copytree(made_harvest, tmp_path / "library")))


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    from sheaf.web.oai import verbs

    for name in ("HEADERS_AT_ONCE", "SETS_AT_ONCE"):
        monkeypatch.setattr(verbs, name, 2)
    small = {name: replace(one, at_once=2) for name, one in verbs.METADATA_FORMATS.items()}
    monkeypatch.setattr(verbs, "METADATA_FORMATS", small)


@pytest.fixture
def address(harvested: Library, small_parts: None) -> Iterator[str]:
    """Where the library is served to real requests, in parts of two."""
    from django.core.wsgi import get_wsgi_application

    with make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/oai"
        server.shutdown()
        thread.join()


def ask(browse: Any, **asked: Any) -> Any:
    """The answer, when it is as the schema wants it."""
    answer = browse.get("/oai", asked)
    assert answer.headers["Content-Type"] == "text/xml; charset=utf-8"
    assert complaints(answer.content) == []
    return etree.fromstring(answer.content)


def error_code(root: Any) -> str:
    return str(root.find(f"{{{OAI}}}error").get("code"))


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_sickle_harvests_all_of_it(harvested: Library, address: str, method: str) -> None:
    sickle = Sickle(address, http_method=method)
    identity = sickle.Identify()
    assert (identity.repositoryName, identity.baseURL) == ("library", address)
    assert (identity.deletedRecord, identity.granularity) == ("persistent", "YYYY-MM-DDThh:mm:ssZ")
    assert [one.metadataPrefix for one in sickle.ListMetadataFormats()] == ["oai_dc", "jats"]
    records = list(sickle.ListRecords(metadataPrefix="oai_dc"))
    assert [one.deleted for one in records] == [False] * 5 + [True] * 2
    for record, document in zip(records, harvested.documents(), strict=False):
        assert record.header.identifier == f"oai:sheaf.invalid:{document.id}"
        assert document.url in record.metadata["identifier"]
        assert f"sha1:{document.sha1}" in record.metadata["identifier"]
        assert record.metadata["creator"] == ["Lovelace, Ada", "Gödel, Kurt"]
    headers = list(sickle.ListIdentifiers(metadataPrefix="jats", ignore_deleted=True))
    assert [one.identifier for one in headers] == [one.header.identifier for one in records[:5]]
    one = sickle.GetRecord(identifier=headers[0].identifier, metadataPrefix="jats")
    assert "<article-title>Title Number" in one.raw


def test_sets_and_times_narrow_a_harvest(harvested: Library, address: str) -> None:
    sickle = Sickle(address)
    sets = {one.setSpec: one.setName for one in sickle.ListSets()}
    assert sets["host:a.test"] == "From a.test"
    assert {"language:en", "host:b.test"} <= set(sets)
    assert any(one.startswith("kind:") for one in sets)
    of_host = list(sickle.ListRecords(metadataPrefix="oai_dc", set="host:b.test"))
    assert [one.header.identifier[-1] for one in of_host] == ["2", "4", "6"]
    assert all("host:b.test" in one.header.setSpecs for one in of_host)
    today = harvested.change(1)
    assert today is not None
    day = f"{today.time:%Y-%m-%d}"
    within = {"from": day, "until": f"{harvested.change(7).time:%Y-%m-%d}"}  # type: ignore[union-attr]
    assert len(list(sickle.ListIdentifiers(metadataPrefix="oai_dc", **within))) == 7
    with pytest.raises(oaiexceptions.NoRecordsMatch):
        sickle.ListRecords(metadataPrefix="oai_dc", **{"from": "2999-01-01"})


@pytest.mark.parametrize(("asked", "code"), ERRORS, ids=lambda one: str(one)[:60])
@pytest.mark.usefixtures("harvested")
def test_every_error_is_told_as_the_protocol_has_it(browse: Any, asked: Any, code: str) -> None:
    root = ask(browse, **asked)
    assert error_code(root) == code
    assert root.find(f"{{{OAI}}}error").text.endswith(".")
    said = dict(root.find(f"{{{OAI}}}request").attrib)
    assert bool(said) == (code not in {"badVerb", "badArgument"})


def test_sickle_knows_our_errors(address: str) -> None:
    sickle = Sickle(address)
    with pytest.raises(oaiexceptions.IdDoesNotExist):
        sickle.GetRecord(identifier="oai:sheaf.invalid:99", metadataPrefix="oai_dc")
    with pytest.raises(oaiexceptions.BadResumptionToken):
        sickle.ListRecords(resumptionToken="x")
    with pytest.raises(oaiexceptions.CannotDisseminateFormat):
        sickle.ListRecords(metadataPrefix="marc21")


def test_a_library_without_documents_has_no_sets(empty_library: Library, browse: Any) -> None:
    assert empty_library.counts()["documents"] == 0
    assert error_code(ask(browse, verb="ListSets")) == "noSetHierarchy"
    assert error_code(ask(browse, verb="ListRecords", **DC)) == "noRecordsMatch"
    assert ask(browse, verb="Identify").find(f".//{{{OAI}}}earliestDatestamp") is not None


@pytest.mark.usefixtures("harvested", "small_parts")
@pytest.mark.parametrize(
    ("verb", "asked"),
    [("ListRecords", DC), ("ListIdentifiers", {"metadataPrefix": "jats"}), ("ListSets", {})],
)
def test_every_part_of_a_list_fits_the_schema(browse: Any, verb: str, asked: Any) -> None:
    root = ask(browse, verb=verb, **asked)
    cursors, tokens = [], set()
    while (token := root.find(f".//{{{OAI}}}resumptionToken")) is not None:
        cursors.append(int(token.get("cursor")))
        if not token.text:
            break
        tokens.add(token.text)
        root = ask(browse, verb=verb, resumptionToken=token.text)
    assert cursors == [2 * n for n in range(len(cursors))]
    assert len(tokens) >= 1
    # A token is of its verb, and what is not whole is none.
    other = "ListSets" if verb != "ListSets" else "ListRecords"
    for one in tokens:
        assert error_code(ask(browse, verb=other, resumptionToken=one)) == "badResumptionToken"
        for broken in (one[:-1], one[1:], one + "A", one.swapcase()):
            answer = ask(browse, verb=verb, resumptionToken=broken)
            assert error_code(answer) == "badResumptionToken"


@pytest.mark.usefixtures("harvested")
def test_a_record_that_was_deleted_says_when(browse: Any) -> None:
    root = ask(browse, verb="GetRecord", identifier="oai:sheaf.invalid:7", **DC)
    header = root.find(f".//{{{OAI}}}header")
    assert header.get("status") == "deleted"
    assert "host:a.test" in [one.text for one in header.findall(f"{{{OAI}}}setSpec")]


def test_a_document_that_was_not_read_has_dublin_core_alone(
    harvested: Library, browse: Any
) -> None:
    from sheaf.deposit import models

    models.Paper.objects.using(harvested.database_alias).filter(document_id=2).delete()
    for path in harvested.document(2).files:  # type: ignore[union-attr]
        if path.suffix == ".json":
            path.unlink()
    identifier = "oai:sheaf.invalid:2"
    root = ask(browse, verb="GetRecord", identifier=identifier, metadataPrefix="jats")
    assert error_code(root) == "cannotDisseminateFormat"
    formats = ask(browse, verb="ListMetadataFormats", identifier=identifier)
    assert [one.text for one in formats.iter(f"{{{OAI}}}metadataPrefix")] == ["oai_dc"]
    assert ask(browse, verb="GetRecord", identifier=identifier, **DC) is not None
    listed = ask(browse, verb="ListIdentifiers", metadataPrefix="jats")
    assert identifier not in [one.text for one in listed.iter(f"{{{OAI}}}identifier")]


def test_what_xml_cannot_hold_is_left_out(harvested: Library, browse: Any) -> None:
    import json

    (path,) = (one for one in harvested.document(1).files if one.suffix == ".json")  # type: ignore[union-attr]
    paper = json.loads(path.read_text())
    paper["title"] = "A\x00B\x0b & <C> \ud800 \ufffe]]>"
    path.write_text(json.dumps(paper))
    for name in ("oai_dc", "jats"):
        root = ask(browse, verb="ListRecords", metadataPrefix=name)
        assert "AB & <C> ]]>" in " ".join(root.itertext())


def test_names_of_sets_hold_any_host() -> None:
    from sheaf.web.oai.sets import is_spec, read_spec, write_spec

    for value in ("www.example.edu", "[::1]", "bücher.test", "a b:c!d%", "日本"):
        spec = write_spec("host", value)
        assert is_spec(spec)
        assert read_spec(spec) == ("host", value)
    assert read_spec("host:a!2Eb") is None  # written in another way than ours


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<verb/>", ""),
        ("<verb/>", "<ListSets/>"),
        ("<verb/>", '<error code="lost">No.</error>'),
        ("2026-01-01T", "2026-01-01 "),
        ("<responseDate>", '<responseDate xmlns="urn:x">'),
    ],
)
def test_what_does_not_fit_the_schema_is_seen(old: str, new: str) -> None:
    verb = '<error code="badVerb">No such verb.</error>'
    fits = (
        f'<OAI-PMH xmlns="{OAI}"><responseDate>2026-01-01T00:00:00Z</responseDate>'
        "<request>http://a.test/oai</request><verb/></OAI-PMH>"
    )
    assert complaints(fits.replace("<verb/>", verb).encode()) == []
    assert complaints(fits.replace(old, new).replace("<verb/>", verb).encode())
