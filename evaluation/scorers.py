"""The scorers, in the order in which they run. A new one is one file and one line here."""

from __future__ import annotations

from evaluation.academic import Academic
from evaluation.academic_crossvalidated import AcademicCrossValidated
from evaluation.contexts import Contexts
from evaluation.contract import Scorer
from evaluation.header import Headers
from evaluation.header_crossvalidated import HeadersCrossValidated
from evaluation.header_links import HeaderLinks
from evaluation.keyphrases import Keyphrases
from evaluation.ocr import Ocr
from evaluation.reference_lists import ReferenceLists
from evaluation.references import References
from evaluation.text import TextReaders
from evaluation.world_story import WorldStory

SCORERS: tuple[Scorer, ...] = (
    WorldStory("world_story", seed=1, pages=300),
    Academic(),
    Headers(),
    HeaderLinks(),
    References(),
    ReferenceLists(),
    Contexts(),
    Keyphrases(),
    TextReaders(),
    Ocr(),
    AcademicCrossValidated(),
    HeadersCrossValidated(),
    WorldStory("world_story_large", seed=2, pages=3000, is_slow=True),
)
