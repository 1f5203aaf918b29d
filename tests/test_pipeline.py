"""The steps of a run: what they hold at a time."""

from collections import Counter
from datetime import UTC, datetime
from types import SimpleNamespace

from sheaf.pipeline import Progress, skip_recorded
from sheaf.records import Capture, Location, Payload

MIB = 1024**2


def test_a_resumed_run_asks_about_few_large_captures_at_a_time():
    taken = []

    def captures():
        for number in range(100):
            taken.append(number)
            location = Location("a.warc", f"{number}")
            data = bytes(3 * MIB)
            yield Capture("http://h/", datetime.now(UTC), location, payload=Payload(data=data))

    asked = Counter()

    def recorded(batch):
        asked[len(batch)] += 1
        return {capture.location for capture in batch if int(capture.location.position) < 10}

    progress = Progress()
    machine = SimpleNamespace(recorded=recorded, examination=SimpleNamespace(staging=None))
    first = next(skip_recorded(captures(), machine, progress))
    assert first.location.position == "10"
    assert progress.skipped == 10
    assert len(taken) == 12
    assert asked == {2: 6}
