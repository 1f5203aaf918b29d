"""Which links promise a paper, wherever they lead: publishers, archives, DOIs, documents."""

from __future__ import annotations

from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field, field_validator

from sheaf.acquire.crawl.scope.patterns import BadPattern, Pattern
from sheaf.acquire.crawl.scope.question import REDIRECT, SPECULATIVE, Question
from sheaf.acquire.host_patterns import Domains
from sheaf.urls import host_of

DOCUMENTS = r"\.(pdf|ps|eps|dvi|docx?|rtf|djvu?)(\.(gz|z|bz2|zip))?$"


class Papers(BaseModel):
    """How a link towards a paper is told from any other."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hosts: tuple[str, ...] = Field(
        (), description="Domains of publishers, archives and resolvers of names (doi.org)."
    )
    path_regex: str = Field(
        DOCUMENTS, description="The path of a document; capitals make no difference."
    )
    words: tuple[str, ...] = Field(
        (), description="Words of which one stands in the text of such a link."
    )

    @field_validator("path_regex")
    @classmethod
    def _is_bounded(cls, value: str) -> str:
        try:
            Pattern(value, ignore_case=True)
        except BadPattern as problem:
            raise ValueError(str(problem)) from None
        return value

    @cached_property
    def _domains(self) -> Domains:
        return Domains(self.hosts)

    @cached_property
    def _pattern(self) -> Pattern | None:
        return Pattern(self.path_regex, ignore_case=True) if self.path_regex else None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word.lower() for word in self.words)

    def promised_by(self, asked: Question) -> bool:
        if asked.host in self._domains or self.is_document(asked.path):
            return True
        if asked.hops.endswith(SPECULATIVE + REDIRECT) or self._is_sent_on(asked):
            return True  # the promise was made before; a resolver of names keeps it so
        words = asked.anchor_text.lower().replace("[", " ").replace("]", " ").split()
        return not self._words.isdisjoint(word.strip(".,:;()") for word in words)

    def _is_sent_on(self, asked: Question) -> bool:
        return asked.hops.endswith(REDIRECT) and host_of(asked.via or "") in self._domains

    def is_document(self, path: str) -> bool:
        return self._pattern is not None and self._pattern.found_in(path)
