"""The zones of a document. Every line belongs to exactly one."""

from __future__ import annotations

from enum import StrEnum


class Zone(StrEnum):
    FRONT = "front"  # title, authors, abstract, and what else stands before the first section
    BODY = "body"
    HEADING = "heading"
    REFERENCE = "reference"
    FOOTNOTE = "footnote"
    FURNITURE = "furniture"  # running heads and feet, page numbers, a table of contents
    CAPTION = "caption"
    FIGURE = "figure"  # words within a figure, cells of a table
    APPENDIX = "appendix"
    ACKNOWLEDGEMENT = "acknowledgement"
