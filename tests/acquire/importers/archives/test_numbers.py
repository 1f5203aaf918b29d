"""Lengths as broken and hostile archives give them."""

import pytest

from sheaf.acquire.importers.archives.grammar import parse_number
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import ImportContext


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), (b"17", 17), ("9" * 18, 10**18 - 1), ("9" * 19, None), ("9" * 5003, None),
     (b"9" * 5003, None), ("²", None), ("٣", None), ("-1", None), ("", None), (b"", None)],
)  # fmt: skip
def test_what_is_no_number_is_none(text, number):
    assert parse_number(text) == number


def test_a_length_of_thousands_of_digits_stops_no_reader(tmp_path):
    record = (
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        b"WARC-Target-URI: http://localhost/%d\r\nContent-Length: %s\r\n\r\nhallo\r\n\r\n"
    )
    path = tmp_path / "odd.warc"
    path.write_bytes(record % (1, b"5" * 5003) + record % (2, b"5"))
    found = list(WarcImporter(ImportContext(tmp_path, 10**6)).captures(path))
    assert [one.url for one in found if one.payload.data == b"hallo"][-1:] == ["http://localhost/2"]
