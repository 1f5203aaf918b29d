"""A capture is read again where it stands, and is what the importer read there."""

import gzip
from collections import Counter
from contextlib import suppress

import pytest
from support.every_source import every_source
from support.samples import Page, write_warc

from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.one_capture import read_capture_at
from sheaf.acquire.importers.registry import ImporterChoice
from sheaf.curate import payload
from sheaf.curate.examination import unpack_limits
from sheaf.errors import SourceError
from sheaf.records import Capture
from sheaf.settings import Curate

LIMITS = unpack_limits(Curate())


@pytest.fixture
def context(tmp_path):
    (tmp_path / "spool").mkdir()
    return ImportContext(tmp_path / "spool")


def test_what_an_importer_has_read_is_read_again_alone(context, tmp_path):
    (tmp_path / "sources").mkdir()
    counts = {name: Counter() for name in ("same", "told", "lost")}
    for name, source in every_source(tmp_path / "sources").items():
        for item in ImporterChoice(context).for_source(source).captures(source):
            if not isinstance(item, Capture) or item.lost is not None:
                continue
            wanted = payload.load(item.payload, LIMITS)
            place = item.location
            try:
                stored = read_capture_at(tmp_path / place.source, place.position, context)
            except SourceError:
                counts["told"][name] += 1
                continue
            if stored.capture.lost is not None:  # a revisit: its bytes are elsewhere
                counts["lost"][name] += 1
                continue
            assert payload.load(stored.capture.payload, LIMITS) == wanted, place
            counts["same"][name] += 1
    names = {"warcgz", "warc", "warczst", "arc", "wacz", "heritrix", "crawl-data", "folder"}
    assert counts["same"].keys() >= names
    assert counts["told"].keys() <= {"wacz", "list", "mirror"}  # deflated in the zip; rows
    assert counts["lost"].keys() <= {"warcgz", "warczst", "heritrix"}


def test_the_server_s_word_on_its_age_comes_with_it(context, tmp_path):
    page = Page("http://h/", b"<html>", "text/html", headers={"Last-Modified": "Fri, 09 Feb 2018"})
    path = write_warc(tmp_path / "a.warc.gz", [page])
    assert read_capture_at(path, "0", context).last_modified == "Fri, 09 Feb 2018"


@pytest.mark.parametrize("place", ["", "1", "x", "0+5", "99999999999999999999", "7+", "../a"])
def test_where_no_capture_stands_that_is_told(context, tmp_path, place):
    path = write_warc(tmp_path / "a.warc.gz", [Page("http://h/", b"x")])
    for source in (path, tmp_path / "spool", tmp_path / "nothing"):
        with pytest.raises(SourceError):
            read_capture_at(source, place, context)


def test_a_damaged_file_is_told(context, tmp_path):
    path = write_warc(tmp_path / "a.warc.gz", [Page("http://h/", b"x" * 5000)])
    data = path.read_bytes()
    for cut in (0, 10, len(data) // 2):
        path.write_bytes(data[:cut])
        with suppress(SourceError):
            assert read_capture_at(path, "0", context).capture.lost is not None
    path.write_bytes(gzip.compress(b"no record at all"))
    with pytest.raises(SourceError):
        read_capture_at(path, "0", context)
