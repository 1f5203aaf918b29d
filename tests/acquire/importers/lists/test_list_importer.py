"""Lists of files: each format as it was written, what a list may not do, and what is no list."""

import gzip
import os
import tempfile
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.disk_set import BATCH, DiskSet
from sheaf.acquire.importers.files.folder import FolderImporter
from sheaf.acquire.importers.lists.importer import ListImporter
from sheaf.acquire.importers.lists.rows import LONGEST_LINE, guess_format
from sheaf.errors import SourceError, UsageError
from sheaf.records import Aside, Outcome

MTIME = 1_337_040_000
PMC_CSV = """\
File,Article Citation,Accession ID,Last Updated (YYYY-MM-DD HH:MM:SS),PMID,License
oa_package/08/e0/PMC13900.tar.gz,Breast Cancer Res. 2001 Nov 2; 3(1):55-60,PMC13900,\
2019-11-05 11:56:12,11250746,NO-CC CODE
oa_pdf/b0/ac/BCR(1)-3-1-061.PMC13901.pdf,"Breast Cancer Res. 2001, 3(1):61",PMC13901,\
2019-11-05 11:56:12,11250747,NO-CC CODE
"""
PMC_TXT = """\
2012-05-14 21:20:05
08/e0/PMC13900.tar.gz\tBreast Cancer Res. 2001 Nov 2; 3(1):55-60\tPMC13900
b0/ac/x.tar.gz\tBreast Cancer Res. 2001 Nov 9; 3(1):61-65\tPMC13901
"""
ARXIV = "./pdf/arxiv/0711/0711.2217v1.pdf\n./pdf/chem-ph/9502/9502008v1.pdf\n"
MSA = """\
2013-02-20-18-48-58_12.pdf http://jvi.example.org/content/76/23/11920.full.pdf
2013-02-22-05-34-44_200.pdf http://h/x.pdf
"""
LITE = "a.pdf http://h/a.pdf http://h/\nb/c.pdf http://h/c.pdf\n"
CSV = """\
"id","fullpath","url","parenturl","datetime","hop","content_type"
"1","/data02/crawl/out/b/c.pdf","http://h/c.pdf","","2013-02-20 18:48:58","0","application/pdf"
"2","/data02/crawl/out/a.pdf","http://h/a.pdf","http://h/","2013-02-20 18:49:00","2",""
"""


@pytest.fixture
def context(tmp_path):
    return ImportContext(tmp_path / "spool")


@pytest.fixture
def tree(tmp_path):
    made = tmp_path / "tree"
    made.mkdir()
    return made


def put(tree, *names):
    for name in names:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(name))
        os.utime(path, (MTIME, MTIME))


def write(tree, text, name="list.txt"):
    (tree / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return tree / name


def read(source, context, format_name="auto"):
    (reader,) = sources.choose([source], context, format_name)
    assert isinstance(reader[1], ListImporter)
    return list(sources.stream([reader]))


def captures(source, context, format_name="auto"):
    return [one for one in read(source, context, format_name) if not isinstance(one, Aside)]


def test_pmc(tree, context):
    put(tree, "oa_package/08/e0/PMC13900.tar.gz")
    first, second = captures(write(tree, PMC_CSV, "file_list.csv"), context)
    base = "ftp://ftp.ncbi.nlm.nih.gov/pub/pmc/"
    assert first.url == base + "oa_package/08/e0/PMC13900.tar.gz"
    assert first.parent_url == base + "oa_package/08/e0/"
    assert (first.depth, first.time) == (3, datetime.fromtimestamp(MTIME, UTC))
    assert first.payload.path == str(tree / "oa_package/08/e0/PMC13900.tar.gz")
    assert first.location.position == "line 2"
    assert second.url == base + "oa_pdf/b0/ac/BCR(1)-3-1-061.PMC13901.pdf"
    assert second.lost.outcome is Outcome.MISSING_BYTES
    assert "PMC13901.pdf" in second.lost.reason


def test_the_heading_of_a_list_stands_aside(tree, context):
    put(tree, "b0/ac/x.tar.gz")
    heading, first, second = read(write(tree, PMC_TXT), context)
    assert heading == Aside("list_heading")
    assert first.lost
    assert second.lost is None
    assert second.url == "ftp://ftp.ncbi.nlm.nih.gov/pub/pmc/b0/ac/x.tar.gz"


@pytest.mark.parametrize("top", ["", "pdf/"])
def test_arxiv(tree, context, top):
    put(tree, f"{top}arxiv/0711/0711.2217v1.pdf", f"{top}chem-ph/9502/9502008v1.pdf")
    new, old = captures(write(tree, ARXIV), context)
    assert (new.url, new.parent_url, new.depth, new.lost) == (
        "http://arxiv.org/pdf/0711.2217v1.pdf", "http://arxiv.org/abs/0711.2217v1", 1, None,
    )  # fmt: skip
    assert (old.url, old.parent_url) == (
        "http://arxiv.org/pdf/chem-ph/9502008v1.pdf", "http://arxiv.org/abs/chem-ph/9502008v1",
    )  # fmt: skip
    assert new.payload.path == str(tree / f"{top}arxiv/0711/0711.2217v1.pdf")


def test_msa_tells_the_time_in_the_name(tree, context):
    put(tree, "2013-02-22-05-34-44_200.pdf")
    first, second = captures(write(tree, MSA), context)
    assert first.lost.outcome is Outcome.MISSING_BYTES
    assert (second.url, second.lost) == ("http://h/x.pdf", None)
    assert second.time == datetime(2013, 2, 22, 5, 34, 44, tzinfo=UTC)


def test_msa_with_a_time_that_is_none(tree, context):
    bad = captures(write(tree, MSA + "2013-13-22-05-34-44_2.pdf http://h/y.pdf\n"), context)[2]
    assert bad.lost.outcome is Outcome.DAMAGED
    assert "no time" in bad.lost.reason


def test_cdi_lite(tree, context):
    put(tree, "a.pdf", "b/c.pdf", "d.pdf")
    text = LITE + "d.pdf\nmy own.pdf http://h/own.pdf -\ne.pdf http://h/e.pdf page\n"
    got = captures(write(tree, text), context, "list")
    assert [(one.url, one.parent_url, one.depth) for one in got[:4]] == [
        ("http://h/a.pdf", "http://h/", 1),
        ("http://h/c.pdf", None, 0),
        ((tree / "d.pdf").as_uri(), None, None),
        ("http://h/own.pdf", None, 1),
    ]
    assert [one.lost and one.lost.outcome for one in got] == [
        None, None, None, Outcome.MISSING_BYTES, Outcome.DAMAGED,
    ]  # fmt: skip


def test_csv(tree, context):
    put(tree, "a.pdf", "b/c.pdf")
    seed, other = captures(write(tree, CSV, "out.csv"), context)
    assert (seed.url, seed.parent_url, seed.mime_type) == (
        "http://h/c.pdf",
        None,
        "application/pdf",
    )
    assert (seed.depth, seed.is_seed) == (0, True)
    assert seed.time == datetime(2013, 2, 20, 18, 48, 58, tzinfo=UTC)
    assert seed.payload.path == str(tree / "b/c.pdf")
    assert (other.parent_url, other.depth, other.is_seed) == ("http://h/", 2, False)


def test_csv_with_the_columns_in_another_order(tree, context):
    put(tree, "a.pdf")
    text = f'"url","fullpath"\n"http://h/a.pdf","{tree}/a.pdf"\n"http://h/b.pdf"\n"http:\n'
    good, short, open_ = captures(write(tree, text, "out.csv"), context)
    assert (good.url, good.payload.path) == ("http://h/a.pdf", str(tree / "a.pdf"))
    assert [one.lost.outcome for one in (short, open_)] == [Outcome.DAMAGED] * 2
    assert "1 columns, not 2" in short.lost.reason


def test_a_base_url_stands_before_what_has_none(tree, context):
    put(tree, "a b.pdf")
    context = ImportContext(context.spool, base_url="https://mirror.example.org/x")
    urls = [one.url for one in captures(write(tree, "a b.pdf\n/c.pdf\n"), context, "list")]
    assert urls == ["https://mirror.example.org/x/a%20b.pdf", "https://mirror.example.org/x/c.pdf"]
    pmc = captures(write(tree, PMC_CSV, "file_list.csv"), context)[0]
    assert pmc.url == "https://mirror.example.org/x/oa_package/08/e0/PMC13900.tar.gz"
    context = ImportContext(context.spool, base_url="https://export.arxiv.org/pdf/")
    arxiv = captures(write(tree, ARXIV), context, "list")[0]
    assert arxiv.url == "https://export.arxiv.org/pdf/0711.2217v1.pdf"
    assert arxiv.parent_url == "https://export.arxiv.org/abs/0711.2217v1"


def test_a_base_url_that_is_none(tree, context):
    with pytest.raises(UsageError, match="no absolute URL"):
        sources.choose([tree], ImportContext(context.spool, base_url="ftp.example.org/pub"))


@pytest.mark.parametrize(
    "name",
    ["../outside.pdf", "x/../../outside.pdf", "/etc/passwd", "link.pdf", "linked/outside.pdf", ".",
     "folder", "zero\0byte.pdf", "long" * 100 + ".pdf", "/", "pipe"],
)  # fmt: skip
@pytest.mark.parametrize("form", ["{} http://h/a.pdf\n", 'fullpath,url\n"{}",http://h/a.pdf\n'])
def test_a_list_never_leads_out_of_its_folder(tree, context, name, form):
    put(tree.parent, "outside.pdf", "passwd")
    put(tree, "folder/x.pdf")
    os.mkfifo(tree / "pipe")
    (tree / "link.pdf").symlink_to(tree.parent / "outside.pdf")
    (tree / "linked").symlink_to(tree.parent)
    (capture,) = captures(write(tree, form.format(name)), context, "list")
    assert capture.lost.outcome in {Outcome.MISSING_BYTES, Outcome.DAMAGED}
    assert capture.lost.reason
    assert capture.payload.path is None


def test_an_absolute_path_counts_where_it_stands_below(tree, context):
    put(tree, "b/c.pdf", "etc/c.pdf")
    rows = f"{tree}/b/c.pdf http://h/c.pdf\n/etc/c.pdf http://h/d.pdf\n"
    first, second = captures(write(tree, rows), context, "list")
    assert first.payload.path == str(tree / "b/c.pdf")
    assert second.lost.outcome is Outcome.MISSING_BYTES


def test_a_compressed_list_that_was_cut_off(tree, context):
    put(tree, "a0.pdf")
    rows = "".join(f"a{n}.pdf http://h/{n * 7919 % 10007}.pdf\n" for n in range(5000)).encode()
    packed = gzip.compress(rows)
    assert len(captures(write(tree, packed, "list.gz"), context)) == 5000
    got = captures(write(tree, packed[: len(packed) // 2], "list.gz"), context)
    assert 1000 < len(got) < 5000
    assert got[0].lost is None
    assert got[-1].lost.outcome is Outcome.DAMAGED
    assert "ends here" in got[-1].lost.reason


def test_a_line_without_end_is_one_row(tree, context):
    source = write(tree, LITE.encode() + b"x" * (3 * LONGEST_LINE) + b"\na.pdf http://h/z\n")
    got = captures(source, context, "list")
    assert [one.location.position for one in got] == [f"line {n}" for n in range(1, 5)]
    assert "longer" in got[2].lost.reason
    assert got[3].url == "http://h/z"


def test_names_and_urls_that_are_no_utf_8(tree, context):
    put(tree, os.fsdecode(b"caf\xe9.pdf"))
    (capture,) = captures(write(tree, b"caf\xe9.pdf http://h/caf\xe9.pdf\n"), context, "list")
    assert capture.lost is None
    assert capture.url == "http://h/café.pdf"
    (capture,) = captures(write(tree, b"caf\xe9.pdf\n"), context, "list")
    assert capture.url.endswith("/caf%E9.pdf")


def test_a_folder_with_a_list_is_the_tree(tree, context):
    put(tree, "oa_package/08/e0/PMC13900.tar.gz", "readme/z.txt", ".listing")
    (tree / "a-link.pdf").symlink_to("oa_package/08/e0/PMC13900.tar.gz")
    write(tree, PMC_CSV, "file_list.csv")
    write_warc(tree / "crawl.warc.gz", [Page("http://h/x.pdf", b"x")])
    got = captures(tree, context)
    assert [(one.location.position, one.url) for one in got] == [
        ("line 2 of file_list.csv",
         "ftp://ftp.ncbi.nlm.nih.gov/pub/pmc/oa_package/08/e0/PMC13900.tar.gz"),
        ("line 3 of file_list.csv",
         "ftp://ftp.ncbi.nlm.nih.gov/pub/pmc/oa_pdf/b0/ac/BCR(1)-3-1-061.PMC13901.pdf"),
        ("unlisted: a-link.pdf", (tree / "a-link.pdf").as_uri()),
        ("0", "http://h/x.pdf"),
        ("unlisted: readme/z.txt", (tree / "readme/z.txt").as_uri()),
    ]  # fmt: skip
    assert not list(context.spool.glob("scratch-*"))


def test_unlisted_files_have_the_base_url_too(tree, context):
    put(tree, "a.pdf", "b/c.pdf", "more/d e.pdf")
    write(tree, LITE)
    context = ImportContext(context.spool, base_url="ftp://h/pub/")
    unlisted = captures(tree, context)[2]
    assert (unlisted.url, unlisted.parent_url) == (
        "ftp://h/pub/more/d%20e.pdf",
        "ftp://h/pub/more/",
    )


def test_a_file_that_a_row_reached_through_a_link_comes_once(tree, context):
    put(tree, "real/a.pdf")
    (tree / "link").symlink_to("real")
    write(tree, "link/a.pdf http://h/a.pdf\nlink/b.pdf http://h/b.pdf\n")
    assert [one.url for one in captures(tree, context)] == ["http://h/a.pdf", "http://h/b.pdf"]


def test_a_list_as_the_source_brings_only_its_rows(tree, context):
    put(tree, "a.pdf", "b/c.pdf", "other.pdf")
    assert len(captures(write(tree, LITE), context)) == 2


def test_a_folder_without_a_list_is_refused_as_one(tree, context):
    put(tree, "a.pdf")
    with pytest.raises(SourceError, match="no list at the top"):
        read(tree, context, "list")


NO_LISTS = {
    "prose": "I read a.pdf and b/c.pdf today.\nThey were good.\n",
    "prose that is a file": "a.pdf\nis the better one, see http://h/a.pdf\n",
    "one line": "a.pdf http://h/a.pdf\n",
    "files that are not there": "x.pdf http://h/x.pdf\ny.pdf http://h/y.pdf\n",
    "arXiv files that are not there": ARXIV,
    "any table": "id,url,file\n1,http://h/,a.pdf\n2,http://h/,b/c.pdf\n",
    "a table of papers": "title,year,id\nOn Graphs,1999,PMC12\nOn Trees,1999,12\nOn,1,2\n",
    "URLs": "http://h/a.pdf\nhttp://h/b.pdf\n",
    "checksums": "0cc175b9c0f1b6a831c399e269772661  a.pdf\n92eb5ffee6ae2fec3  b/c.pdf\n",
    "a log of Heritrix": (
        "2013-02-22T05:34:44.123Z   200     123456 http://h/a.pdf L http://h/ application/pdf #007 "
        "20130222053443900+210 sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - -\n"
    )
    * 3,
    "a date": "2012-05-14 21:20:05\n",
    "nothing": "",
    "no text": b"a.pdf http://h/a.pdf\nb/c.pdf http://h/c.pdf\n\0",
}


@pytest.mark.parametrize("what", NO_LISTS)
def test_what_is_no_list(tree, context, what):
    put(tree, "a.pdf", "b/c.pdf")
    source = write(tree, NO_LISTS[what], "notes.txt")
    for one in (source, tree):
        ((_, importer),) = sources.choose([one], context)
        assert isinstance(importer, FolderImporter)


LINES = (PMC_CSV + PMC_TXT + ARXIV + MSA + LITE + CSV).encode().splitlines(keepends=True)


@given(data=st.one_of(
    st.binary(max_size=300),
    st.lists(st.sampled_from([*b"\n\n\n,,,\"\"\t \0/.a", 0xFF]), max_size=200).map(bytes),
    st.lists(st.sampled_from(LINES), max_size=12).map(b"".join),
))  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read_and_every_line_is_accounted_for(data):
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        tree.mkdir()
        put(tree, "a.pdf", "b/c.pdf")
        source = write(tree, data)
        context = ImportContext(Path(name) / "spool")
        ListImporter(context).recognises(source, data[:4096])
        got = read(source, context, "list")
        lines = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
        assert len(got) == lines
        for one in got:
            if not isinstance(one, Aside):
                assert one.lost or one.payload.path.startswith(str(tree))
                one.url.encode()


def test_a_long_list_takes_no_memory(tree, context):
    def rows():
        for n in range(20_000):
            yield b"oa_package/%02x/%02x/PMC%d.tar.gz,Cit. 2001,PMC%d,,,\n" % (
                n % 256,
                n % 251,
                n,
                n,
            )

    with (tree / "file_list.csv").open("wb") as stream:
        stream.writelines(rows())
    list(captures_lazily(tree, context, 10))  # what is loaded once
    tracemalloc.start()
    count = sum(1 for _ in captures_lazily(tree, context))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 20_000
    # Caches of the interpreter take some; the captures together would take some 13 MiB.
    assert peak < 8 * 1024**2


def captures_lazily(source, context, most=10**9):
    (reader,) = sources.choose([source], context)
    return (one for _, one in zip(range(most), sources.stream([reader]), strict=False))


def test_more_paths_than_a_batch_are_remembered(tmp_path):
    with DiskSet(tmp_path / "spool") as named_files:
        assert all(named_files.add(f"p{n}") for n in range(BATCH + 5))
        assert not any(named_files.add(name) for name in ("p0", f"p{BATCH + 4}"))
        named_files.add(Path(os.fsdecode(b"caf\xe9")))
        assert all(one in named_files for one in ("p0", "p9999", f"p{BATCH + 4}"))
        assert os.fsdecode(b"caf\xe9") in named_files
        assert f"p{BATCH + 5}" not in named_files
        assert Path("p0") in named_files
    assert not any((tmp_path / "spool").iterdir())


def test_a_list_is_imported_whole(tree, tmp_path):
    write(tree, "a.pdf http://h/a.pdf http://h/\nlost.pdf http://h/lost.pdf\n")
    (tree / "a.pdf").write_bytes(paper_pdf("Listed Papers"))
    with sheaf.init(tmp_path / "library") as library:
        summary = library.import_(tree)
        assert summary.outcomes["new"] == 1
        assert summary.outcomes["missing_bytes"] == 1
        (document,) = library.catalogue.documents()
        assert (document.url, document.parent_url) == ("http://h/a.pdf", "http://h/")


def test_the_formats_are_told_apart():
    samples = {"PMC": PMC_TXT, "arXiv": ARXIV, "MSA": MSA, "CDI-lite": LITE, "CSV": CSV}
    for name, text in samples.items():
        assert guess_format(text.encode().splitlines()).name == name
