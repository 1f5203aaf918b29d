"""What counts as lost: made-up zones and papers."""

from collections import Counter

import pytest

from evaluation import floors
from evaluation.run import Places
from evaluation.whole_text import WholeText, compare, measures
from sheaf.extract.zones.document import Zone
from sheaf.records import Paper, Section


def printed(**words: str) -> dict[Zone, Counter[str]]:
    return {zone: Counter(words.get(zone.value, "").split()) for zone in Zone}


def test_a_word_that_is_printed_twice_and_kept_once_is_lost_once() -> None:
    paper = Paper(sections=(Section("Fields", "corn is cut"),))
    found = compare(printed(heading="fields", body="corn corn cut"), paper)
    assert (found.words, found.lost[Zone.BODY]) == (4, 1)
    assert not found.is_whole
    assert [measure.value for measure in measures([found])] == [0.75, 0.0]


def test_what_another_part_says_does_not_make_up_for_a_loss() -> None:
    found = compare(printed(body="corn"), Paper(title="Corn", abstract="corn corn"))
    assert found.lost[Zone.BODY] == 1


def test_running_heads_and_the_rest_of_the_front_are_counted_by_themselves() -> None:
    found = compare(printed(furniture="page", front="corn imprint"), Paper(title="Corn"))
    assert found.lost.total() == 0
    assert (found.left_out[Zone.FURNITURE], found.left_out[Zone.FRONT]) == (1, 1)


@pytest.mark.long
@pytest.mark.shared
def test_no_word_of_any_shared_paper_is_lost() -> None:
    scorer, pinned = WholeText(), floors.load(Places().floors)
    result = scorer.score()
    assert list(floors.faults(pinned[scorer.name], scorer.corpus(), result.measures)) == []
