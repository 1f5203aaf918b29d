"""What calibration finds is a line that never falls, in a file that the reader reads."""

import json

from crossvalidation import header_confidence
from crossvalidation.header_confidence import TARGET, calibration, points, write
from sheaf.extract.header import confidence


def test_the_points_never_fall_and_few_are_never_all():
    pairs = [(0.1, False)] * 10 + [(0.5, True)] * 10 + [(0.9, True)] * 5 + [(0.9, False)] * 5
    found = points(pairs)
    assert [share for _, share in found] == sorted(share for _, share in found)
    assert all(0.0 < share < 1.0 for _, share in found)


def test_weak_years_are_a_group_by_themselves_however_few():
    pairs = [(0.3, False)] * 2 + [(2.0, True)] * 60
    assert calibration({"year": pairs})["year"] == ((0.3, 0.25), (2.0, 0.984))
    assert points(pairs)[0][0] > 0.3


def test_what_is_written_is_what_the_reader_reads(tmp_path):
    write(confidence.calibration(), tmp_path / "points.json")
    assert (tmp_path / "points.json").read_bytes() == TARGET.read_bytes()
    assert list(json.loads(TARGET.read_text())["points"]) == [
        "title",
        "authors",
        "year",
        "abstract",
    ]


def test_without_the_corpora_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(header_confidence, "absent", lambda: "there are none")
    assert header_confidence.main(tmp_path / "points.json") == 2
    assert "there are none" in capsys.readouterr().out
    assert not (tmp_path / "points.json").exists()
