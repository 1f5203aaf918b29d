"""The crawls of a library: `library.crawls` says how they stand, and gives them orders.

Any process may use it, while a crawl runs or after. It needs the library's folder alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sheaf.acquire.crawl import places
from sheaf.acquire.crawl.control import explanation, removal
from sheaf.acquire.crawl.control.explanation import CrawledUrl
from sheaf.acquire.crawl.control.removal import Removed
from sheaf.acquire.crawl.frontier.file import check_is_there
from sheaf.acquire.crawl.frontier.locks import is_being_imported, is_running
from sheaf.acquire.crawl.frontier.orders import Word, add_seeds, give_order
from sheaf.acquire.crawl.frontier.status import HOSTS_LISTED, CrawlStatus, read_status
from sheaf.acquire.crawl.options import CrawlOptions, remembered_options
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.acquire.crawl.scope import Explanation
from sheaf.errors import NotALibraryError, UsageError
from sheaf.settings import Settings

LoadBlacklist = Callable[[Sequence[str]], Callable[[str], str | None]]
# Writes a change down: what was done, with which crawl.
NoteOrder = Callable[..., None]


class Crawls:
    """Crawls are known by their names; one that does not exist is a `UsageError`."""

    def __init__(
        self,
        library: Path | None,
        settings: Settings,
        load_blacklist: LoadBlacklist | None = None,
        note: NoteOrder = lambda action, target, **values: None,
    ) -> None:
        self._library = library
        self._note = note
        self._settings = settings
        # Makes what finds a URL on the library's blacklists and on further files.
        self._load_blacklist = load_blacklist or (lambda files: lambda url: None)

    def names(self) -> list[str]:
        """All crawls of the library, by their names."""
        return [path.stem for path in self._files()]

    def status(self, name: str, *, hosts: int = HOSTS_LISTED) -> CrawlStatus:
        """How a crawl stands, by outcome and by host; `hosts` is how many are listed."""
        return read_status(self.frontier(name), hosts=hosts)

    def is_fetching(self, name: str) -> bool:
        """Whether a run of it is under way. Its frontier is not opened for that."""
        return is_running(self._file(name))

    def add_seeds(self, name: str, urls: Iterable[str]) -> int:
        """Give a crawl more seeds, while it runs or for its next run; how many."""
        seeds = list(urls)
        given = add_seeds(self.frontier(name), seeds)
        self._note("crawl.seeds", name, after={"seeds": seeds})
        return given

    def pause(self, name: str) -> bool:
        """Finish what is in flight, and fetch nothing more until `resume`. This and `resume` say
        whether the crawl is running; where it is not, its next run obeys."""
        return self._order(name, "pause")

    def resume(self, name: str) -> bool:
        """Let a paused crawl go on."""
        return self._order(name, "resume")

    def stop(self, name: str) -> bool:
        """End the run of a crawl in good order; the next run goes on with it. A crawl that is not
        running is a `UsageError`."""
        path = self.frontier(name)
        check_is_there(path)
        if not is_running(path) and is_being_imported(path):
            raise UsageError(
                f"The crawl {name} fetches nothing any more: what came is being imported.",
                "Ctrl-C where it runs, or SIGTERM, ends that too; the next run goes on with it.",
            )
        if not is_running(path):
            raise UsageError(
                f"The crawl {name} is not running, so there is nothing to stop.",
                f"`sheaf crawl pause {name}` keeps its next run from fetching, "
                f"`sheaf crawl remove {name}` removes it.",
            )
        return self._order(name, "stop")

    def remove(self, name: str, *, archives: bool = False, dry_run: bool = False) -> Removed:
        """Remove a crawl that does not run: its frontier and, if asked for, its WARC files. What
        was imported stays. With `dry_run`, only say which files these are."""
        if dry_run:
            return removal.find_parts(self._folder, name, archives=archives)
        removed = removal.remove_crawl(self._folder, name, archives=archives)
        files = {"files": len(removed.files), "bytes": removed.bytes, "archives": archives}
        self._note("crawl.remove", name, before=files)
        return removed

    def explain(
        self,
        url: str,
        profile: str | Path = "scholarly",
        *,
        seeds: Iterable[str] = (),
        hosts: Iterable[str] = (),
        depth: int = 1,
    ) -> Explanation:
        """Which rule of a profile lets a URL in or keeps it out, with this library's settings."""
        chosen = load_profile(profile).with_settings(self._settings.crawl)
        return explanation.explain(
            url,
            chosen,
            seeds=tuple(seeds),
            hosts=tuple(hosts),
            depth=depth,
            find_on_blacklist=self._load_blacklist(chosen.blacklist.files),
        )

    def explain_in(self, name: str, url: str, *, depth: int = 1) -> CrawledUrl:
        """What a crawl that exists makes of a URL: by its own profile, seeds and blacklists, by
        robots.txt, and what became of it. `depth` is for one that it has never seen."""
        frontier = self.frontier(name)
        check_is_there(frontier)
        options = remembered_options(frontier) or CrawlOptions()
        profile = options.choose_profile(self._settings)
        return explanation.explain_in_crawl(
            url, frontier, profile, options, depth=depth,
            find_on_blacklist=self._load_blacklist(options.blacklist_files(profile)),
        )  # fmt: skip

    def frontier(self, name: str) -> Path:
        """The file of a crawl. One that is listed may have any name; others must have a proper
        one, so that a name leads to no other folder."""
        return places.check_frontier(self._file(name))

    def _file(self, name: str) -> Path:
        path = self._folder / "frontier" / f"{name}.db"
        if path.name == f"{name}.db" and path.is_file():
            return path
        return places.frontier_file(self._folder, name)

    def _files(self) -> list[Path]:
        return sorted((self._folder / "frontier").glob("*.db"))

    @property
    def _folder(self) -> Path:
        if self._library is None:
            raise NotALibraryError("There is no library.")
        return self._library

    def _order(self, name: str, word: Word) -> bool:
        path = self.frontier(name)
        give_order(path, word)
        self._note(f"crawl.{word}", name)
        return is_running(path)
