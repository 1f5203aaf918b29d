"""Types by content."""

import pytest
from support.samples import paper_pdf

from sheaf.curate.mime_type import WantedType, sniff
from sheaf.records import Candidate, Capture, Location, Outcome


@pytest.mark.parametrize(
    ("data", "mime_type"),
    [
        (b"%PDF-1.4\n", "application/pdf"),
        (b"junk from a proxy\r\n%PDF-1.4\n", "application/pdf"),
        (b"\xef\xbb\xbf%PDF-1.4", "application/pdf"),
        (b"%!PS-Adobe-2.0", "application/postscript"),
        (b"\x04%!PS-Adobe-3.0", "application/postscript"),
        (b"\x1f\x8b\x08", "application/gzip"),
        (b"  <!DOCTYPE html><html>", "text/html"),
        (b"<!-- hi --><HTML>", "text/html"),
        (b'<?xml version="1.0"?><html xmlns="x">', "text/html"),
        (b'<?xml version="1.0"?><rss>', "application/xml"),
        (b"\\documentclass{article}", "application/x-tex"),
        (b"just words\n", "text/plain"),
        (b"\x00\x01\x02", "application/octet-stream"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
    ],
)
def test_sniff(data, mime_type):
    assert sniff(data) == mime_type


def ask(data, declared, moment):
    capture = Capture("http://h/a.pdf", moment, Location("s", "0"), mime_type=declared)
    return WantedType(("application/pdf",))(Candidate(capture, data))


@pytest.mark.parametrize(
    ("data", "declared", "outcome"),
    [
        (b"<html>", "application/pdf; charset=x", Outcome.NOT_WHAT_IT_CLAIMS),
        (b"<html>", "text/html", Outcome.UNWANTED_TYPE),
        (b"<html>", None, Outcome.UNWANTED_TYPE),
    ],
)
def test_a_lie_is_told_from_a_stranger(data, declared, outcome, moment):
    assert ask(data, declared, moment).outcome is outcome


def test_a_wanted_type_passes_whatever_was_declared(moment):
    assert ask(paper_pdf(), "text/plain", moment).mime_type == "application/pdf"
