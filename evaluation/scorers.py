"""The scorers of the product as it is, in the order in which they run. A new one is one file and
one line here; one that fits models has its line in crossvalidation/run.py."""

from __future__ import annotations

from evaluation.academic import Academic
from evaluation.citations import Citations
from evaluation.contexts import Contexts
from evaluation.contract import Scorer
from evaluation.header import Headers
from evaluation.header_links import HeaderLinks
from evaluation.keyphrases import Keyphrases
from evaluation.near_copies import NearCopies
from evaluation.ocr import Ocr
from evaluation.reference_lists import ReferenceLists
from evaluation.references import References
from evaluation.search import Search
from evaluation.text import TextReaders
from evaluation.whole_text import WholeText
from evaluation.world_story import WorldStory

SCORERS: tuple[Scorer, ...] = (
    WorldStory("world_story", seed=1, pages=300),
    Academic(),
    Headers(),
    HeaderLinks(),
    References(),
    ReferenceLists(),
    Contexts(),
    Citations(),
    Keyphrases(),
    TextReaders(),
    Ocr(),
    WholeText(),
    Search(),
    NearCopies(),
    WorldStory("world_story_large", seed=2, pages=3000, is_slow=True),
)
