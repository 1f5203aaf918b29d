"""GROBID's routes: its own client works against them, and what it gets is TEI that the readers of
its users understand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from grobid_client.grobid_client import GrobidClient
from lxml import etree
from support import samples

from web.extraction_server import Answer, Extractor, extractor

TEI = {"t": "http://www.tei-c.org/ns/1.0"}
PAPER = samples.paper_pdf()
STRING = "A. Turing. On computable numbers. Proc. London Math. Soc., 42:230-265, 1936."


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    with extractor(tmp_path_factory.mktemp("grobid"), workers_jobs=2) as served:
        yield served


@dataclass
class LoadedPaper:
    """What loaders such as doc2json take out of TEI."""

    title: str
    authors: list[str]
    abstract: str
    sections: list[tuple[str, str]]
    cited: set[str]
    references: dict[str, str] = field(default_factory=dict)


def words(element: etree._Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def load(tei: bytes) -> LoadedPaper:
    root = etree.fromstring(tei)

    def find(path: str) -> list[etree._Element]:
        return root.xpath(path, namespaces=TEI)

    people = find("//t:sourceDesc/t:biblStruct/t:analytic/t:author/t:persName")
    bodies = find("//t:text/t:body//t:div")
    entries = {
        one.get("{http://www.w3.org/XML/1998/namespace}id"): words(
            next(iter(one.xpath(".//t:title", namespaces=TEI)), None)
        )
        for one in find("//t:back//t:listBibl/t:biblStruct")
    }
    return LoadedPaper(
        title=words(next(iter(find("//t:titleStmt/t:title")), None)),
        authors=[" ".join(words(part) for part in one) for one in people],
        abstract=words(next(iter(find("//t:profileDesc/t:abstract")), None)),
        sections=[
            (words(one.find("t:head", TEI)), " ".join(words(p) for p in one.findall("t:p", TEI)))
            for one in bodies
        ],
        cited={
            target[1:]
            for one in find("//t:ref[@type='bibr']")
            for target in one.get("target", "").split()
        },
        references=entries,
    )


def client(service: Extractor) -> GrobidClient:
    return GrobidClient(grobid_server=service.url, sleep_time=1, timeout=60)


def run_client(
    service: Extractor, kind: str, source: Path, out: Path, **more: bool
) -> dict[str, bytes]:
    client(service).process(kind, str(source), output=str(out), n=2, force=True, **more)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.is_file()}


@pytest.mark.shared
def test_its_client_reads_papers_with_us(
    service: Extractor, shared_data: Path, tmp_path: Path
) -> None:
    chosen = sorted((shared_data / "papers").glob("*.pdf"), key=lambda one: one.stat().st_size)
    source = tmp_path / "in"
    source.mkdir()
    for path in chosen[30:36]:
        (source / path.name).write_bytes(path.read_bytes())
    found = run_client(
        service,
        "processFulltextDocument",
        source,
        tmp_path / "out",
        consolidate_header=True,
        tei_coordinates=True,
        segment_sentences=True,
        json_output=True,
    )
    read_by_others = {name: found.pop(name) for name in list(found) if name.endswith(".json")}
    assert len(read_by_others) == len(found) == 6
    assert sorted(found) == sorted(f"{path.stem}.grobid.tei.xml" for path in source.iterdir())
    loaded = [load(tei) for tei in found.values()]
    assert sum(bool(one.title) for one in loaded) >= 5
    assert sum(bool(one.authors) for one in loaded) >= 5
    assert all(one.sections for one in loaded)
    assert all(one.cited <= set(one.references) for one in loaded)
    for tei in found.values():
        root = etree.fromstring(tei)
        assert root.xpath("//t:facsimile/t:surface/@lrx", namespaces=TEI)
        sentences = root.xpath("//t:body//t:p/t:s", namespaces=TEI)
        assert len(sentences) > 10
        placed = [one for one in sentences if one.get("coords")]
        assert len(placed) > 0.8 * len(sentences)
        for name in ("title", "persName", "head", "biblStruct"):
            assert root.xpath(f"//t:{name}/@coords", namespaces=TEI), name


def test_its_client_asks_for_header_references_and_strings(
    service: Extractor, tmp_path: Path
) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "paper.pdf").write_bytes(PAPER)
    [header] = run_client(service, "processHeaderDocument", source, tmp_path / "1").values()
    read = load(header)
    assert read.title == "Robust Estimation of Sparse Graphs"
    assert read.authors == ["Ada Lovelace", "Kurt Gödel"]
    assert read.abstract
    assert not read.references
    [listed] = run_client(service, "processReferences", source, tmp_path / "2").values()
    assert load(listed).references
    strings = tmp_path / "strings"
    strings.mkdir()
    (strings / "refs.txt").write_text(f"{STRING}\n{STRING}\n")
    [parsed] = run_client(service, "processCitationList", strings, tmp_path / "3").values()
    assert load(parsed).references == dict.fromkeys(["b0", "b1"], "On computable numbers")


def test_its_client_asks_for_places_and_sentences(service: Extractor, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "paper.pdf").write_bytes(PAPER)
    for number, kind in enumerate(
        ("processHeaderDocument", "processFulltextDocument", "processReferences")
    ):
        asked = {"tei_coordinates": True, "segment_sentences": True}
        [tei] = run_client(service, kind, source, tmp_path / f"{number}", **asked).values()
        root = etree.fromstring(tei)
        assert len(root.xpath("//t:facsimile/t:surface", namespaces=TEI)) == 2
        wanted = {
            "processHeaderDocument": "//t:sourceDesc//t:persName | //t:abstract//t:s",
            "processFulltextDocument": "//t:body//t:s | //t:ref | //t:biblStruct[@xml:id]",
            "processReferences": "//t:biblStruct",
        }[kind]
        found = root.xpath(wanted, namespaces=TEI)
        assert found
        assert all(re.fullmatch(r"\d+,.+", one.get("coords", "")) for one in found), kind
        assert b"raw_reference" not in tei


def test_what_is_not_done_is_said(service: Extractor) -> None:
    asked = {"consolidateHeader": "1", "flavor": "article/light", "start": "-1"}
    answer = service.send_form("/api/processHeaderDocument", "input", PAPER, **asked)
    assert answer.status == 200
    assert answer.headers["Sheaf-Ignored"] == "consolidateHeader, flavor"
    plain = service.send_form("/api/processHeaderDocument", "input", PAPER)
    assert "Sheaf-Ignored" not in plain.headers


def test_a_citation_by_itself(service: Extractor) -> None:
    from urllib.parse import urlencode

    def ask(**values: str) -> bytes:
        form = urlencode({"citations": STRING, **values}).encode()
        answer = service.ask("/api/processCitation", form)
        assert answer.status == 200
        return answer.body

    entry = etree.fromstring(ask())
    assert entry.tag == "biblStruct"
    assert entry.findtext(".//title") == "On computable numbers"
    assert b"raw_reference" not in ask()
    assert b"raw_reference" in ask(includeRawCitations="1")


def test_bibtex_where_it_is_accepted(service: Extractor) -> None:
    from urllib.parse import urlencode

    form = urlencode({"citations": STRING}).encode()
    for path in ("/api/processCitation", "/api/processCitationList"):
        answer = service.ask(path, form, Accept="application/x-bibtex")
        assert answer.headers["Content-Type"] == "application/x-bibtex"
        assert re.search(r"title\s*=\s*\{On computable numbers", answer.text), answer.text


def test_raw_references_come_where_they_are_wanted(service: Extractor) -> None:
    with_raw = service.send_form("/api/processReferences", "input", PAPER, includeRawCitations="1")
    assert b"raw_reference" in with_raw.body
    without = service.send_form("/api/processReferences", "input", PAPER)
    assert b"raw_reference" not in without.body


@pytest.mark.parametrize(
    ("data", "status", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(500), 400, "BAD_INPUT_DATA"),
        (b"", 400, "BAD_INPUT_DATA"),
        (samples.drawing_pdf(), 400, "NO_BLOCKS"),
    ],
)
def test_what_is_no_paper_is_told_as_it_did(
    service: Extractor, data: bytes, status: int, kind: str
) -> None:
    answer = service.send_form("/api/processFulltextDocument", "input", data)
    assert answer.status == status
    assert answer.json["type"] == kind
    assert answer.json["description"]


def test_a_form_may_be_put(service: Extractor) -> None:
    posted = service.send_form("/api/processHeaderDocument", "input", PAPER)
    put = service.send_form("/api/processHeaderDocument", "input", PAPER, method="PUT")
    assert (put.status, put.headers["Content-Type"]) == (200, posted.headers["Content-Type"])
    assert load(put.body).title == load(posted.body).title


def test_a_request_without_a_file_is_a_mistake(service: Extractor) -> None:
    for answer in (
        service.send_form("/api/processHeaderDocument", "another", PAPER),
        service.ask("/api/processHeaderDocument", b"abc"),
        service.ask("/api/processCitation", b"citations="),
        service.ask("/api/processHeaderDocument", b"x", Content_Type="multipart/form-data"),
    ):
        assert (answer.status, answer.json["type"]) == (400, "BAD_INPUT_DATA")


def test_it_is_alive_and_says_who_it_is(service: Extractor) -> None:
    assert service.ask("/api/isalive").text == "true"
    version = service.ask("/api/version").json
    assert version["version"].startswith("Sheaf ")
    assert version["revision"].startswith("paper-")
    health = json.loads(service.ask("/api/health").body)
    assert health == {"ready": True, "pool": {"maxActive": 2}}


def test_a_list_may_have_more_references_than_a_form_has_fields(service: Extractor) -> None:
    def ask(count: int) -> Answer:
        form = "&".join(f"citations=A.+Turing.+Note+{number}.+1936." for number in range(count))
        return service.ask("/api/processCitationList", form.encode())

    answer = ask(1_200)
    assert answer.status == 200
    assert answer.body.count(b"<biblStruct") == 1_200
    refused = ask(10_200)
    assert refused.status == 400
    assert json.loads(refused.body)["description"] == "A form may have 10100 fields."
