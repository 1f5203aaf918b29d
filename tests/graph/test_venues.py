"""Which names are one venue, and what a new paper costs the others of its block."""

from __future__ import annotations

import random
import time

from support.library_of import put_papers

from sheaf.app import Library
from sheaf.deposit.graph.people import PeopleStore
from sheaf.graph.venues import FEWEST_LETTERS, group_venues, venue_block, venue_key, venue_words


def groups(*names):
    found = group_venues({venue_key(name): name for name in names})
    by_key = {venue_key(name): name for name in names}
    return {frozenset(by_key[key] for key in group) for group in found}


def test_an_abbreviation_goes_with_the_one_name_it_stands_for():
    long, short, shorter = "Journal of Grammar Engineering", "J. Gramm. Engineering", "J. Gr. Eng."
    assert groups(long, short, shorter) == {frozenset((long, short, shorter))}
    other = "Journal of Grass Engineers"
    assert groups(long, short, shorter, other) == {
        frozenset((long, short)),
        frozenset((shorter,)),
        frozenset((other,)),
    }


def test_names_are_grouped_as_if_each_were_compared_with_all():
    chance = random.Random(1)
    for _ in range(200):
        stems = [["g", "gr", "gra", "grammar", "grass", "graph"], ["e", "en", "eng", "engineers"]]
        names = {" ".join(["j", *map(chance.choice, stems)]) for _ in range(chance.randint(1, 9))}
        words = {name: venue_words(name) for name in names}
        longer = {
            one: [other for other in names if _abbreviates(words[one], words[other])]
            for one in names
        }
        whole = {one: [other for other in longer[one] if not longer[other]] for one in names}
        joined = {one: whole[one][0] if len(whole[one]) == 1 else one for one in names}
        expected = {
            frozenset(one for one in names if joined[one] == root) for root in joined.values()
        }
        assert {frozenset(group) for group in group_venues({one: one for one in names})} == expected


def _abbreviates(short, long):
    return (
        short != long
        and len("".join(short)) >= FEWEST_LETTERS
        and all(whole.startswith(part) for part, whole in zip(short, long, strict=True))
    )


def test_a_block_of_very_many_names_is_grouped_soon():
    names = {str(at): f"journal of g{at:05}x engineering" for at in range(10_000)}
    began = time.process_time()
    assert len(group_venues(names)) == len(names)
    assert time.process_time() - began < 2


def test_names_that_all_abbreviate_each_other_are_not_all_compared():
    """The most that a hostile list of references could do to a block."""
    names = {f"{a},{e}": f"{'a' * a} {'e' * e}" for a in range(1, 142) for e in range(1, 143)}
    names |= {"whole": "archive editorial", "short": "archiv editor"}
    assert len(names) > 20_000
    began = time.process_time()
    found = {frozenset(group) for group in group_venues(names)}
    assert time.process_time() - began < 4
    assert frozenset(("whole", "short")) in found
    assert frozenset(("1,1",)) in found  # which may be any of them


def test_a_new_paper_has_only_its_own_venue_counted(tmp_path, monkeypatch):
    names = [f"Journal of {word}" for word in ("Grammar", "Games", "Gardens", "Glass")]
    assert len({venue_block(name) for name in names}) == 1
    people = [{"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}]
    said = {"title": "Chart parsing of ambiguous grammars", "authors": people, "year": 2011}
    cited = {"raw": "", "contexts": [], **said}
    asked, tallied = [], []
    printed, tally = PeopleStore.printed_venues, PeopleStore.tally_venues
    with Library.init(tmp_path / "library") as library:
        papers = [{"title": f"A report on {name}", "venue": name} for name in names]
        papers[0] |= said
        put_papers(library, dict(enumerate(papers, start=1)))
        library.graph.update()
        before = {one.name: one for one in library.graph.venues()}
        monkeypatch.setattr(
            PeopleStore,
            "printed_venues",
            lambda self, keys: asked.extend(keys) or printed(self, keys),
        )
        monkeypatch.setattr(
            PeopleStore,
            "tally_venues",
            lambda self, numbers: tallied.extend(numbers) or tally(self, numbers),
        )
        paper = {"title": "Games and their rules", "venue": names[1], "references": [cited]}
        put_papers(library, {5: paper})
        library.graph.update()
        after = {one.name: one for one in library.graph.venues()}
    assert asked == [venue_key(names[1])]
    assert sorted(tallied) == sorted(before[name].id for name in names[:2])
    assert after[names[0]].citations == 1
    assert after[names[1]].documents == 2
    assert after[names[3]] == before[names[3]]
