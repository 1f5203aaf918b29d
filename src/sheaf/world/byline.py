"""Authors under a title with affiliations and e-mail addresses, in three fashions."""

from collections.abc import Sequence

from sheaf.world.citing import SUPERSCRIPT_OFF, SUPERSCRIPT_ON
from sheaf.world.people import Scholar
from sheaf.world.sheet import Sheet


def put_byline(sheet: Sheet, authors: Sequence[Scholar], style: str) -> None:
    {"stacked": _put_stacked, "numbered": _put_numbered, "grouped": _put_grouped}[style](
        sheet, authors
    )
    sheet.space(8)
    sheet.across("", sheet.layout.type("", 0.5))


def _put_stacked(sheet: Sheet, authors: Sequence[Scholar]) -> None:
    """Each author with affiliation and address, one below the other."""
    layout = sheet.layout
    for author in authors:
        sheet.across(author.name.full, layout.type("", 1.1))
        sheet.across(author.department.affiliation, layout.type("italic", 0.92))
        sheet.across(author.email, layout.type("", 0.92), after=3)


def _put_numbered(sheet: Sheet, authors: Sequence[Scholar]) -> None:
    """All names on a line, with raised numbers for the affiliations below."""
    layout = sheet.layout
    places = _affiliations(authors)
    names = ", ".join(
        f"{author.name.full}{_raise_number(places.index(author.department.affiliation) + 1)}"
        for author in authors
    )
    sheet.across(names, layout.type("", 1.1), after=3)
    for number, place in enumerate(places, 1):
        sheet.across(f"{_raise_number(number)}{place}", layout.type("italic", 0.92))
    sheet.across(", ".join(a.email for a in authors), layout.type("", 0.92), after=3)


def _put_grouped(sheet: Sheet, authors: Sequence[Scholar]) -> None:
    """By affiliation, the addresses of one host drawn together in braces."""
    layout = sheet.layout
    for place in _affiliations(authors):
        group = [author for author in authors if author.department.affiliation == place]
        names = [author.name.full for author in group]
        joined = ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
        sheet.across(joined, layout.type("", 1.1))
        sheet.across(place, layout.type("italic", 0.92))
        sheet.across(_addresses(group), layout.type("", 0.92), after=3)


def _addresses(group: Sequence[Scholar]) -> str:
    if len(group) == 1:
        return group[0].email
    users = ", ".join(author.user for author in group)
    return f"{{{users}}}@{group[0].department.host}"


def _affiliations(authors: Sequence[Scholar]) -> list[str]:
    return list(dict.fromkeys(author.department.affiliation for author in authors))


def _raise_number(number: int) -> str:
    return f"{SUPERSCRIPT_ON}{number}{SUPERSCRIPT_OFF}"
