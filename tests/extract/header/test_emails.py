import pytest

from sheaf.extract.header.authors import PrintedAuthor
from sheaf.extract.header.emails import find_addresses, likeness
from sheaf.records import Person


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a.b@x.org", ["a.b@x.org"]),
        ("{delgado, hoffmann}@leeds.ac.uk", ["delgado@leeds.ac.uk", "hoffmann@leeds.ac.uk"]),
        ("delgado, hoffmann @leeds.ac.uk", ["delgado@leeds.ac.uk", "hoffmann@leeds.ac.uk"]),
        ("(one|two)@x.edu", ["one@x.edu", "two@x.edu"]),
        ("first.name @ x.edu.", ["first.name@x.edu"]),
        ("someone (at) x.edu", ["someone@x.edu"]),
        ("one@x.org, two@y.org", ["one@x.org", "two@y.org"]),
        ("one.a@x.org; two@y.org, three@z.org", ["one.a@x.org", "two@y.org", "three@z.org"]),
        ("no address here", []),
    ],
)
def test_addresses_are_found_and_groups_expanded(text, found):
    assert list(find_addresses(text)) == found


def test_a_group_may_be_broken_at_a_line_end():
    assert list(find_addresses("two}@x.org", before="{one,")) == ["one@x.org", "two@x.org"]


def who(given, family):
    return PrintedAuthor(Person(f"{given} {family}", given, family), 0, 1, 0, 1.0)


def test_an_address_is_like_its_owner_s_name():
    delgado, hoffmann = who("Maria", "Delgado"), who("Peter", "Hoffmann")
    for address in ("mdelgado@x.org", "maria.delgado@x.org", "delgado77@x.org", "maria@x.org"):
        assert likeness(address, delgado) > likeness(address, hoffmann)
    assert likeness("mueller@x.org", who("Jörg", "Müller")) > 0.6
