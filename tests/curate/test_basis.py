"""What a judgement rests on: all that may change it, and nothing else."""

import pytest

from sheaf.curate.basis import find_basis, may_be_remembered
from sheaf.records import Capture, Dropped, Examined, Outcome
from sheaf.settings import Curate


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ({"threshold": 0.6}, False),
        ({"ocr_languages": ("eng", "deu")}, False),
        ({"filter": False}, False),
        ({"mime_types": ("application/pdf",)}, False),
        ({"blacklist": ("hosts.txt",)}, True),  # asked of every capture before its bytes
        ({"keep_rejects": True}, True),
        ({"judge_again": True}, True),
    ],
)
def test_settings_that_judge_count(changed, is_same):
    assert (find_basis(Curate(**changed)) == find_basis(Curate())) is is_same


def test_programs_count_where_they_are_asked(tmp_path, monkeypatch):
    pdf = {"mime_types": ("application/pdf",), "ocr": False}
    before = [find_basis(Curate(**values)) for values in (pdf, {})]
    for name in ("gs", "tesseract"):
        (tmp_path / name).write_text("#!/bin/sh\necho 99.9 of another kind\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    after = [find_basis(Curate(**values)) for values in (pdf, {})]
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


@pytest.mark.parametrize(
    ("dropped", "is_kept"),
    [
        (None, True),
        (Dropped(Outcome.NOT_ACADEMIC, "a form"), True),
        (Dropped(Outcome.UNREADABLE_TEXT, "OCR was late", is_final=False), False),
        (Dropped(Outcome.DAMAGED, "cut off"), False),
        (Dropped(Outcome.TIMED_OUT, "too slow"), False),
        (Dropped(Outcome.UNFORESEEN, "a defect"), False),
    ],
)
def test_only_what_would_be_said_again_is_remembered(dropped, is_kept):
    examined = Examined(Capture("http://h/", None, None), dropped)
    assert may_be_remembered(examined) is is_kept
