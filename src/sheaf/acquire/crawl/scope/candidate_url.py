"""What is known of a URL when the rules are asked about it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

from sheaf.urls import host_of

LINK, EMBED, REDIRECT, SPECULATIVE, PREREQUISITE = "L", "E", "R", "X", "P"


@dataclass(slots=True, eq=False)
class CandidateUrl:
    """What rules know of a URL. Host and path are lazy, for every link of every page is one.

    `hops` is the path from the seed in Heritrix's letters, with the letter of the last hop: L a
    link, E an embedded page or picture, R a redirect, P something that must come first
    (robots.txt), X a link that leaves the crawl's hosts on the strength of a promise.
    `mime_type`, `size` and `is_hub` are None until they are known. A rehearsal is counted by no
    trap: somebody only wants to know the verdict.
    """

    url: str
    _: KW_ONLY
    depth: int = 0
    hops: str = ""
    via: str | None = None
    anchor_text: str = ""
    mime_type: str | None = None
    size: int | None = None
    is_hub: bool | None = None
    is_rehearsal: bool = False
    _host: str | None = field(default=None, init=False)
    _path: str | None = field(default=None, init=False)

    @property
    def host(self) -> str:
        if self._host is None:
            self._host = host_of(self.url)
        return self._host

    @property
    def path(self) -> str:
        if self._path is None:
            # By hand, for urlsplit takes ten times as long; a URL of the web has its two slashes.
            at = self.url.find("/", self.url.find("//") + 2)
            self._path = self.url[at:].partition("?")[0] if at >= 0 else "/"
        return self._path

    @property
    def path_depth(self) -> int:
        """Segments of the path: /a/b/c.html has three."""
        return sum(map(bool, self.path.split("/")))

    @property
    def is_seed(self) -> bool:
        return not self.hops

    @property
    def is_seed_redirect(self) -> bool:
        """Where a seed leads by redirects alone."""
        return bool(self.hops) and not self.hops.strip(REDIRECT)

    def transclusion_hops(self) -> tuple[int, int]:
        """Hops since the last link, and how many of them were speculative."""
        tail = self.hops[self.hops.rfind(LINK) + 1 :]
        return len(tail), tail.count(SPECULATIVE)

    def off_site_hops(self) -> int:
        """Promises followed in a row, this one included."""
        last = self.hops[-1:]
        is_step = last in {LINK, EMBED}
        before = self.hops[:-1] if is_step else self.hops
        tail = before[before.rfind(LINK) + 1 :]
        return tail.count(SPECULATIVE) + is_step
