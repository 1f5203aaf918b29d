"""The library, as Python sees it, and the only place where the parts are put together.

import sheaf
with sheaf.open("mylib") as library:
    print(library.import_(["crawl.warc.gz"]).outcomes)
    for hit in library.search("sparse graphs").hits:
        print(hit.title)

This file is long because it is the list of all that a library can do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import asdict, replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheaf import settings
from sheaf.acquire.crawl import places
from sheaf.acquire.crawl.places import Importing, crawl_name
from sheaf.acquire.crawl.profiles import with_default_profile
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import AUTO
from sheaf.acquire.source_folders import SourceFolders
from sheaf.curate.blacklist import Blacklist
from sheaf.curate.own_blacklist import OwnBlacklist, blacklist_files
from sheaf.deposit.admission import Depositor, Folders, storage_errors
from sheaf.deposit.backup.backup import Backup, BackupReport
from sheaf.deposit.by_hand.collections import Collections
from sheaf.deposit.by_hand.corrections import Corrections
from sheaf.deposit.by_hand.marking import numbers_marked
from sheaf.deposit.by_hand.reports.reports import Reports
from sheaf.deposit.by_hand.states import States
from sheaf.deposit.by_hand.tags import Tags
from sheaf.deposit.by_hand.versions import Versions
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.cleaning.cleaning import Cleaning
from sheaf.deposit.cleaning.whitelists import Whitelists
from sheaf.deposit.database import catalogue_errors, close_in_thread, sqlite_path
from sheaf.deposit.hubs import (
    HubFinder,
    HubOrder,
    count_hubs,
    find_hubs,
    hub_order,
    list_hubs,
    order_hubs,
)
from sheaf.deposit.library_folder import (
    NOT_MADE,
    absolute_text_path,
    close_to_others,
    make_library_folder,
    remove_library_folder,
)
from sheaf.deposit.links.links import Links
from sheaf.deposit.listings.changes import (
    WantedChanges,
    find_change,
    first_change,
    list_changes,
    list_values,
)
from sheaf.deposit.listings.summaries import find_summaries, list_summaries
from sheaf.deposit.lock import writing
from sheaf.deposit.overview.figures import count_by_month
from sheaf.deposit.overview.overview import Overview
from sheaf.deposit.page_texts import PageTexts
from sheaf.deposit.places.places import Places
from sheaf.deposit.repository import main_file
from sheaf.deposit.retrieval.retrieval import Retrieval
from sheaf.deposit.rights.contract import Role, note_nothing
from sheaf.deposit.rights.history import History
from sheaf.deposit.rights.keys import ApiKeys
from sheaf.deposit.rights.users import UserInfo, Users
from sheaf.deposit.rows import RowWriter
from sheaf.deposit.runs import CaptureInfo, RunInfo, RunLog, with_true_state
from sheaf.deposit.undo import Undo, UndoReport
from sheaf.deposit.uploads import UPLOADS, Uploads
from sheaf.deposit.verify import VerifyReport, check_library
from sheaf.duplicates.comparing import Comparing
from sheaf.duplicates.contract import MOST_BITS, NearCopy
from sheaf.duplicates.matcher import NearCopies
from sheaf.duplicates.stores import FOLDER
from sheaf.errors import LibraryBusyError, MissingPartError, SheafError, StorageError, UsageError
from sheaf.extract.exporting import export, find_paper, iterate_papers, stream_papers
from sheaf.extract.file_names import readable_stem
from sheaf.extract.formats import find_format
from sheaf.extract.names import read_person
from sheaf.extract.tracing import trace_document
from sheaf.graph.graph import Graph
from sheaf.graph.telling import write_works
from sheaf.records import (
    ChangedDocument,
    Document,
    Hub,
    Outcome,
    PageInfo,
    PageText,
    PaperSummary,
    Seed,
    count_groups,
)
from sheaf.search.contract import (
    Indexed,
    IndexReport,
    SearchEngine,
    SearchResult,
    SimilarPaper,
    Sort,
    search_request,
)
from sheaf.search.engine import TantivyEngine
from sheaf.search.index import index_lock, is_usable
from sheaf.search.indexer import IndexOptions
from sheaf.search.page_entries import PageSource
from sheaf.search.paper_entries import PaperSource, text_at
from sheaf.search.schema import PAGE
from sheaf.search.searcher import Searcher
from sheaf.setting_checks import Mistake
from sheaf.settings import Settings
from sheaf.terminal import print_address, print_mcp_address, say_closed, say_not_noted
from sheaf.workers import repairing, without_library
from sheaf.workers.checking import check_import
from sheaf.workers.importing import (
    ImportOptions,
    ImportSummary,
    Job,
    Report,
    check_run,
    find_run,
    open_pool,
    report_to_sources,
    run_into_folder,
    run_job,
)
from sheaf.workers.importing_crawls import ImportTarget, import_archived
from sheaf.workers.jobs.jobs import Jobs
from sheaf.workers.jobs.parameters import Finding
from sheaf.workers.jobs.schedules import Schedules
from sheaf.workers.keeping import Keeper, KeptCapture
from sheaf.workers.page_reading import read_new_pages
from sheaf.workers.rereading import RereadReport, Which, read_library
from sheaf.workers.trying import FIRST, TryReport, try_import
from sheaf.workers.without_library import library_near, parse_references, settings_of

if TYPE_CHECKING:
    from sheaf.acquire.crawl.control.crawls import Crawls
    from sheaf.acquire.crawl.control.progress import CrawlProgress
    from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
    from sheaf.acquire.crawl.options import CrawlOptions
    from sheaf.acquire.crawl.visits import Visit

__all__ = [
    "BackupReport",
    "Finding",
    "ImportOptions",
    "ImportSummary",
    "KeptCapture",
    "Library",
    "NearCopy",
    "RunInfo",
    "TryReport",
    "UndoReport",
    "VerifyReport",
    "crawl_name",
    "crawls_in",
    "extract_files",
    "judge",
    "library_near",
    "main_file",
    "parse_references",
    "serve_assistants",
    "serve_in_browser",
    "show_settings",
]
SMALL = 20_000  # documents of a library that is counted in a moment


class Library:
    """A folder with everything in it: settings, catalogue, repository, index, archives."""

    def __init__(self, folder: Path, chosen: Settings, catalogue: Catalogue) -> None:
        self.folder = folder
        self.settings = chosen
        self.catalogue = catalogue
        catalogue.reading_sets_state = chosen.extract.sets_state
        self.run_log = RunLog(catalogue.alias, catalogue.memory)
        self.index_folder = folder / "index"
        self.searcher = Searcher(
            self.index_folder,
            self._text_of,
            self._texts_of_pages,
            citing=lambda number: self.graph.documents_citing(number),
            marked=lambda field, name: numbers_marked(self.tags, self.collections, field, name),
        )
        wanted = chosen.search
        options = IndexOptions(wanted.memory, wanted.threads, wanted.keep_text)
        self.engine: SearchEngine = TantivyEngine(self.index_folder, options, self.searcher)

    # -- make, open, close -------------------------------------------------------------------------

    @classmethod
    def open(cls, folder: Path) -> Library:
        """The library in a folder. Close it, or use it in a `with` statement."""
        folder = absolute_text_path(folder)
        chosen = settings.load(folder)
        kept = chosen.deposit
        file = sqlite_path(kept.database, folder)
        if close_to_others(folder, file, with_folder=kept.private):
            say_closed(folder)
        return cls(folder, chosen, Catalogue.open(kept.database, folder, kept.crawl_data))

    @classmethod
    def init(cls, folder: Path, database: str | None = None) -> Library:
        """A new library in a folder that is empty or does not exist yet; `database` is a URL
        for a catalogue on a server."""
        folder = absolute_text_path(folder)
        make_library_folder(folder, database)
        try:
            chosen = settings.load(folder)
            kept = chosen.deposit
            return cls(folder, chosen, Catalogue.make(kept.database, folder, kept.crawl_data))
        except SheafError as problem:
            remove_library_folder(folder)
            if isinstance(problem, StorageError):
                problem.what_to_do = NOT_MADE
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.catalogue.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- bring in, decide, keep --------------------------------------------------------------------

    # People write this call by hand, so it has keywords; they become ImportOptions at once.
    def import_(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        format: str = AUTO,  # noqa: A002 - the word the command line uses
        mime_types: Sequence[str] | None = None,
        filter: bool | None = None,  # noqa: A002
        text: bool | None = None,
        keep_rejects: bool | None = None,
        blacklist: Sequence[str | Path] = (),
        log: Path | None = None,
        base_url: str | None = None,
        attributes: Mapping[str, object] | None = None,
        attribute_pattern: str | None = None,
        output: Path | None = None,
        jobs: int | None = None,
        judge_again: bool | None = None,
        only_new: bool = False,
        index: bool = False,
        wait: bool = False,
        report: Report = lambda progress: None,
    ) -> ImportSummary:
        """Import sources. The same call after an interruption goes on where it stopped. With
        `index`, the index is brought up to date afterwards. With `output`, what passes goes to
        that folder, and the catalogue is neither asked nor told. With `judge_again`, bytes that
        were judged before are judged anew; with `only_new`, files of folders that an earlier run
        has dealt with are left out."""
        if isinstance(paths, str | Path):
            paths = [paths]
        options = ImportOptions(
            format,
            mime_types,
            filter,
            text,
            keep_rejects,
            blacklist,
            log,
            base_url,
            attributes,
            attribute_pattern,
            jobs,
            judge_again,
            only_new,
        )
        return self.import_with(paths, options, output, index=index, wait=wait, report=report)

    def import_with(
        self,
        paths: Sequence[str | Path],
        options: ImportOptions,
        output: Path | None = None,
        *,
        index: bool = False,
        wait: bool = False,
        report: Report = lambda progress: None,
    ) -> ImportSummary:
        """The same, with its options as one object."""
        summary = self._import(paths, options, output, index=index, wait=wait, report=report)
        if index and output is None:
            self.index()
        return summary

    def check_import(
        self,
        paths: Sequence[str | Path],
        options: ImportOptions | None = None,
        output: Path | None = None,
    ) -> list[Finding]:
        """What an import of these sources would meet, after a look of a few seconds: nothing is
        imported. Findings that are problems stand in its way."""
        return check_import(
            paths, options or ImportOptions(), self.folder, self.settings, self.run_log, output
        )

    def try_import(
        self,
        paths: Sequence[str | Path],
        options: ImportOptions | None = None,
        *,
        first: int = FIRST,
        report: Report = lambda progress: None,
    ) -> TryReport:
        """How the first captures of sources would end. Nothing is kept, in files or rows."""
        return try_import(
            paths, options or ImportOptions(), self.catalogue, self.folder, self.settings, first,
            report, self.run_log.find_known_files,
        )  # fmt: skip

    def keep_rejected(
        self, captures: int | str | Sequence[int | str], *, index: bool = False, wait: bool = False
    ) -> list[KeptCapture]:
        """Take in captures that were turned down, because a person says so: by number, or by URL.
        Their bytes are looked for among the rejects and where they came from. Other imports do not
        turn the same bytes down again; undoing the run does."""
        wanted = [captures] if isinstance(captures, int | str) else captures
        keeper = Keeper(self.run_log, self.settings, self._make_depositor)
        with self.writing("what was turned down", wait=wait):
            done = keeper.keep(wanted)
            for one in done:
                if one.is_kept and one.run:
                    self.history.note("capture.keep", f"capture {one.capture}", after=one.as_json())
        if index and any(one.run for one in done):
            self.index()
        return done

    def _import(
        self,
        paths: Sequence[str | Path],
        options: ImportOptions,
        output: Path | None,
        *,
        index: bool,
        wait: bool,
        report: Report,
    ) -> ImportSummary:
        chosen = options.apply_to(self.settings)
        check_run(chosen)
        if not paths:
            raise UsageError("There is nothing to import.", "Name at least one file or folder.")
        beside = output.absolute() if output else self.folder
        spool = beside / ".staging" if output else self._folders.staging
        context = options.make_context(spool, chosen, self.run_log.find_known_files)
        incoming = beside / (".incoming" if output else "incoming")
        with sources.Sources(paths, context, options.format, chosen.acquire, incoming) as given:
            names, asked = given.names, options.run_options(self.settings)
            job = Job("import", names, asked, given, given.find_file, index, lambda: given.share)
            report = report_to_sources(given, report)
            if output is not None:
                summary = run_into_folder(job, self.folder, beside, chosen, report)
                given.finish()
                return replace(summary, notes=(*summary.notes, *given.notes))
            job = replace(job, incoming=given.captures_of_run(lambda: find_run(job, self.run_log)))
            with self.writing("an import", wait=wait):
                self.history.note("import.begin", ", ".join(names), after=asked)
                summary = run_job(job, self.folder, self._depositor, self.run_log, chosen, report)
                given.finish()
            return replace(summary, notes=(*summary.notes, *given.notes))

    def crawl(
        self,
        seeds: Sequence[str],
        options: CrawlOptions | None = None,
        *,
        on_page: Callable[[Visit], None] | None = None,
        on_progress: Callable[[CrawlProgress], None] | None = None,
        wait: bool = False,
        report: Report = lambda progress: None,
    ) -> tuple[CrawlReport, ImportSummary]:
        """Crawl from seeds, and import what comes. The same seeds, or the same name among the
        options, again go on with that crawl. Where nothing is imported, the summary has run 0.
        `on_page` and `on_progress` are called in the thread that fetches."""
        from sheaf.acquire.crawl.options import CrawlOptions  # brings a web client along
        from sheaf.workers.crawl_job import CrawlJob, run_crawl

        options = options or CrawlOptions()
        if options.importing != Importing.NEVER:
            check_run(self.settings)
        job = CrawlJob(seeds, options, on_page, on_progress, self._note_crawl)
        return run_crawl(job, self._import_target(self.settings, report, wait=wait))

    def check_crawl(
        self, seeds: Sequence[str], options: CrawlOptions | None = None
    ) -> list[Finding]:
        """What a crawl from these seeds would meet before its first request."""
        from sheaf.acquire.crawl.options import CrawlOptions
        from sheaf.acquire.crawl.start import prepare_crawl
        from sheaf.workers.crawl_checking import check_crawl
        from sheaf.workers.crawl_job import CrawlJob, make_crawler

        given = options or CrawlOptions()
        target = self._import_target(self.settings, lambda progress: None, wait=False)

        def prepare() -> tuple[Crawler, list[Seed]]:
            prepared, _ = prepare_crawl(self.folder, seeds, given)
            return make_crawler(CrawlJob(seeds, prepared), target)

        does_import = given.importing != Importing.NEVER
        return check_crawl(
            self.folder, self.settings, prepare, self.revision, does_import=does_import
        )

    def import_crawl(
        self, name: str, *, wait: bool = False, report: Report = lambda progress: None
    ) -> ImportSummary:
        """Import what a crawl has brought so far, as far as it was not."""
        places.check_frontier(places.frontier_file(self.folder, name))
        check_run(self.settings)
        self.history.note("crawl.import", name)
        return import_archived(name, self._import_target(self.settings, report, wait=wait))

    def _note_crawl(self, name: str, seeds: Sequence[str]) -> None:
        self.history.note("crawl.begin", name, after={"seeds": seeds})

    @property
    def crawls(self) -> Crawls:
        """The crawls that are there: how they stand, and orders to them."""
        from sheaf.acquire.crawl.control.crawls import Crawls  # brings a web client along

        find = _blacklist_loader(self.folder, self.settings)
        return Crawls(self.folder, self.settings, find, self.history.note)

    @property
    def source_folders(self) -> SourceFolders:
        """The folders in which people may look for sources to import: what was uploaded, what our
        crawls brought, and what [web] import_roots adds."""
        ours = (self.folder / name for name in (UPLOADS, "warc"))
        return SourceFolders([*ours, *map(Path, self.settings.web.import_roots)])

    @property
    def blacklist(self) -> OwnBlacklist:
        """Hosts, domains and URLs that are not wanted: entries can be added and removed."""
        return OwnBlacklist(self.folder, self.settings.curate.blacklist, self.history.note)

    @property
    def cleaning(self) -> Cleaning:
        """Documents and parents that are of no use any more, and what says which they are."""
        return Cleaning(
            self._depositor,
            self.run_log,
            self.blacklist,
            hold=self.writing,
            after=self._index_if_usable,
            keep_days=self.settings.deposit.keep_cleaned_days,
            note=self.history.note,
        )

    @property
    def whitelists(self) -> Whitelists:
        """Pages and hosts ranked by what they led to, for the next crawl."""
        scratch = self._folders.tmp
        note = self.history.note
        return Whitelists(self.folder, self.catalogue.alias, self.blacklist, scratch, note)

    @property
    def links(self) -> Links:
        """Whether pages and documents are still where they were found."""
        chosen = with_default_profile(self.settings).crawl
        return Links(self.catalogue.alias, chosen, self.blacklist, self.history.note)

    @property
    def places(self) -> Places:
        """Where documents come from: hosts, parents and hubs, and what they led to."""
        return Places(self.catalogue)

    def _index_if_usable(self) -> None:
        if is_usable(self.index_folder):
            self.index()

    @property
    def uploads(self) -> Uploads:
        """Files that people have sent, and those on their way."""
        return Uploads(self.folder, self.settings.uploads, self.history.note)

    @property
    def jobs(self) -> Jobs:
        """Work that is written down, waits for a worker, and is done by it."""
        return Jobs(self)

    @property
    def schedules(self) -> Schedules:
        """Jobs that are submitted again and again: every night, every Monday at 6."""
        return Schedules(self)

    def _import_target(self, chosen: Settings, report: Report, *, wait: bool) -> ImportTarget:
        return ImportTarget(
            library=self.folder,
            depositor=self._depositor,
            run_log=self.run_log,
            settings=chosen,
            hold=self.writing,
            report=report,
            wait=wait,
        )

    # -- read, find --------------------------------------------------------------------------------

    def index(
        self, *, rebuild: bool = False, report: Callable[[int], None] = lambda count: None
    ) -> IndexReport:
        """Bring fingerprints, citation graph and full-text index up to date with the catalogue."""
        due = self.run_log.unindexed()
        self._make_earlier_pages()
        self.graph.update(rebuild=rebuild)
        # A second command waits: this is quick, and both want it done.
        lock = self.index_folder.with_name("index.lock")
        with storage_errors(self.index_folder), index_lock(lock):
            with closing(self._marks_of_texts()) as marks:
                marks.refresh(self.catalogue)
            done = self.engine.update(self._indexed(), rebuild=rebuild, report=report)
        self.run_log.mark_indexed(due)
        return done

    def _make_earlier_pages(self) -> None:
        """Where somebody else writes meanwhile, the next update does it."""
        if self.catalogue.are_pages_due(self.settings.deposit.pages):
            with suppress(LibraryBusyError), self.writing("pages of earlier imports"):
                self.catalogue.make_earlier_pages(self.settings.deposit.pages)
                with open_pool(self.settings, self._folders.staging) as pool:
                    read_new_pages(self.catalogue, pool, self.folder)

    def _indexed(self) -> Indexed:
        """What goes into the index."""
        stem_articles = self.settings.search.stem_articles
        pages = PageSource(self.catalogue, self.folder, stem_articles=stem_articles)
        papers = PaperSource(self.catalogue, self.graph)
        return Indexed([papers, pages], lambda: (self.catalogue.revision(), self.graph.revision()))

    def near_copies(
        self, document_id: int | None = None, *, bits: int | None = None
    ) -> Iterator[tuple[int, NearCopy]]:
        """Pairs of documents that say nearly the same, and versions with the same title and
        authors: those of one document, or all."""
        bits = min(MOST_BITS, self.settings.duplicates.bits if bits is None else bits)
        with closing(self._marks_of_texts()) as marks:
            comparing = Comparing(marks, self.catalogue.paper, self.catalogue.document)
            if document_id is None:
                yield from comparing.all_pairs(bits)
            elif self.catalogue.document(document_id) is None:
                words = f"There is no document {document_id}."
                raise UsageError(words, "`sheaf search` shows their numbers.")
            else:
                for near in comparing.of_document(document_id, bits):
                    yield document_id, near

    @property
    def graph(self) -> Graph:
        """Works, who cites them, what is wanted, authors and venues."""
        bits = self.settings.duplicates.bits
        return Graph(self.catalogue, self.folder, self._marks_of_texts, bits)

    @property
    def corrections(self) -> Corrections:
        """What people have put right in what was read."""
        return Corrections(self.catalogue, _take_apart, self.history.note)

    @property
    def reports(self) -> Reports:
        """Mistakes that readers report."""
        return Reports(self.catalogue.alias, self.history.note)

    @property
    def states(self) -> States:
        """Which documents were ingested, and who says so."""
        return States(self.catalogue.alias, self.history.note)

    def hand_out(self, most: int) -> list[tuple[int, str]]:
        """For another program that ingests: the newest documents that were not, by their numbers
        and the places of their files below `repository/`. None is handed out twice."""
        root = self.catalogue.repository.root
        numbers = self.states.hand_out(most)
        found = ((number, self.document(number)) for number in numbers)
        files = ((number, main_file(one)) for number, one in found if one is not None)
        return [(n, path.relative_to(root).as_posix()) for n, path in files if path is not None]

    @property
    def versions(self) -> Versions:
        """Which documents people have said to be one work, or different ones."""
        return Versions(self.catalogue.alias, self.history.note)

    @property
    def tags(self) -> Tags:
        """Words that people have put on documents."""
        return Tags(self.catalogue.alias, self.history.note)

    @property
    def collections(self) -> Collections:
        """Documents that people have put together."""
        return Collections(self.catalogue.alias, self.history.note)

    @property
    def retrieval(self) -> Retrieval:
        """Samples: documents that meet conditions, some at random or all, copied out and drawn
        again."""
        return Retrieval(self.catalogue, self._find_in_index, self.readable_stem, self.history.note)

    def _find_in_index(self, words: str) -> Iterator[int]:
        """For who would take an empty answer for a true one."""
        if not self.is_indexed:
            raise UsageError("There is no index to search in.", "`sheaf index` makes it.")
        return self.find_all(words)

    def write_wanted(
        self,
        format: str = "json",  # noqa: A002
        *,
        least: int = 1,
        limit: int | None = None,
    ) -> Iterator[str]:
        """Works that are cited and not there, the most cited first, as JSON lines, a table (csv) or
        a bibliography, piece by piece."""
        return write_works(self.graph.wanted(least=least, limit=limit), format)

    def _marks_of_texts(self) -> NearCopies:
        return NearCopies(self.folder / FOLDER, self.settings.duplicates)

    # People write this call by hand, so it has keywords; they become a SearchRequest at once.
    def search(
        self,
        words: str,
        *,
        limit: int = 10,
        offset: int = 0,
        filters: Mapping[str, Sequence[str]] | None = None,
        sort: str = Sort.RELEVANCE,
        scope: str = "papers",
        with_facets: bool = False,
    ) -> SearchResult:
        """What the index finds: words, "phrases", title:, author:, year:, OR, -word; or a title, a
        DOI or a reference that was pasted. `filters` are values of facets, by name: of one any, of
        different ones all. `sort` is relevance, newest, oldest or cited; `scope` papers, pages or
        all."""
        return self.engine.search(
            search_request(words, filters, sort, scope, limit, offset, with_facets=with_facets)
        )

    def find_all(
        self,
        words: str,
        *,
        filters: Mapping[str, Sequence[str]] | None = None,
        sort: str = Sort.RELEVANCE,
        most: int | None = None,
    ) -> Iterator[int]:
        """The numbers of all documents that `search` finds, in its order; versions of a work stand
        behind the first."""
        return self.searcher.find_all(search_request(words, filters, sort), most)

    def similar(self, document_id: int, limit: int = 10) -> list[SimilarPaper]:
        """Papers like this one: by their words, by what they cite, and by who cites both; each with
        the reasons. Other versions of it are left out."""
        if self.catalogue.document(document_id) is None:
            words = f"There is no document {document_id}."
            raise UsageError(words, "`sheaf search` shows their numbers.")
        return self.searcher.similar(document_id, limit, self.graph)

    def _text_of(self, entry: str, number: int) -> str:
        """The text of an entry of the index, to show what was found in it."""
        if entry == PAGE:
            page = self.page_content(number)
            return page.content if page is not None else ""
        # Asked for each hit that is shown: the place of the file is known without the catalogue.
        return text_at(self.catalogue.repository.path(number, "txt"))

    def _texts_of_pages(self, numbers: Sequence[int]) -> dict[int, str]:
        """The same of several pages, with few questions."""
        with self.page_texts() as texts:
            return texts.contents(self.catalogue.find_pages(numbers))

    @property
    def is_indexed(self) -> bool:
        """Whether there is an index to search in."""
        return is_usable(self.index_folder)

    @property
    def index_is_damaged(self) -> bool:
        """Whether there is an index that cannot be searched, and must be made anew."""
        return self.searcher.state.is_trouble

    def index_is_behind(self) -> int:
        """How many documents and pages changed or went since the index was brought up to date."""
        reached = self.engine.reached()
        return self.catalogue.count_changes_since(reached.revision if reached else 0)

    def document(self, document_id: int) -> Document | None:
        """A document by its number, with its files."""
        return self.catalogue.document(document_id)

    def documents(self) -> Iterator[Document]:
        """All documents, by number."""
        return self.catalogue.documents()

    def last_number(self) -> int:
        """The highest number of a document; 0 where there is none."""
        return self.catalogue.last_number()

    def times(self, first: int, last: int) -> list[tuple[int, datetime]]:
        """When each document of a stretch of numbers was renewed, by number."""
        return self.catalogue.times(first, last)

    def times_of(self, document_ids: Collection[int]) -> dict[int, datetime]:
        """When these documents were renewed."""
        return self.catalogue.times_of(document_ids)

    def file_stem(self, document_id: int) -> str:
        """How the files of a document are called, up to their endings: 001.234.567."""
        return self.catalogue.repository.stem(document_id)

    def readable_stem(self, document_id: int) -> str:
        """What people may call them: olatunji-2025-self-tuning-graphs. The number where nothing
        was read; another document may have the same."""
        return readable_stem(self.paper(document_id) or {}) or self.file_stem(document_id)

    def papers(
        self, document_ids: Iterable[int] | None = None
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """The papers of all documents that were read, or of these, in their order, as `paper` has
        them, with their numbers."""
        return iterate_papers(self.catalogue, document_ids)

    def changes(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        after: tuple[int, int] = (0, 0),
        within: tuple[str, str] | None = None,
        only_read: bool = False,
        limit: int = 100,
    ) -> list[ChangedDocument]:
        """Documents that came, changed or went, in that order: between two times, behind the
        revision and number of the last one, of one host, kind or language (`within` has both)."""
        wanted = WantedChanges(since, until, after, within, only_read)
        return list_changes(self.catalogue.alias, wanted, limit)

    def change(self, document_id: int) -> ChangedDocument | None:
        """When a document changed last, or went; None for one that never was."""
        return find_change(self.catalogue.alias, document_id)

    def first_change(self) -> datetime | None:
        """Since when changes are noted with their time."""
        return first_change(self.catalogue.alias)

    def values_of(self, column: str, *, after: str = "", limit: int = 100) -> list[str]:
        """The hosts, kinds or languages that documents have, in the order of letters."""
        return list_values(self.catalogue.alias, column, after=after, limit=limit)

    def paper(self, document_id: int) -> dict[str, Any] | None:
        """What was read out of a document, as JSON, with its `id`, `sha1` and `url`."""
        return find_paper(self.catalogue, document_id)

    def summaries(self, document_ids: Collection[int]) -> dict[int, PaperSummary]:
        """Some hundreds of documents in a line each, by number; those that are not there are left
        out."""
        return find_summaries(self.catalogue.alias, document_ids)

    def list_summaries(self, *, after: int = 0, limit: int = 100) -> list[PaperSummary]:
        """The documents behind a number, in a line each."""
        return list_summaries(self.catalogue.alias, after=after, limit=limit)

    def provenance(self, document_id: int) -> dict[str, Any] | None:
        """The way back from what was read to document, capture and record, as JSON."""
        return trace_document(self.catalogue, document_id)

    def judge(self, files: Iterable[str | Path]) -> Iterator[dict[str, Any]]:
        """What every stage says about files, with the settings of this library. Nothing is
        kept."""
        return without_library.judge(map(Path, files), self.settings)

    def extract(
        self, files: Iterable[str | Path], *, reuse: bool | None = None
    ) -> Iterator[dict[str, Any]]:
        """Papers read out of files, as JSON, with the settings of this library. What it has read of
        a near-copy is taken over, unless `reuse` or the settings say no. Nothing is kept; `reread`
        is for the documents of the library."""
        settings = self.settings.with_values("duplicates", reuse=reuse)
        return without_library.extract(map(Path, files), settings, self.folder)

    def reread(
        self,
        which: str = Which.UNREAD,
        *,
        reuse: bool | None = None,
        wait: bool = False,
        report: Callable[[RereadReport], None] = lambda done: None,
    ) -> RereadReport:
        """Read the documents of the library that are "unread", the "outdated" ones too, or "all".
        Without `reuse`, as the settings say whether a near-copy is read by itself."""
        if which not in list(Which):
            words = ", ".join(f'"{each}"' for each in Which)
            raise UsageError(f"{which!r}: it must be one of {words}.")
        chosen = Which(which)
        with self.writing("a rereading", wait=wait):
            self.history.note("papers.reread", chosen)
            settings = self.settings.with_values("duplicates", reuse=reuse)
            return read_library(self.catalogue, settings, self.folder, chosen, report)

    def write_papers(
        self,
        format: str = "json",  # noqa: A002
        document_ids: Iterable[int] | None = None,
        *,
        references: bool = False,
        change: Callable[[dict[str, Any]], dict[str, Any]] = lambda paper: paper,
    ) -> Iterator[str]:
        """All papers, or these in their order, as one text in a format, piece by piece: JSON lines,
        one bibliography, one table. `change` says what of each is written."""
        papers = ((number, change(paper)) for number, paper in self.papers(document_ids))
        return stream_papers(papers, find_format(format), references=references)

    def export(
        self,
        format: str = "json",  # noqa: A002
        *,
        references: bool = False,
        query: str | None = None,
        filters: Mapping[str, Sequence[str]] | None = None,
    ) -> Iterator[tuple[int, str]]:
        """Every paper in a format, with the number of its document; or those that a search finds,
        in its order."""
        found = self.find_papers(query, filters=filters)
        return export(found, format, references=references)

    def find_papers(
        self,
        query: str | None = None,
        *,
        filters: Mapping[str, Sequence[str]] | None = None,
        sort: str = Sort.RELEVANCE,
        limit: int | None = None,
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """All papers by number, or all that a search finds in its order, as `paper` has them."""
        if query is None and not filters:
            return self.papers()
        return self.papers(self.find_all(query or "*", filters=filters, sort=sort, most=limit))

    # -- look after --------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """What the library holds, in numbers."""
        behind, outcomes = self.index_is_behind(), self.run_log.all_outcomes()
        return {
            "library": str(self.folder),
            **self._counts(outcomes),
            **self.catalogue.holdings(),
            "outcomes": outcomes,
            "groups": count_groups(outcomes),
            "index_is_current": not behind,
            "index_is_behind": behind,
            "jobs": self.jobs.count_by_state(),
        }

    def counts(self) -> dict[str, int]:
        """How many documents, papers, captures and runs there are: the quick part of `status`."""
        return self._counts(self.run_log.all_outcomes())

    def _counts(self, outcomes: dict[str, int]) -> dict[str, int]:
        counts = self.catalogue.counts()
        runs = counts.pop("runs")
        return {**counts, "captures": sum(outcomes.values()), "runs": runs}

    def growth(self) -> dict[str, int]:
        """How many documents were captured in each month (2024-05), the first first."""
        alias = self.catalogue.alias
        return dict(self.catalogue.remember("growth", lambda: count_by_month(alias)))

    @property
    def overview(self) -> Overview:
        """The library at a glance: growth, coverage, hosts, disk."""
        file = sqlite_path(self.settings.deposit.database, self.folder)
        return Overview(self.catalogue, self.folder, file)

    def languages(self) -> dict[str, int]:
        """How many documents are in each language, by its code, the most frequent first."""
        return self.catalogue.languages()

    def count_behind(self) -> None:
        """From now on counts that take long may be those before the last change, and are brought up
        to date by a thread: for who serves pages, where nobody is to wait for them."""
        self.catalogue.memory.may_be_old = True

    def is_counted(self, what: str, count: Callable[[], object]) -> bool:
        """Whether `count` can be called without a wait: it was since the library was opened, and
        what it counts is remembered. If not, a thread begins to."""
        if self.catalogue.last_number() < SMALL:
            return True

        def is_done() -> bool:
            count()
            return True

        found = self.catalogue.memory.get_soon(("is counted", what), None, is_done)
        return found is not None

    def warm_counts(self) -> None:
        """Count what pages show, in a thread of its own; what is wrong is told to who asks."""
        try:
            with suppress(Exception):
                self.is_counted("status", self.status)
        finally:
            close_in_thread(self.catalogue.alias)

    def revision(self) -> int:
        """Grows with every change of the catalogue."""
        return self.catalogue.revision()

    def verify(
        self,
        report: Callable[[int], None] = lambda count: None,
        *,
        repair: bool = False,
        dry_run: bool = False,
        wait: bool = False,
    ) -> VerifyReport:
        """Check files against rows, both ways. With `repair`, mend what can be mended; with
        `dry_run` too, only say what would be done."""
        if not repair:
            return check_library(self.catalogue, report)
        with nullcontext() if dry_run else self.writing("a repair", wait=wait):
            if not dry_run:
                self.history.note("library.repair", "")
            return repairing.repair(
                self.catalogue, self.settings, self._folders, report, dry_run=dry_run
            )

    def backup(
        self,
        target: str | Path,
        *,
        wait: bool = False,
        report: Callable[[BackupReport], None] = lambda done: None,
    ) -> BackupReport:
        """Copy the library to another folder, where it is a library too; the next time only what
        has changed. Others read meanwhile, and write, but for the last part of it."""
        hold = partial(self.writing, "a backup", wait=wait)
        with hold():  # now, rather than after hours of copying
            pass
        database = self.settings.deposit.database
        done = Backup(self.folder, Path(target), database, report).make(hold)
        self.history.note("library.backup", done.target, after=done.as_json())
        return done

    def runs(self) -> Iterator[RunInfo]:
        """Every run, the latest first. One that was cut off is `interrupted`."""
        return (with_true_state(run, self.folder) for run in self.run_log.runs())

    def run(self, number: int) -> RunInfo | None:
        """A run by its number, as `runs` has it."""
        found = self.run_log.get(number)
        return None if found is None else with_true_state(found, self.folder)

    def captures(
        self,
        run: int,
        outcomes: Collection[Outcome] = (),
        *,
        limit: int | None = None,
        after: int = 0,
    ) -> Iterator[CaptureInfo]:
        """The captures of a run with their outcomes and reasons: all, or those that ended so; so
        many at the most, and only those behind the one with the id `after`."""
        return self.run_log.captures(run, outcomes, limit, after)

    def hubs(
        self, *, host: str | None = None, sort: str = "documents", limit: int | None = None,
        offset: int = 0,
    ) -> Iterator[Hub]:  # fmt: skip
        """Pages that lead to documents: by documents, links, time or url; of a host and below."""
        alias, order = self.catalogue.alias, hub_order(sort)
        if limit is None or order is not HubOrder.DOCUMENTS:
            return list_hubs(alias, host=host, order=order, limit=limit, offset=offset)
        numbers = self.catalogue.remember(("hubs", host), lambda: order_hubs(alias, host))
        return find_hubs(alias, numbers[offset : offset + limit])

    def count_hubs(self, *, host: str | None = None) -> int:
        """How many hubs there are."""
        alias = self.catalogue.alias
        return self.catalogue.remember(
            ("count of hubs", host), lambda: count_hubs(alias, host=host)
        )

    def pages(
        self, *, kind: str | None = None, host: str | None = None, limit: int | None = None,
        offset: int = 0,
    ) -> Iterator[PageInfo]:  # fmt: skip
        """Pages worth finding that are no documents, as they came: of a kind (article, homepage,
        hub, other), of a host and below."""
        return self.catalogue.pages(kind=kind, host=host, limit=limit, offset=offset)

    def page(self, page_id: int) -> PageInfo | None:
        """A page by its number."""
        return self.catalogue.page(page_id)

    def count_pages(self, *, kind: str | None = None, host: str | None = None) -> int:
        """How many pages there are."""
        return self.catalogue.count_pages(kind=kind, host=host)

    def page_content(self, page_id: int) -> PageText | None:
        """What a page says, read where it stands; None where there is no such page. Where it
        cannot be read, its `problem` says why."""
        page = self.page(page_id)
        with self.page_texts() as texts:
            return None if page is None else texts.read(page)

    def page_texts(self) -> PageTexts:
        """The reader of what pages say; one for each thread."""
        return PageTexts(self.folder)

    def crawl_run(self, name: str) -> RunInfo | None:
        """The run that imports what a crawl brings; None where there is none, or it was undone."""
        found = self.run_log.of_crawl(name)
        return None if found is None else with_true_state(found, self.folder)

    def undo(self, run: int, *, dry_run: bool = False, wait: bool = False) -> UndoReport:
        """Take a run back, and out of the index too. One that was cut off before the index is
        finished by the same call."""
        undo = Undo(self.catalogue, self._folders.replaced)
        if undo.was_carried_out(run) and self.index_is_behind() and is_usable(self.index_folder):
            if not dry_run:
                self.index()
            return UndoReport(run, removed=0, restored=0)
        if dry_run:
            return undo.check(run)
        with self.writing(f"the undoing of run {run}", wait=wait):
            done = undo.carry_out(run)
            taken = {"removed": done.removed, "restored": done.restored}
            self.history.note("run.undo", f"run {run}", after=taken)
        self._index_if_usable()
        return done

    def users(self) -> list[UserInfo]:
        """Who may log in to what `sheaf serve` shows."""
        return self._users.all()

    def add_user(self, name: str, password: str | None, role: str | None = None) -> UserInfo:
        """Let somebody log in: as viewer, librarian or admin. The first user is an admin, others
        are librarians where nothing is said. Who has no password yet gets one later."""
        return self._users.add(name, password, None if role is None else Role(role))

    def set_password(self, name: str, password: str) -> None:
        """Give a user a new password; wherever the user is logged in, that ends."""
        self._users.set_password(name, password)

    def set_role(self, name: str, role: str) -> None:
        """Let a user do more, or less: viewer, librarian, admin. The last admin stays one."""
        self._users.set_role(name, Role(role))

    def end_sessions(self, name: str) -> None:
        """Log a user out everywhere."""
        self._users.end_sessions(name)

    def remove_user(self, name: str) -> None:
        """Let somebody log in no longer. The last admin stays."""
        self._users.remove(name)

    @property
    def _users(self) -> Users:
        return Users(self.catalogue.alias, self.history.note)

    @property
    def keys(self) -> ApiKeys:
        """API keys: what programs show instead of a password."""
        return ApiKeys(self.catalogue.alias, self.history.note)

    @property
    def history(self) -> History:
        """Who changed what, when and by what way."""
        return History(self.catalogue.alias)

    @property
    def database_alias(self) -> str:
        """Under which Django knows the database of this library."""
        return self.catalogue.alias

    def can_write_catalogue(self) -> bool:
        """Whether rows can be written. A catalogue on a server is taken to be writable: where it is
        not, the server says so."""
        path = sqlite_path(self.settings.deposit.database, self.folder)
        return path is None or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))

    @contextmanager
    def writing(self, purpose: str, *, wait: bool = False) -> Iterator[None]:
        """Hold the library for writing, with whatever a killed process left settled first."""
        with (
            writing(self.folder, self.catalogue.alias, purpose, wait=wait),
            catalogue_errors(purpose),
        ):
            self._depositor.recover()
            yield

    @property
    def _folders(self) -> Folders:
        return Folders(self.folder)

    @cached_property
    def _depositor(self) -> Depositor:
        return self._make_depositor(RowWriter)

    def _make_depositor(self, make_rows: Callable[[str, int], RowWriter]) -> Depositor:
        return Depositor(
            self.catalogue,
            self._folders,
            keep_replaced=self.settings.deposit.keep_replaced,
            hub_finder=HubFinder(self.settings.crawl.hubs.pattern),
            pages=self.settings.deposit.pages,
            make_rows=make_rows,
        )


def _take_apart(name: str) -> dict[str, Any]:
    return asdict(read_person(name))


def judge(files: Iterable[Path], library: Path | None = None) -> Iterator[dict[str, Any]]:
    """What every stage says about files, in their order, with the settings of a library, or the
    defaults. No catalogue is opened."""
    return without_library.judge(files, settings_of(library))


def extract_files(
    files: Iterable[Path], library: Path | None = None, *, reuse: bool | None = None
) -> Iterator[dict[str, Any]]:
    """Papers read out of files, in their order, with the settings of a library, or the defaults.
    What cannot be read says so in its provenance. What the library has read of a near-copy is taken
    over, unless `reuse` or its settings say no. No catalogue is opened."""
    settings = settings_of(library).with_values("duplicates", reuse=reuse)
    return without_library.extract(files, settings, library)


def crawls_in(folder: Path | None) -> Crawls:
    """The crawls of the library in a folder, for those who need no more of it: its catalogue,
    which may be on another machine, is not opened. Without a library there is no crawl, but what
    a profile says of a URL can be asked."""
    from sheaf.acquire.crawl.control.crawls import Crawls  # brings a web client along

    settings = settings_of(folder)
    note = note_nothing if folder is None else partial(_note_in, folder)
    find = _blacklist_loader(folder, settings)
    return Crawls(folder and folder.absolute(), settings, find, note)


def _note_in(folder: Path, action: str, target: str, **values: Any) -> None:
    """An order to a crawl is obeyed whether or not its catalogue, which may be on another machine,
    can be written just now."""
    try:
        with Library.open(folder) as library:
            library.history.note(action, target, **values)
    except SheafError as problem:
        say_not_noted(str(problem))


def _blacklist_loader(
    folder: Path | None, settings: Settings
) -> Callable[[Sequence[str]], Callable[[str], str | None]]:
    place, given = folder or Path(), settings.curate.blacklist
    return lambda files: (
        Blacklist.load(*blacklist_files(place, given), *files, folder=place, is_bounded=True).find
    )


def show_settings(folder: Path | None) -> tuple[Settings, list[Mistake]]:
    """What holds in a library, or without one, and what is wrong with it. The settings of a crawl
    are those of one that has no other profile than the default."""
    chosen, mistakes = settings.load_with_mistakes(folder)
    return with_default_profile(chosen), mistakes


def serve_in_browser(folder: Path, *, host: str | None = None, port: int | None = None) -> None:
    """Serve search and console of a library until stopped; says where on the terminal."""
    from sheaf.web.serving import serve

    chosen = settings.load(folder.absolute()).with_values("web", host=host, port=port).web
    serve(folder.absolute(), chosen.host, chosen.port, print_address)


def serve_extractor(*, host: str | None = None, port: int | None = None) -> None:
    """Serve the extraction service without a library until stopped; says where on the terminal."""
    from sheaf.web.serving import serve_alone

    chosen = settings.load_defaults().with_values("web", host=host, port=port)
    serve_alone(chosen, chosen.web.host, chosen.web.port, lambda url: print_address(url, None))


def serve_assistants(
    folder: Path, *, http: bool = False, host: str = "127.0.0.1", port: int = 8643
) -> None:
    """Answer the Model Context Protocol: one client by stdio, or any by HTTP, until stopped."""
    try:
        from sheaf.web.mcp import server
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] == "sheaf":
            raise
        raise MissingPartError(
            "A server for assistants needs the package mcp.",
            "Install it: pip install 'sheaf[mcp]'",
        ) from None
    if http:
        server.serve_http(folder.absolute(), host, port, print_mcp_address)
    else:
        server.serve_stdio(folder.absolute())
