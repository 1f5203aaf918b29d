"""Hosts and domains whose documents are not wanted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sheaf import urls
from sheaf.errors import BadSettingError
from sheaf.records import Candidate, Dropped, Outcome


@dataclass(frozen=True, slots=True)
class Blacklist:
    """One entry a line: `example.org` blocks the host and everything below it; # comments."""

    domains: frozenset[str]

    @classmethod
    def load(cls, path: Path | None) -> Blacklist:
        if path is None:
            return cls(frozenset())
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except OSError as problem:
            raise BadSettingError(
                f"The blacklist {path} cannot be read: {problem.strerror}."
            ) from None
        entries = (line.split("#", 1)[0].strip().lower().lstrip(".") for line in lines)
        return cls(frozenset(entry for entry in entries if entry))

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        if self.domains:
            labels = urls.host_of(candidate.capture.url).split(".")
            for start in range(len(labels)):
                domain = ".".join(labels[start:])
                if domain in self.domains:
                    return Dropped(Outcome.BLACKLISTED, f"{domain} is on the blacklist")
        return candidate
