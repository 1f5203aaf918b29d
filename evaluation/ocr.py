"""Scores OCR: pages with a text layer are drawn as pictures and read back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median

import pypdfium2

from corpora.shared import digest_of_files, path_of
from evaluation.contract import Measure, Result, percent, share
from evaluation.reading_order import words_of
from evaluation.text import SECONDS, ours, papers
from sheaf.curate.text import ocr

EVERY = 17  # one paper in so many gives a page
PAGE = 1  # the second: it has no title page's ornaments


class Ocr:
    name = "ocr"
    about = (
        "Words of pages that were drawn as pictures and read back by Tesseract, beside those of"
        " their text layer. No floor: the answers change with the version of Tesseract."
    )
    is_slow = True
    needs_shared = True

    def corpus(self) -> str:
        return digest_of_files(papers()[::EVERY], ())

    def score(self) -> Result:
        scores = {row["file"]: word_f1(path_of(row)) for row in papers()[::EVERY]}
        return Result(
            measures=(
                Measure(
                    "word_f1_median", median(scores.values()), len(scores), has_floor=False
                ),
            ),
            misses=tuple(
                f"{file}: {percent(value)} of the words" for file, value in scores.items()
                if value < 0.95
            ),
        )  # fmt: skip


def word_f1(path: Path) -> float:
    with pypdfium2.PdfDocument(path) as pdf:
        number = min(PAGE, len(pdf) - 1)
        found = ocr.read_page(pdf, number, ("eng",), SECONDS)
    layer = Counter(words_of(ours(path.read_bytes()).split("\f")[number]))
    read = Counter(words_of(found.text if found else ""))
    return share(2 * (layer & read).total(), layer.total() + read.total())
