"""The years of results, drawn."""

from sheaf.search.contract import FacetValue
from sheaf.web.finding.asked import SearchAddress
from sheaf.web.finding.facets import histogram


def drawn(*years):
    return histogram([FacetValue(year, year, 2) for year in years], SearchAddress("whales"))


def test_years_in_which_no_paper_can_have_come_out_are_not_drawn():
    assert drawn("5012", "3999", "12") is None
    assert drawn("5012", "2004") is None
    shown = drawn("5012", "2006", "2004")
    assert (shown.first, shown.last) == (2004, 2006)
    assert shown.bars.count("<rect") == 2 * 3
