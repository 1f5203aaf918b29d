"""However few bits that differ lie over the pieces of a fingerprint, some place that is asked has
the other one."""

from itertools import product

import pytest

from sheaf.duplicates.contract import MOST_BITS
from sheaf.duplicates.embedded.pieces import PIECES, limits, limits_of_two


@pytest.mark.parametrize("bits", range(MOST_BITS + 1))
def test_some_piece_and_the_one_behind_it_are_within_their_limits(bits):
    alone, together = limits(bits), limits_of_two(bits)
    for spread in product(range(bits + 1), repeat=PIECES):
        if sum(spread) <= bits:
            assert any(
                spread[piece] <= alone[piece]
                and spread[piece] + spread[(piece + 1) % PIECES] <= together[piece]
                for piece in range(PIECES)
            ), spread


def test_the_limits_are_as_narrow_as_they_can_be():
    """For three bits a piece is equal, and the next one differs in a bit at most."""
    assert (limits(3), limits_of_two(3)) == ((0, 0, 0, 0), (1, 1, 1, 1))
    assert (limits(8), limits_of_two(8)) == ((2, 1, 1, 1), (4, 3, 3, 4))
