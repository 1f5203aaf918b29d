"""What labelled words come to mean."""

import pytest

from sheaf.extract.citation import rules


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("576-80", "576-580"),
        ("pp. 1761–1800)", "1761-1800"),
        ("497 -529", "497-529"),
        ("S. 35", "35"),
        ("A12--A19", "A12-A19"),
        ("e0133921", "e0133921"),
        ("100-5", "100-105"),
        ("99-7", "99-7"),
        ("L123-35", "L123-L135"),
        ("L123-L135", "L123-L135"),
        ("", None),
    ],
)
def test_pages(text, pages):
    assert rules.clean_pages(text) == pages


@pytest.mark.parametrize(
    ("volume", "issue", "both"),
    [
        ("vol. 12(3)", None, ("12", "3")),
        ("Bd. VII", "H. 4", ("VII", "4")),
        ("v.62", "No.3", ("62", "3")),
        (None, "7", (None, "7")),
        (None, None, (None, None)),
    ],
)
def test_volume_and_issue(volume, issue, both):
    assert rules.split_volume_and_issue(volume, issue) == both


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("June 2001", "2001-06"),
        ("17.7.2006", "2006-07-17"),
        ("15 March 1985", "1985-03-15"),
        ("März 2010", "2010-03"),
        ("2004b", "2004"),
        ("Summer 1963", "1963"),
        ("in press", None),
    ],
)
def test_dates(text, date):
    assert rules.find_date(text) == date


def test_wrapping_is_removed_and_broken_words_are_whole_again():
    assert rules.strip_wrapping("“On the width of graphs,”") == "On the width of graphs"
    assert rules.strip_wrapping("regenerative com- positions") == "regenerative compositions"
    assert rules.strip_wrapping("pre- and post-war") == "pre- and post-war"
    assert rules.clean_venue("In: Proc. of Things") == "Proc. of Things"
    assert rules.clean_venue("Phys. Rev.") == "Phys. Rev."


def test_markers():
    assert rules.find_marker("[12] A. Writer") == "[12]"
    assert rules.find_marker("12. A. Writer") == "12."
    assert rules.find_marker("1984. A title") is None
