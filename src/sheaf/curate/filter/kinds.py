"""The kinds of documents the filter tells apart, and which of them are academic by default."""

from __future__ import annotations

KINDS: dict[str, str] = {
    "paper": "an article, a conference paper or a preprint",
    "thesis": "a thesis or a dissertation",
    "report": "a technical report or a working paper of an institution",
    "book": "a book, or a chapter of a textbook",
    "slides": "slides of a talk or a lecture",
    "poster": "a poster",
    "cv": "a curriculum vitae",
    "course": "a syllabus or lecture notes",
    "exam": "homework or an exam",
    "form": "a form, or a paper of an administration: invoices, minutes, statements",
    "manual": "a manual or a data sheet",
    "other": "something else",
}
