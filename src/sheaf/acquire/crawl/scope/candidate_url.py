"""What is known of a URL when the rules are asked about it."""

from __future__ import annotations

from sheaf.urls import host_of

LINK, EMBED, REDIRECT, SPECULATIVE, PREREQUISITE = "L", "E", "R", "X", "P"


class CandidateUrl:
    """A plain class and lazy, for it is made for every link of every page.

    `hops` is the path from the seed in Heritrix's letters, with the letter of the last hop: L a
    link, E an embedded page or picture, R a redirect, P something that must come first
    (robots.txt), X a link that leaves the crawl's hosts on the strength of a promise.
    `mime_type`, `size` and `is_hub` are None until they are known.
    """

    __slots__ = (
        "_host", "_path", "anchor_text", "depth", "hops", "is_hub", "is_rehearsal", "mime_type",
        "size", "url", "via",
    )  # fmt: skip

    def __init__(
        self,
        url: str,
        *,
        depth: int = 0,
        hops: str = "",
        via: str | None = None,
        anchor_text: str = "",
        mime_type: str | None = None,
        size: int | None = None,
        is_hub: bool | None = None,
        is_rehearsal: bool = False,
    ) -> None:
        self.url = url
        self.depth = depth
        self.hops = hops
        self.via = via
        self.anchor_text = anchor_text
        self.mime_type = mime_type
        self.size = size
        self.is_hub = is_hub
        # Nothing is counted: somebody only wants to know.
        self.is_rehearsal = is_rehearsal
        self._host: str | None = None
        self._path: str | None = None

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
