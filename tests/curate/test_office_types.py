"""Office files by their content: old ones, new ones, broken ones."""

import json
import random
import subprocess
import sys

import pytest
from support.office import compound_file, opendocument_file, openxml_file, zip_of
from support.rounds import rounds
from support.samples import Page, write_warc

import sheaf
from sheaf.curate.mime_type import complete_type, extension_of, sniff, sniff_start
from sheaf.curate.office_types import OLE, OPENXML, compound_kind, zip_kind
from sheaf.errors import UsageError

DOC, PPT, XLS = "application/msword", "application/vnd.ms-powerpoint", "application/vnd.ms-excel"
SUMMARY = "\x05SummaryInformation"
OLD = {
    "doc": (compound_file(SUMMARY, "1Table", "WordDocument"), DOC),
    "ppt": (compound_file("Current User", "PowerPoint Document", SUMMARY), PPT),
    "xls": (compound_file("Workbook"), XLS),
    "xls of Excel 5": (compound_file("Book"), XLS),
    "ppt with a Word text in it": (
        compound_file("PowerPoint Document", within=["WordDocument", "Workbook"]),
        PPT,
    ),
    "large sectors": (compound_file("WordDocument", sector_bytes=4096), DOC),
    "behind 4 MB of pictures": (compound_file(SUMMARY, "PowerPoint Document", ahead=9_000), PPT),
    "behind 9 MB of pictures": (compound_file(SUMMARY, "PowerPoint Document", ahead=18_000), PPT),
    "Visio": (compound_file("VisioDocument", SUMMARY), OLE),
    "an installer": (compound_file("\u4840\u3f3f\u4577"), OLE),
    "a message": (compound_file("__properties_version1.0", within=["WordDocument"]), OLE),
}
NEW = {
    "docx": openxml_file(f"{OPENXML}wordprocessingml.document"),
    "pptx": openxml_file(f"{OPENXML}presentationml.presentation", "ppt/presentation.xml"),
    "ppsx": openxml_file(f"{OPENXML}presentationml.slideshow", "ppt/presentation.xml"),
    "xlsx": openxml_file(f"{OPENXML}spreadsheetml.sheet", "xl/workbook.xml"),
    "docm": openxml_file("application/vnd.ms-word.document.macroEnabled"),
    "pptm": openxml_file("application/vnd.ms-powerpoint.presentation.macroEnabled"),
    "xlsm": openxml_file("application/vnd.ms-excel.sheet.macroEnabled"),
    "odt": opendocument_file("application/vnd.oasis.opendocument.text"),
    "odp": opendocument_file("application/vnd.oasis.opendocument.presentation"),
    "ods": opendocument_file("application/vnd.oasis.opendocument.spreadsheet"),
    "epub": opendocument_file("application/epub+zip\n"),
    "rtf": b"{\\rtf1 words}",
}


@pytest.mark.parametrize("name", OLD)
def test_old_files_are_told_apart_by_their_main_stream(name):
    data, kind = OLD[name]
    assert sniff(data) == kind
    assert sniff_start(data) is None  # only a worker looks inside


@pytest.mark.parametrize("extension", NEW)
def test_new_files_say_what_they_are_and_are_named_so(extension):
    assert extension_of(sniff(NEW[extension])) == extension
    assert complete_type(extension) == sniff(NEW[extension])


@pytest.mark.parametrize(
    "members",
    [
        {"a.pdf": "x"},
        {"mimetype": "application/pdf"},
        {"mimetype": "x" * 10_000_000},
        {"[Content_Types].xml": "<Types/>", "word/document.xml": "x"},
        {"[Content_Types].xml": " " * 50_000_000},
    ],
)
def test_other_zips_stay_zips(members):
    assert sniff(zip_of(members)) == "application/zip"


def test_no_byte_of_a_compound_file_is_trusted():
    chance = random.Random(7)
    whole = compound_file(SUMMARY, "PowerPoint Document", within=["Workbook"], ahead=200)
    for _ in range(rounds(300, 20_000)):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            where = chance.choice((0, 512, len(data) - 1024)) + chance.randrange(0, 512)
            data[where] = chance.choice((0, 1, 0xFE, 0xFF, chance.randrange(256)))
        cut = chance.choice((len(data), chance.randrange(len(data))))
        assert compound_kind(bytes(data[:cut])) in {OLE, DOC, PPT, XLS}
    assert compound_kind(b"") == compound_kind(whole[:8]) == OLE
    assert zip_kind(b"PK\3\4") == "application/zip"


def test_exactly_the_slides_of_a_crawl_are_imported_for_their_type(tmp_path):
    """The same crawl again, for other types: `--mime`, whole or short, and no filter."""
    pages = [
        Page(f"http://h/{number}", data, "application/octet-stream")
        for number, (data, _) in enumerate(OLD.values())
    ]
    pages += [Page("http://h/new", NEW["pptx"], PPT), Page("http://h/odp", NEW["odp"], "x/y")]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    for wanted, endings in ((PPT, [".ppt"] * 4), ("pptx", [".pptx"]), ("odp", [".odp"])):
        folder = tmp_path / wanted.rpartition(".")[2]
        with sheaf.init(folder):
            pass
        command = [sys.executable, "-m", "sheaf", "import", archive, "-L", folder, "--json"]
        command += ["--mime", wanted, "--no-filter", "--jobs", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert json.loads(done.stdout)["outcomes"]["new"] == len(endings), done.stderr
        with sheaf.open(folder) as library:
            documents = list(library.catalogue.documents())
            files = [file for one in documents for file in library.document(one.id).files]
            beside = {".met", ".json"}
            assert [one.suffix for one in files if one.suffix not in beside] == endings
            assert not library.verify().faults


@pytest.mark.parametrize(
    "name", ["powerpoint", "application/", "/pdf", "application/pdf/x", "a b/c"]
)
def test_a_name_that_is_no_type_is_answered_with_those_there_are(name):
    with pytest.raises(UsageError, match=f"'{name}' is no type") as caught:
        complete_type(name)
    assert "pptx" in caught.value.what_to_do
