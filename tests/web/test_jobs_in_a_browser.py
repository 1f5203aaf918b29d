"""Who opens no terminal: the first admin and others, imports by browsing, upload and drop, a crawl,
schedules, in a real browser, against `sheaf serve` with its worker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.samples import paper_pdf

import sheaf
from sheaf.world import WorldServer
from web.browsing import PHONE, log_in
from web.desk import Desk, counted, field, look, notice, open_desk, press, state
from web.scene import PASSWORD

MANY = 80  # more than a browser on a slow machine lets pass before it cancels


@pytest.fixture(scope="module")
def desk(
    chromium: Path,
    world_server: WorldServer,
    axe_script: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    sheaf.init(folder / "library").close()
    with open_desk(folder / "library", folder, chromium, world_server, axe_script) as made:
        many = made.incoming / "many"
        many.mkdir()
        for number in range(MANY):
            (many / f"{number}.pdf").write_bytes(paper_pdf(f"Paper {number}", topic=f"t{number}"))
        yield made


def without_filter(page: Any) -> None:
    """What the tests bring is no science."""
    page.get_by_text("More, seldom needed").click()
    page.get_by_label("Filter").select_option("no")


def test_an_admin_lets_a_viewer_in_who_sees_no_work(desk: Desk, axe_script: str) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto("/people")
        page.get_by_label("Name").fill("vera")
        page.get_by_label("Role", exact=True).select_option("viewer")
        press(page, "Add this user")
        link = notice(page, "With this link vera chooses a password").locator("code").inner_text()
        assert page.goto("/setup?token=again").status == 404  # there is an admin
    with desk.web.page(viewport=PHONE, expected=("403",)) as page:
        page.goto(link)
        look(page, axe_script)
        for box in page.locator("input[type=password]").all():
            box.fill(PASSWORD)
        press(page, "Set this password")
        page.context.clear_cookies()
        log_in(page, "vera")
        page.get_by_text("Work on the library").click()
        work = page.get_by_role("navigation", name="Work on the library").get_by_role("link")
        assert work.all_inner_texts() == ["Dashboard", "Runs", "Crawls", "Hubs"]
        page.goto("/crawls")
        expect(page.get_by_role("link", name="New crawl")).to_have_count(0)
        for path in ("/jobs", "/jobs/new/import", "/uploads", "/people"):
            assert page.goto(path).status == 403
        look(page, axe_script)
        press(page, "Log out")
        expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_a_librarian_works_and_decides_nothing_about_people(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto("/people")
        page.get_by_label("Name").fill("luis")
        page.get_by_label("Role", exact=True).select_option("librarian")
        page.get_by_label("First password").fill(PASSWORD)
        press(page, "Add this user")
        expect(notice(page, "luis can log in now")).to_be_visible()
    with desk.web.page(expected=("403",)) as page:
        log_in(page, "luis")
        page.get_by_role("link", name="Jobs", exact=True).first.click()
        expect(page.get_by_role("link", name="New job")).to_be_visible()
        expect(page.get_by_role("link", name="People", exact=True)).to_have_count(0)
        assert page.goto("/people").status == 403


def test_an_import_by_browsing_is_checked_tried_watched_and_taken_back(
    desk: Desk, axe_script: str
) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, expected=("409",)) as page:
        page.goto("/jobs")
        page.get_by_role("link", name="New job").click()
        page.get_by_role("link", name="Import", exact=True).click()
        press(page, "Pick folders and files, or upload")
        press(page, str(desk.incoming))
        page.get_by_label("growth.pdf").check()
        press(page, "Add what is ticked")
        sources = page.get_by_label("Sources needed")
        expect(sources).to_have_value(str(desk.incoming / "growth.pdf"))
        look(page, axe_script)
        press(page, "Check")
        expect(page.get_by_role("heading", name="Nothing stands in its way")).to_be_visible()
        expect(notice(page, "A quick look found 1 record.")).to_be_visible()
        expect(sources).to_have_value(str(desk.incoming / "growth.pdf"))
        press(page, "Try")
        tried = page.get_by_role("region", name="Captures that were tried")
        expect(tried).to_contain_text("not academic")
        look(page, axe_script)
        page.get_by_role("link", name="Back to the form").click()
        press(page, "Submit")
        page.evaluate("window.isTheSamePage = true")
        expect(state(page)).to_have_text("done")
        expect(counted(page, "filtered_DCF")).to_have_text("1")
        expect(page.get_by_role("region", name="Table of counters")).to_contain_text("not academic")
        assert page.evaluate("window.isTheSamePage")  # it was followed without a new page
        job = page.url
        look(page, axe_script)
        page.get_by_role("button", name="Keep it after all").click()
        expect(state(page)).to_have_text("done")
        keeping = page.url
        expect(page.get_by_role("link", name="Back to job")).to_be_visible()
        page.get_by_role("link", name=re.compile("^document ")).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Growth of Networks")
        page.goto(job)
        expect(page.get_by_role("button", name="Keep it after all")).to_have_count(0)
        press(page, "Run again")
        expect(notice(page, "This is a new job")).to_be_visible()
        expect(state(page)).to_have_text("done")
        expect(counted(page, "saved_Duplicate")).to_have_text("1")
        page.goto(keeping)
        page.get_by_role("link", name="Undo", exact=True).click()
        expect(notice(page, "other runs build on its documents")).to_be_visible()
        page.get_by_role("link", name=re.compile("^undo run ")).click()
        press(page, "Undo this run")
        expect(notice(page, "was undone")).to_be_visible()
        page.goto(keeping)
        page.get_by_role("link", name="Undo", exact=True).click()
        press(page, "Undo this run")
        expect(notice(page, "was undone: 1 document removed")).to_be_visible()


def test_an_import_by_upload_on_a_phone(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, viewport=PHONE) as page:
        page.goto("/jobs/new/import")
        press(page, "Pick folders and files, or upload")
        page.get_by_label("Upload from your computer").set_input_files(
            desk.incoming / "caching.pdf"
        )
        press(page, "Upload and add")
        expect(page.get_by_label("Sources needed")).to_have_value(re.compile(r"/caching\.pdf$"))
        without_filter(page)
        press(page, "Submit")
        expect(state(page)).to_have_text("done")
        expect(counted(page, "saved_New")).to_have_text("1")
        page.get_by_role("link", name="Undo", exact=True).click()
        press(page, "Undo this run")
        expect(notice(page, "was undone: 1 document removed")).to_be_visible()
        page.get_by_text("Work on the library").click()
        page.get_by_role("link", name="Jobs", exact=True).click()
        expect(page.get_by_role("heading", name="Jobs", exact=True)).to_be_visible()


def drop(page: Any, name: str, content: str) -> None:
    """As if it were dragged there from the desktop."""
    page.evaluate(
        """([name, content]) => {
            const dragged = new DataTransfer();
            dragged.items.add(new File([content], name));
            const event = new DragEvent("drop", { dataTransfer: dragged, bubbles: true });
            document.querySelector(".drop").dispatchEvent(event);
        }""",
        [name, content],
    )


def test_files_are_dropped_and_survive_a_lost_connection(desk: Desk) -> None:
    from playwright.sync_api import expect

    lost = []

    def lose_the_first(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort()

    with desk.web.page(logged_in=True, expected=("ERR_FAILED",)) as page:
        page.goto("/uploads")
        expect(page.get_by_text("A file may have")).to_be_visible()  # the limits
        page.route(re.compile(r"/uploads/\w{16,}\?"), lose_the_first)
        drop(page, "crawl.warc", "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n")
        row = page.get_by_role("row").filter(has_text="crawl.warc")
        expect(row.get_by_text("there")).to_be_visible()
        assert len(lost) == 1
        row.get_by_role("link", name="Import crawl.warc").click()
        expect(page.get_by_label("Sources needed")).to_have_value(re.compile(r"/crawl\.warc$"))


def test_the_wrong_kind_of_file_is_refused_where_it_is_sent(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, expected=("422",)) as page:
        page.goto("/uploads")
        drop(page, "program.exe", "\x7fELF" + "\0" * 5000)
        expect(page.locator(".sending .problem")).to_contain_text("program.exe")
        expect(page.get_by_role("row").filter(has_text="program.exe")).to_have_count(0)


def test_an_import_without_scripts(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, java_script_enabled=False) as page:
        page.goto("/jobs/new/import")
        press(page, "Pick folders and files, or upload")
        page.get_by_label("Upload from your computer").set_input_files(
            desk.incoming / "hostile.pdf"
        )
        press(page, "Upload and add")
        expect(page.get_by_label("Sources needed")).to_have_value(re.compile(r"hostile\.pdf$"))
        press(page, "Save as draft")
        expect(state(page)).to_have_text("draft")
        press(page, "Submit")
        expect(notice(page, "The job is submitted")).to_be_visible()
        page.get_by_role("link", name="Hold it still").click()
        expect(page.get_by_role("link", name="Let it follow")).to_be_visible()


def test_a_running_import_is_cancelled_and_goes_on(desk: Desk, axe_script: str) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True) as page:
        page.goto(f"/jobs/new/import?p_sources={desk.incoming / 'many'}")
        without_filter(page)
        press(page, "Submit")
        expect(state(page)).to_have_text("running")
        expect(page.locator(".amount")).to_have_text(re.compile(r"^\d+ of \d+, .+ a "))
        press(page, "Cancel")
        expect(notice(page, "It is cancelled")).to_be_visible()
        expect(state(page)).to_have_text("cancelled")
        expect(page.get_by_label("Lines of the log")).to_contain_text("ada")
        assert int(counted(page, "saved_New").inner_text()) < MANY
        press(page, "Try again")
        expect(state(page)).to_have_text("running")
        look(page, axe_script)
        expect(state(page)).to_have_text("done")
        expect(counted(page, "saved_New")).to_have_text(str(MANY))


def test_a_draft_is_changed_by_two_people_copied_and_removed(desk: Desk, axe_script: str) -> None:
    from playwright.sync_api import expect

    with (
        desk.web.page(logged_in=True, expected=("409",)) as mine,
        desk.web.page(logged_in=True) as theirs,
    ):
        mine.goto("/jobs/new/import?p_sources=https://a.test/one.warc")
        press(mine, "Save as draft")
        expect(state(mine)).to_have_text("draft")
        draft = mine.url
        for page in (mine, theirs):
            page.goto(draft)
            page.get_by_role("link", name="Change").click()
        theirs.get_by_label("Sources needed").fill("https://a.test/theirs.warc")
        press(theirs, "Save as draft")
        expect(notice(theirs, "The job is saved")).to_be_visible()
        mine.get_by_label("Sources needed").fill("https://a.test/mine.warc")
        press(mine, "Save as draft")
        conflict = notice(mine, "Somebody else changed this job while you did")
        expect(conflict).to_contain_text("https://a.test/theirs.warc")
        expect(conflict).to_contain_text("https://a.test/mine.warc")
        press(mine, "Save as draft")
        expect(mine.get_by_role("heading", level=1)).to_have_text("Import: mine.warc draft")
        press(mine, "Submit")
        expect(state(mine)).to_have_text("failed")  # there is no such host
        expect(notice(mine, "What to do")).to_be_visible()
        look(mine, axe_script)
        press(mine, "Copy as a draft")
        expect(mine.get_by_label("Sources needed")).to_have_value("https://a.test/mine.warc")
        mine.get_by_role("link", name="Back to job").click()
        mine.get_by_role("link", name="Remove").click()
        press(mine, "Remove this job")
        expect(notice(mine, "was removed")).to_be_visible()
        mine.goto("/jobs?state=failed")
        expect(mine.get_by_role("row").filter(has_text="mine.warc")).to_have_count(1)


def test_nonsense_is_told_beside_the_fields_and_stays(desk: Desk, axe_script: str) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, expected=("400",)) as page:
        page.goto("/jobs/new/import")
        page.get_by_label("Sources needed").fill("/etc/passwd\n/dev/zero")
        page.get_by_text("More, seldom needed").click()
        page.get_by_label("Format").fill("papyrus")
        page.get_by_label("Attribute pattern").fill("(")
        press(page, "Submit")
        for name in ("sources", "format", "attribute_pattern"):
            expect(field(page, name).locator(".problem")).to_be_visible()
        expect(field(page, "base_url").locator(".problem")).to_have_count(0)
        expect(page.get_by_label("Format")).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_label("Format")).to_have_value("papyrus")
        expect(notice(page, "3 things are to be put right")).to_be_visible()
        look(page, axe_script)


def test_a_crawl_is_started_paused_and_resumed_on_a_phone(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, viewport=PHONE) as page:
        page.goto("/crawls")
        page.get_by_role("link", name="New crawl").click()
        page.get_by_label("Seeds").fill(desk.seed)
        page.get_by_label("Name", exact=True).fill("near")
        page.get_by_label("Hosts").fill("*.test")
        page.get_by_text("More, seldom needed").click()
        page.get_by_label("Pages", exact=True).fill("25")
        page.get_by_label("Min delay").fill("0.5")
        press(page, "Check")
        expect(notice(page, "The crawl near begins at 1 seed.")).to_be_visible()
        press(page, "Submit")
        expect(state(page)).to_have_text("running")
        expect(counted(page, "fetched")).to_have_text(re.compile(r"^([2-9]|\d\d)$"))
        page.evaluate("window.scrollTo(0, 0)")
        press(page, "Pause")
        expect(state(page)).to_have_text("paused")
        job = page.url
        page.get_by_role("link", name="near", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("stopped")
        page.goto(job)
        press(page, "Resume")
        expect(state(page)).to_have_text("running")
        expect(state(page)).to_have_text("done")
        words = page.locator("[data-live=words]").inner_text()
        assert re.fullmatch(r"\d+ URLs fetched, [1-9]\d* documents kept\.", words)


def test_a_schedule_is_made_in_plain_words(desk: Desk) -> None:
    from playwright.sync_api import expect

    with desk.web.page(logged_in=True, expected=("400",)) as page:
        page.goto("/schedules")
        page.get_by_role("link", name="Bring the index up to date").click()
        page.get_by_label("When").fill("every full moon")
        press(page, "Set the schedule")
        expect(page.locator(".field.wrong", has=page.get_by_label("When"))).to_be_visible()
        expect(page.get_by_label("When")).to_have_value("every full moon")
        page.get_by_label("When").fill("every Monday at 02:00")
        press(page, "Set the schedule")
        row = page.get_by_role("row").filter(has_text="Bring the index up to date")
        expect(row).to_contain_text(re.compile("every Monday at 0?2:00"))
        row.get_by_role("button", name="Run now").click()
        expect(state(page)).to_have_text("done")
        page.goto("/schedules")
        row.get_by_role("button", name="Pause").click()
        expect(row.get_by_text("paused")).to_be_visible()
        row.get_by_role("button", name="Remove").click()
        expect(notice(page, "The schedule is removed")).to_be_visible()
