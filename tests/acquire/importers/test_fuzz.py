"""Sources and containers broken on purpose: no crash, no hang, and an outcome for everything.

A valid sample is changed by a plan of a few mutations and read. A target has its share of
FUZZ_SECONDS (8 in all, 300 with --long, unless told); a failure shows the plan, made as small as it
goes, and the FUZZ_SEED with which the same plans come again.
"""

import contextlib
import functools
import gzip
import hashlib
import itertools
import os
import random
import re
import signal
import tarfile
import tempfile
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli
import hypothesis
import pytest
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as some
from support import every_source
from support.every_source import put, tarred, zipped, zstd
from support.rounds import rounds
from support.samples import Page, paper_pdf, response_record

import sheaf
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.archives.wacz import WaczImporter
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import AUTO, ImportContext
from sheaf.acquire.importers.files.crawl_data import CrawlDataImporter
from sheaf.acquire.importers.unpack import Bomb, Broken, UnpackLimits, read_members
from sheaf.curate import payload
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.deposit import models
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture, Dropped, Outcome, Payload
from sheaf.settings import Curate
from sheaf.workers import pool as workers

SECONDS_EACH = 5
# What the pages of the world are made of, for splices.
WORDS = (
    b"WARC/1.0\r\n", b"WARC-Type: revisit\r\n", b"Content-Length: 9\r\n", b"\r\n\r\n", b"\n", b"\0",
    b"Transfer-Encoding: chunked\r\n", b"Content-Encoding: br\r\n", b"Content-Encoding: gzip\r\n",
    b"HTTP/1.1 200 OK\r\n", b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06",
    b"\x28\xb5\x2f\xfd", b"%PDF-1.4\n", b"http://h/ 1.2.3.4 20080430204825 text/html 7\n", b"\xff",
    b"../", b"//", b'"', b",", b"\t", b" ", b"&#0;", b"<url>", b"<CrawlData>", b"\xed\xa0\x80",
    b"2024-13-41T99:99:99Z", b"sha1:", b"0" * 40, b"http://[", b"http://h:99999/",
)  # fmt: skip
NUMBERS = (b"0", b"1", b"-1", b"7", b"00", b"255", b"4095", b"65536", b"2147483648", b"999999999",
           b"18446744073709551616", b"9" * 50, b"1e9", b"0x10", "٣".encode())  # fmt: skip
SIGNATURES = (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd")
CHANGES = ("flip", "cut", "end", "double", "splice", "number", "word", "run", "bits", "field")


class TooLong(BaseException):
    """Not an Exception, so that nobody takes it for a fault of the input."""


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Of the processor's time, so that a busy machine makes nobody late."""

    def stop(*_: object) -> None:
        raise TooLong(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# -- plans and what they do -----------------------------------------------------------------------


@some.composite
def changes(draw) -> tuple[str, int, float, int]:
    """(what is done, to which part, how far into it, and a number for the rest)."""
    return (
        draw(some.sampled_from(CHANGES)),
        draw(some.integers(0, 99)),
        draw(some.floats(0, 1, exclude_max=True)),
        draw(some.integers(0, 2**16)),
    )


PLANS = some.lists(changes(), min_size=1, max_size=4)


def changed(data: bytes, how: str, where: float, number: int) -> bytes:
    at = int(where * len(data))
    chance = random.Random(number)
    length = chance.choice((1, 2, 8, 30, 200, 3000))
    if how == "flip":
        return (
            data[:at]
            + bytes([(data[at : at + 1] or b"\0")[0] ^ (number % 255 + 1)])
            + data[at + 1 :]
        )
    if how == "field":
        # Near a signature: what a container says about itself.
        at = min((found for one in SIGNATURES if (found := data.find(one, at)) >= 0), default=at)
        at += chance.randrange(50)
    if how in {"bits", "field"}:
        there = bytes(
            chance.choice((0, 1, 8, 14, 0x7F, 0x80, 0xFF, byte, byte)) for byte in data[at:][:8]
        )
        return data[:at] + there + data[at + len(there) :]
    if how == "cut":
        return data[:at] + data[at + length :]
    if how == "end":
        return data[:at]
    if how == "double":
        return data[: at + length] + data[at:]
    if how == "splice":
        other = chance.randrange(len(data) + 1)
        return data[:at] + data[other : other + length] + data[at:]
    if how == "number":
        found = list(itertools.islice(re.finditer(rb"\d+", data[at:]), 1))
        if found:
            start, end = found[0].span()
            return data[: at + start] + chance.choice(NUMBERS) + data[at + end :]
        return data
    if how == "word":
        return data[:at] + chance.choice(WORDS) + data[at:]
    return (
        data[:at] + data[at : at + 1 + number % 3] * chance.choice((100, 5000, 70_000)) + data[at:]
    )


def fuzz(check, share: float, in_a_round: int = 5) -> None:
    """Rounds of plans, until the time of this target is up. At least one round is done."""
    until = time.monotonic() + float(os.environ.get("FUZZ_SECONDS", rounds(8, 300))) * share
    first = int(os.environ.get("FUZZ_SEED", time.time_ns() % 10**9))
    tried = hypothesis.given(plan=PLANS)(check)
    tried = hypothesis.settings(
        max_examples=in_a_round, deadline=None, database=None, print_blob=False,
        suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink),
    )(tried)  # fmt: skip
    for number in itertools.count(first):
        print(f"FUZZ_SEED={number}")
        hypothesis.seed(number)(tried)()
        if time.monotonic() > until:
            return


# -- the readers ----------------------------------------------------------------------------------


def files_of(source: Path) -> dict[str, bytes]:
    if source.is_file():
        return {source.name: source.read_bytes()}
    return {str(path.relative_to(source.parent)): path.read_bytes()
            for path in sorted(source.rglob("*")) if path.is_file()}  # fmt: skip


@functools.cache
def samples() -> dict[str, tuple[str, dict[str, bytes]]]:
    """For each kind of source its name and files."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        made = every_source.every_source(root, papers=3)
        made["tree"] = root / "tree"
        put(
            made["tree"],
            {"www.h.org/a.pdf": paper_pdf(), ".listing": b"x", "b.pdf.gz": gzip.compress(b"x")},
        )
        made["plain.arc"] = root / "plain.arc"
        records = [
            every_source.arc_record(Page(f"http://h/{n}.pdf", paper_pdf(f"{n}"))) for n in range(3)
        ]
        made["plain.arc"].write_bytes(b"".join(records))
        # Several records in one member, as wget and some others packed them.
        made["solid.warc.gz"] = root / "solid.warc.gz"
        pages = [response_record(Page(f"http://h/{n}", b"%d" % n * 900), n) for n in range(4)]
        made["solid.warc.gz"].write_bytes(gzip.compress(b"".join(pages)))
        for number, text in enumerate(LISTS):
            made[f"list{number}"] = root / f"list{number}"
            put(made[f"list{number}"], {"list.txt": text, "a.pdf": paper_pdf("A"), "b c.pdf": b"x"})
        return {name: (path.name, files_of(path)) for name, path in made.items()}


LISTS = (
    b"a.pdf http://h/a.pdf http://h/\nb c.pdf http://h/b.pdf -\nnone.pdf\n" * 3,
    b"File,Article Citation,Accession ID\na.pdf,\"J. One, 2\",PMC1\nb c.pdf,J. Two,PMC2\n",
    b"2013-02-20-18-48-58_12.pdf http://h/a.pdf\n2013-02-20-18-48-58_13.pdf http://h/b.pdf\n",
    b"./pdf/arxiv/0711/0711.2217v1.pdf\n./pdf/chem-ph/9502/9502008v1.pdf\n",
)  # fmt: skip
KINDS = [
    *every_source.WRITERS,
    "tree",
    "plain.arc",
    "solid.warc.gz",
    *(f"list{n}" for n in range(len(LISTS))),
]
# The importer to be asked for where it is not for the program to find out.
FORMATS = {
    "warcgz": "warc", "warczst": "warc", "solid.warc.gz": "warc", "plain.arc": "arc",
    "crawl-data": "crawl_data", **{f"list{n}": "list" for n in range(len(LISTS))},
}  # fmt: skip
TOLD = re.compile(r".*\.(log|csv|txt|met|gz|zip|wacz|warc|zst|arc)")


def broken(files: dict[str, bytes], plan) -> dict[str, bytes]:
    """The files with the plan carried out. A source's lists and archives are hit three times as
    often as its documents; what is in a gzip, as often as the gzip itself."""
    files = dict(files)
    names = [
        *files,
        *(name for name in files if TOLD.fullmatch(name)),
        *(name for name in files if TOLD.fullmatch(name)),
    ]
    for how, part, where, number in plan:
        name = names[part % len(names)]
        data = files[name]
        if data.startswith(b"\x1f\x8b") and number % 2:
            inside = gzip_members(data)
            one = int(where * len(inside))
            inside[one] = changed(inside[one], how, random.Random(number).random(), number)
            files[name] = b"".join(gzip.compress(member, 1, mtime=0) for member in inside)
        else:
            files[name] = changed(data, how, where, number)
    return files


def gzip_members(data: bytes) -> list[bytes]:
    found = []
    while data:
        stream = zlib.decompressobj(wbits=31)
        try:
            found.append(stream.decompress(data))
        except zlib.error:
            break
        data = stream.unused_data
    return found or [b""]


@pytest.fixture(scope="module")
def pool():
    """Documents are examined where the product examines them: parsers are native code."""
    with workers.Pool(1, workers.TaskLimits(20, 700 * 1024**2)) as made:
        yield made


SMALL = Curate(unpack_bytes=1_000_000, unpack_ratio=100, unpack_members=30)


def read_and_judge(name: str, files: dict[str, bytes], format_name: str, pool) -> list[Capture]:
    """All that is asked of a reader, and of what follows it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        put(root, files)
        (spool := root / "spool").mkdir()
        base_url = "ftp://ftp.h.org/pub/" if name.startswith("tree") else None
        context = ImportContext(spool, hand_over_bytes=1500, base_url=base_url)
        try:
            with within(SECONDS_EACH):
                found = list(sources.stream(sources.choose([root / name], context, format_name)))
        except SourceError:
            return []
        captures = [one for one in found if not isinstance(one, Aside)]
        assert all(isinstance(one, Capture) for one in captures)
        assert len({one.location for one in captures}) == len(captures)
        kept = {one.payload.path for one in captures if one.payload.path}
        left = {str(path) for path in spool.iterdir()}
        assert left <= kept, "what nobody asks for is left in the spool"
        (staging := root / "staging").mkdir()
        judged(captures, ExaminationContext(SMALL, staging), pool)
        return captures


def judged(captures, context: ExaminationContext, pool) -> None:
    """Each with its members has an outcome, and none that says that something was unforeseen.
    What the plans left alone is judged once."""
    captures = [one for one in captures if is_new(one)]
    ready = pool.in_order(examine, captures, lambda one: (one, context))
    done = [one for some_of_them in ready for one in some_of_them]
    assert [one.item for one in done] == captures
    for one in done:
        if isinstance(one.answer, workers.Accident):
            dropped = one.answer.dropped
            assert "signal" in dropped.reason or dropped.outcome is not Outcome.UNFORESEEN, dropped
            assert dropped.outcome is not Outcome.TIMED_OUT, dropped
            continue
        assert one.answer[0].capture.location == one.item.location
        assert len({found.capture.location for found in one.answer}) == len(one.answer)
        assert all(isinstance(found.dropped, Dropped) or found.staged_file for found in one.answer)
        assert sum(found.size for found in one.answer) <= 3 * SMALL.unpack_bytes


def is_new(capture: Capture, judged_before: set[bytes] = set()) -> bool:  # noqa: B006
    told = capture.payload
    data = told.data
    if data is None and told.path is not None:
        data = Path(told.path).read_bytes()[told.offset :][: told.length]
    digest = hashlib.sha1(repr((data, told.encodings, capture.lost)).encode()).digest()
    is_known = digest in judged_before
    judged_before.add(digest)
    return not is_known


READERS_SHARE = 0.7 / len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_no_source_stops_a_reader(kind, pool):
    name, files = samples()[kind]
    forced = FORMATS.get(kind, kind)

    def check(plan):
        # As it is told, or as it is found: a broken log makes a plain folder of a mirror.
        format_name = forced if plan[0][3] % 3 else AUTO
        read_and_judge(name, broken(files, plan), format_name, pool)

    read_and_judge(name, files, forced, pool)
    fuzz(check, share=READERS_SHARE)


@functools.cache
def real_archives(shared_data: Path) -> list[tuple[str, bytes]]:
    endings = (".gz", ".warc", ".arc", ".wacz", ".lz4")
    with tarfile.open(shared_data / "warc.tar.xz") as archive:
        return [
            (Path(one.name).name, archive.extractfile(one).read())
            for one in archive
            if one.size < 60_000 and one.name.endswith(endings)
        ]


@pytest.mark.shared
def test_no_real_archive_that_was_broken_stops_a_reader(shared_data, pool):
    archives = real_archives(shared_data)
    assert len(archives) > 40

    def check(plan):
        name, data = archives[plan[0][3] % len(archives)]
        read_and_judge(name, broken({name: data}, plan), AUTO, pool)

    fuzz(check, share=0.1)


# -- the unpacker ---------------------------------------------------------------------------------

LIMITS = UnpackLimits(bytes=300_000, ratio=50, members=8)
TEXT = b"The quick brown fox. " * 60 + random.Random(1).randbytes(300)
FILES = {"a.pdf": b"%PDF-1.4 x", "b/c.txt": TEXT, "e": b""}


def chunked(data: bytes, size: int = 99) -> bytes:
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x;x=1\r\n%s\r\n" % (len(one), one) for one in parts) + b"0\r\n\r\n"


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


CONTAINERS = {
    "gzip": ("application/gzip", gzip.compress(TEXT, mtime=0) + gzip.compress(b"two", mtime=0)),
    "zip": ("application/zip", zipped(FILES)),
    "stored zip": ("application/zip", zipped(FILES, zipfile.ZIP_STORED)),
    "bzip2 in zip": ("application/zip", zipped(FILES, zipfile.ZIP_BZIP2)),
    "lzma in zip": ("application/zip", zipped(FILES, zipfile.ZIP_LZMA)),
    "tar": ("application/x-tar", tarred(FILES)),
    "long names in tar": ("application/x-tar", tarred({"n" * 150 + "é": TEXT, "a" * 99: b"x"})),
}
ENCODINGS = {
    "gzip": gzip.compress(TEXT, mtime=0),
    "deflate": zlib.compress(TEXT),
    "raw deflate": raw_deflate(TEXT),
    "br": brotli.compress(TEXT),
    "zstd": zstd(TEXT),
    "chunked": chunked(TEXT),
}
UNPACK_SHARE = 0.15 / (len(CONTAINERS) + len(ENCODINGS))
# Of Python's own memory, beside some copies of what came: the limit in chunks, joined, and once
# more as what is handed over.
MOST_MEMORY = 10 * LIMITS.bytes


@contextlib.contextmanager
def little_memory(most: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", CONTAINERS)
def test_a_container_gives_its_members_or_a_finding(kind):
    mime_type, data = CONTAINERS[kind]

    def check(plan):
        changed_data = data
        for how, _, where, number in plan:
            changed_data = changed(changed_data, how, where, number)
        unpack(changed_data, mime_type, most)
        if mime_type == "application/x-tar":
            unpack(with_checksums(changed_data), mime_type, most)

    # A dictionary of LZMA is as large as its file says; the worker's limit is what holds it.
    most = 2**40 if "lzma" in kind else MOST_MEMORY
    assert unpack(data, mime_type, most)
    fuzz(check, share=UNPACK_SHARE)


def with_checksums(data: bytes) -> bytes:
    """The heads of a tar made right again, or none that was changed would be read."""
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    for number, block in enumerate(blocks):
        if block[257:262] == b"ustar":
            blank = block[:148] + b" " * 8 + block[156:]
            blocks[number] = blank[:148] + b"%06o\0 " % (sum(blank) % 2**18) + blank[156:]
    return b"".join(blocks)


def unpack(data: bytes, mime_type: str, most: int) -> list[tuple[str, bytes]]:
    with (
        within(SECONDS_EACH),
        little_memory(most + 20 * len(data)),
        contextlib.suppress(Bomb, Broken),
    ):
        found = list(read_members(data, mime_type, LIMITS))
        assert len(found) <= LIMITS.members
        assert sum(len(content) for _, content in found) <= LIMITS.bytes
        return found
    return []


@pytest.mark.parametrize("kind", ENCODINGS)
def test_an_encoded_body_is_decoded_or_dropped(kind):
    data = ENCODINGS[kind]

    def check(plan):
        changed_data = data
        for how, _, where, number in plan:
            changed_data = changed(changed_data, how, where, number)
        # Now and then there is another encoding around it, which was never there.
        other = ("", "gzip", "chunked", "br", "x-gzip", "nonsense")[plan[0][1] % 6]
        decode(changed_data, other, kind.removeprefix("raw "))

    assert decode(data, kind.removeprefix("raw ")) == TEXT
    fuzz(check, share=UNPACK_SHARE)


def decode(data: bytes, *encodings: str) -> bytes | Dropped:
    with within(SECONDS_EACH), little_memory(MOST_MEMORY + 20 * len(data)):
        found = payload.load(Payload(data=data, encodings=encodings), LIMITS)
    assert isinstance(found, Dropped) or 0 < len(found) <= max(LIMITS.bytes, len(data))
    return found


# -- all of it ------------------------------------------------------------------------------------


def test_a_library_comes_to_the_end_of_broken_sources(tmp_path):
    """Every kind at once, each broken, and what comes of it written down."""
    numbers = itertools.count()

    def check(plan):
        root = tmp_path / str(next(numbers))
        for _, files in samples().values():
            put(root, broken(files, plan))
        with sheaf.init(root / "lib") as library:
            found = [root / name for name, _ in samples().values()]
            summary = library.import_(found, jobs=1)
            assert summary.captures == sum(summary.outcomes.values()) > 30
            # What has no URL that can be one is kept by nobody; nothing else is unforeseen.
            failed = models.CaptureRow.objects.using(library.catalogue.alias).filter(
                outcome="unforeseen"
            )
            assert all("no absolute URL" in one.reason for one in failed)
            assert library.verify().faults == ()

    fuzz(check, share=0.05, in_a_round=2)


# -- what was found -------------------------------------------------------------------------------


def test_a_date_with_too_many_digits_is_no_date(tmp_path):
    """Dates are numbers to C, which has none as large as that."""
    record = response_record(Page("http://h/a.pdf", b"x"), 1)
    (tmp_path / "a.warc").write_bytes(record.replace(b"-05-01T", b"-99999999999-01T"))
    (capture,) = WarcImporter(ImportContext(tmp_path)).captures(tmp_path / "a.warc")
    assert (capture.url, capture.lost) == ("http://h/a.pdf", None)


@pytest.mark.parametrize("filling", [b"<a>", b"<crawldata ", b"<a></b>", b"<a></a"])
def test_a_met_file_full_of_tags_keeps_nobody_waiting(tmp_path, filling):
    """For each opening tag, its closing tag was looked for in all the rest of the file."""
    put(tmp_path, {"a.pdf": b"x", "a.met": b"<CrawlData>" + filling * (1024**2 // len(filling))})
    with within(SECONDS_EACH):
        (_, capture) = CrawlDataImporter(ImportContext(tmp_path)).captures(tmp_path)
    assert capture.url == (tmp_path / "a.pdf").as_uri()


def zip_with(change: Callable[[bytearray, int], None], method: int = zipfile.ZIP_STORED) -> bytes:
    """One WARC in a zip, with something changed that is so far from the directory's start."""
    data = bytearray(
        zipped({"archive/a.warc": response_record(Page("http://h/", b"x"), 1)}, method)
    )
    change(data, data.index(b"PK\x01\x02"))
    return bytes(data)


def no_text_as_a_name(data: bytearray, directory: int) -> None:
    data[directory + 9] |= 0x08  # "names are UTF-8"
    data[directory + 46] = 0xFF


def spoilt(data: bytearray, directory: int) -> None:
    data[60:70] = b"\xff" * 10


@pytest.mark.parametrize(
    ("change", "method"), [(no_text_as_a_name, zipfile.ZIP_STORED), (spoilt, zipfile.ZIP_LZMA)]
)
def test_a_wacz_that_zipfile_chokes_on_is_one_loss(tmp_path, change, method):
    (tmp_path / "a.wacz").write_bytes(zip_with(change, method))
    (capture,) = WaczImporter(ImportContext(tmp_path)).captures(tmp_path / "a.wacz")
    assert capture.lost.outcome is Outcome.DAMAGED


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_twice_in_a_wacz_is_two_places(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as file:
        for n in range(2):
            file.writestr("archive/a.warc", response_record(Page(f"http://h/{n}", b"x"), n))
    captures = list(WaczImporter(ImportContext(tmp_path)).captures(tmp_path / "a.wacz"))
    assert [one.url for one in captures] == ["http://h/0", "http://h/1"]
    assert captures[0].location != captures[1].location


def test_a_member_without_a_name_is_a_member():
    data = bytearray(zipped({"a": b"x"}))
    for lengths in (26, data.index(b"PK\x01\x02") + 28):
        data[lengths : lengths + 4] = b"\0\0\1\0"  # of the name, and of what follows it
    assert list(read_members(bytes(data), "application/zip", LIMITS)) == [("", b"x")]


def test_a_tar_with_a_size_beyond_all_integers_is_broken():
    data = bytearray(tarred({"a": b"x"}))
    data[124:136] = b"\x80" + b"\xff" * 11
    with pytest.raises(Broken):
        list(read_members(with_checksums(bytes(data)), "application/x-tar", LIMITS))


# Each claims a name, which zlib reads to the end of the file; or leads to blocks without content,
# of which the same is true.
LONG_STARTS = {
    "gz": b"\x1f\x8b\x08" * 60_000,
    "zst": (b"\x28\xb5\x2f\xfd\x20\x00" + (20_000 << 3).to_bytes(3, "little")) * 1000
    + bytes(200_000),
    "lz4": (b"\x04\x22\x4d\x18\x40\x40\xc0" + (20_000).to_bytes(4, "little")) * 1000
    + b"\0\0\0\x80" * 50_000,
}


@pytest.mark.parametrize("packing", LONG_STARTS)
def test_what_looks_like_many_long_pieces_is_looked_at_quickly(tmp_path, packing):
    path = tmp_path / f"a.warc.{packing}"
    path.write_bytes(LONG_STARTS[packing])
    with within(SECONDS_EACH):
        (capture,) = WarcImporter(ImportContext(tmp_path)).captures(path)
    assert capture.lost.outcome is Outcome.DAMAGED


def test_a_bomb_of_brotli_is_stopped_while_it_unpacks():
    found = decode(brotli.compress(bytes(200_000_000)), "br")
    assert found.outcome is Outcome.BOMB
