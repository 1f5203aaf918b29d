"""The filters of earlier systems, for those who must reproduce what they kept.

`extractor-regex` is the filter of CiteSeerExtractor: a line that ends in the heading of a list of
references. `cdi-score` is the document content filter of the Crawl Document Importer: fifteen
weighted features and a constant.

The published code of the second computes several features otherwise than its paper describes
them: flags are passed as the number of splits, so that counts stop at 2 or 8; shares are divided
as integers and so are 0; the form feed that ends the first page is never found; the "URL" is the
path of the local file. Here every feature has the meaning the paper intends: counts are whole,
shares are shares, the first page ends where it ends, and the URL is the document's. Decisions
near the border therefore differ from those of the code as it ran.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from sheaf.records import Candidate, Text, Verdict

REFERENCES_LINE = re.compile(
    r"\b(?:REFERENCES?|References?|BIBLIOGRAPHY|Bibliography|REFERENCES AND NOTES"
    r"|References and Notes):?\s*\n"
)
CDI_CONSTANT = 0.91
CDI_WEIGHTS: Mapping[str, float] = {
    "absPos": 0.79,
    "figure": 0.06,
    "nwsCount": -1.64,
    "outCount": -0.08,
    "pgotc": -0.52,
    "pop": 0.52,
    "rfwPos": 0.49,
    "sldCount": -0.08,
    "thgBool": -0.79,
    "thppCount": 0.06,
    "thppPos": 0.62,
    "titleCap": -8.15,
    "uPaper": 0.79,
    "uResearch": 0.95,
    "yYCount": -25.03,
}
MISSING = -1.0
JUST_BELOW = 0.4999


def extractor_regex(candidate: Candidate) -> Verdict:
    """1 or 0: whether a line ends in the heading of a list of references."""
    content = _text(candidate).content.replace("\f", "\n") + "\n"
    found = REFERENCES_LINE.search(content)
    if found:
        heading = found[0].strip()
        return Verdict("paper", 1.0, (f"+ a line ends in {heading!r}",))
    return Verdict("other", 0.0, ("- no line ends in the heading of a list of references",))


def cdi_score(candidate: Candidate) -> Verdict:
    """The score as a probability: above 0 is a paper, as above one half is."""
    features = cdi_features(_text(candidate), candidate.capture.url)
    parts = {name: CDI_WEIGHTS[name] * value for name, value in features.items()}
    score = CDI_CONSTANT + sum(parts.values())
    academic = 1 / (1 + math.exp(-max(-60.0, min(60.0, score))))
    if score <= 0:
        academic = min(academic, JUST_BELOW)
    loudest = sorted((name for name in parts if parts[name]), key=lambda name: -abs(parts[name]))
    reasons = tuple(
        f"{'+' if parts[name] > 0 else '-'} {name} is {features[name]:.3g}, which counts"
        f" {parts[name]:+.2f}"
        for name in loudest
    )
    kind = "paper" if score > 0 else "other"
    return Verdict(kind, round(academic, 4), (f"the score is {score:.2f}", *reasons))


def cdi_features(text: Text, url: str) -> dict[str, float]:
    content, first = text.content, text.first_page
    words = content.split()
    count = max(len(words), 1)
    path = urlsplit(url).path
    abstract = _position(r"\babstract\b", content)
    if abstract == MISSING:
        abstract = _position(r"\bintroduction\b", content)
    return {
        "absPos": abstract,
        "figure": float(_count(r"\bfigure\b", content)),
        "nwsCount": _count(r"\bnewsletter\b", content) / count,
        "outCount": float(_count(r"\boutline\b", content)),
        "pgotc": _share_of_capitalised(first.split()),
        "pop": float(bool(re.search(r"^.*\bproceedings\b.*$", first, re.I | re.M))),
        "rfwPos": _position(r"\b(?:related|future) works?\b", content),
        "sldCount": float(_count(r"\bslides?\b", content)),
        "thgBool": float(_count(r"\bthis guide\b", content) > 0),
        "thppCount": float(_count(r"\bthis paper\b", content)),
        "thppPos": _position(r"\bthis paper\b", content),
        "titleCap": _share_of_capitalised(words),
        "uPaper": float(bool(re.search(r"paper|pub", path, re.IGNORECASE))),
        "uResearch": float("research" in path.lower()),
        "yYCount": _count(r"\byour?\b", content) / count,
    }


def _text(candidate: Candidate) -> Text:
    assert candidate.text is not None, "the filter stands after the text reader"
    return candidate.text


def _count(pattern: str, text: str) -> int:
    return len(re.findall(pattern, text, re.IGNORECASE))


def _position(pattern: str, text: str) -> float:
    found = re.search(pattern, text, re.IGNORECASE)
    return found.start() / len(text) if found else MISSING


def _share_of_capitalised(words: list[str]) -> float:
    return sum(word[:1].isupper() for word in words) / max(len(words), 1)
