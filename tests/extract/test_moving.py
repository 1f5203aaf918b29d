"""Places in a text, found again in another one that says nearly the same."""

import time

from sheaf.extract.moving import place_finder

LINES = 9_000


def test_places_of_a_book_are_found_soon_however_many_blank_lines_it_has():
    known = [text for number in range(LINES) for text in (f"line {number}", "")]
    content = ["A stamp.", "", *known]
    for at in range(2, len(content), 2000):
        content[at] = "another line"
    began = time.process_time()
    find = place_finder("\n".join(known), "\n".join(content))
    assert time.process_time() - began < 10
    place = "\n".join(known).index("line 777\n")
    moved = find(place + 2)
    assert moved is not None
    assert "\n".join(content)[moved - 2 :].startswith("line 777\n")
    assert find("\n".join(known).index("line 0\n")) is None, "it says something else there"
    assert find(-1) is None
