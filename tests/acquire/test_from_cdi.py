"""The page for those who come from CDI: every term has its place, and the place exists."""

import re
import tomllib

import pytest
import typer

from docs.pages import ROOT
from sheaf import cli, settings
from sheaf.deposit.counters import LEAVES, MEANINGS, TABLE_1


def words_of(text):
    return text.split()


PAGE = (ROOT / "docs" / "importing" / "from-cdi.md").read_text(encoding="utf-8")
TABLE_5 = words_of("""
    django_settings_module logfile logparser inputdir outputdir tempdir crawler saver allow_doc_type
    toggle_doc_content_filter toggle_save_to_db toggle_save_doc_separate pdfboxpath ps2asciipath
    dbt_document dbt_parenturl
""")
ONLY_IN_THE_CODE = words_of("""
    skip nloglines cdilogdir general_logs blacklistfile domainblacklistfile logsummaryfile
    runsummaryfile crawlrepo toggle_urlfilter overwrite_file batch urlmaxlen
    whitelistgen.user_agent whitelistgen.checkurlalive whitelistgen.sockettimeout
    cde.outputdir cde.toggle_export cde.summaryfile cde.dbquery
    cdilite.doclist cdilite.docdir cdilite.logsummaryfile cdilite.logparser cdilite.crawler
""")
OF_THE_CODE = words_of("""
    all saved_New saved_Duplicate filtered filtered_URLFilter filtered_MimetypeFilter
    filtered_DocContentFilter failed failed_TextExtract failed_FileNotFound failed_PDFFileNotFound
    failed_BadURL failed_SaveError saved_bitDuplicate
""")
SECTIONS = settings.Settings.model_fields
CODE = re.compile(r"`([^`]+)`")
PLACE = re.compile(r"`|the sources|not needed|not there yet")


def rows_below(heading, page=PAGE):
    part = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = re.findall(r"^\|(.*)\|$", part, re.MULTILINE)[2:]  # below the heads and their rule
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def missing_terms(page):
    first = " ".join(row[0] for row in rows_below("The configuration", page))
    names = CODE.findall(first)
    marked = re.findall(r"`(\w+)` \(5\)", first)
    return sorted({*TABLE_5, *ONLY_IN_THE_CODE} ^ set(names)) + sorted(set(TABLE_5) ^ set(marked))


def wrong_places(page):
    """Options that `sheaf import` has not, settings and formats that there are not, and rows that
    name no place."""
    rows = rows_below("The configuration", page)
    text = " ".join(" ".join(row[1:]) for row in rows)
    command = typer.main.get_command(cli.app).commands["import"]
    options = {name for one in command.params for name in one.opts}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    formats = project["entry-points"]["sheaf.importers"]
    wrong = [row[0] for row in rows if not PLACE.search(row[1])]
    for span in CODE.findall(text):
        first, *rest = span.split()
        if span.startswith("--"):
            is_known = first in options and (first != "--format" or set(rest) <= set(formats))
        elif span.startswith("["):
            section = first.strip("[]")
            model = settings.section_models().get(section)
            is_known = model is not None and rest[0] in model.model_fields
        else:
            continue
        wrong += [span] * (not is_known)
    return wrong


def test_every_term_of_the_configuration_has_its_place():
    assert missing_terms(PAGE) == []
    assert wrong_places(PAGE) == []


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ("| `tempdir` (5) |", "| `tempfolder` (5) |", missing_terms),
        ("| `tempdir` (5) |", "| `tempdir` |", missing_terms),
        ("`--mime`", "`--mimes`", wrong_places),
        ("`[curate] mime_types`", "`[curate] mime`", wrong_places),
        ("`[curate] mime_types`", "`[cure] mime_types`", wrong_places),
        ("`--format list`", "`--format lists`", wrong_places),
        ("| not needed | URLs", "| | URLs", wrong_places),
    ],
)
def test_a_page_that_lies_is_seen(before, after, rule):
    assert before in PAGE
    assert rule(PAGE.replace(before, after)) != []


def test_every_counter_has_its_place():
    rows = rows_below("The counters")
    paper, code, ours, outcomes = ([CODE.findall(row[n]) for row in rows] for n in range(4))
    flat = {one.replace("Filenot", "FileNot") for cell in paper for one in cell}
    assert flat == set(TABLE_1)
    assert {one for cell in code for one in cell} == set(OF_THE_CODE)
    assert {one for cell in ours for one in cell} == set(MEANINGS)
    for names, ended in zip(ours, outcomes, strict=True):
        for name in names:
            members = {one.value for one in LEAVES.get(name, ())}
            assert members <= set(ended), name
