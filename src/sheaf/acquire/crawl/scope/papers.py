"""Which links promise a paper, wherever they lead: publishers, archives, DOIs, documents."""

from __future__ import annotations

from functools import cached_property

from sheaf.acquire.crawl.scope.candidate_url import REDIRECT, SPECULATIVE, CandidateUrl
from sheaf.acquire.host_patterns import DomainSet
from sheaf.crawl_settings import PaperSettings
from sheaf.patterns import Pattern
from sheaf.urls import host_of


class Papers(PaperSettings):
    """Tells a link towards a paper from any other."""

    @cached_property
    def _domains(self) -> DomainSet:
        return DomainSet(self.hosts)

    @cached_property
    def _pattern(self) -> Pattern | None:
        return Pattern(self.path_regex, ignore_case=True) if self.path_regex else None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word.lower() for word in self.words)

    def is_promised_by(self, candidate: CandidateUrl) -> bool:
        if candidate.host in self._domains or self.is_document(candidate.path):
            return True
        if candidate.hops.endswith(SPECULATIVE + REDIRECT) or self._is_sent_on(candidate):
            return True  # the promise was made before; a resolver of names keeps it so
        words = candidate.anchor_text.lower().replace("[", " ").replace("]", " ").split()
        return not self._words.isdisjoint(word.strip(".,:;()") for word in words)

    def _is_sent_on(self, candidate: CandidateUrl) -> bool:
        return candidate.hops.endswith(REDIRECT) and host_of(candidate.via or "") in self._domains

    def is_document(self, path: str) -> bool:
        return self._pattern is not None and self._pattern.found_in(path)
