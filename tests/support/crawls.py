"""Options of a crawl in few words: settings by their names alone, where these are clear."""

from __future__ import annotations

from dataclasses import fields

from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.crawl_settings import CrawlSettings

OPTIONS = frozenset(option.name for option in fields(CrawlOptions))
SECTIONS = {name: field.annotation.model_fields  # type: ignore[union-attr]
            for name, field in CrawlSettings.model_fields.items()}  # fmt: skip


def crawl_options(**values: object) -> CrawlOptions:
    """name, hosts and so on as they are; min_delay means politeness.min_delay, fetch_bytes
    fetch.bytes."""
    options = {name: value for name, value in values.items() if name in OPTIONS}
    settings = {_whole_name(name): value for name, value in values.items() if name not in OPTIONS}
    return CrawlOptions(settings=settings, **options)  # type: ignore[arg-type]


def _whole_name(name: str) -> str:
    for section, known in SECTIONS.items():
        key = name.removeprefix(f"{section}_")
        if key != name and key in known:
            return f"{section}.{key}"
    (section,) = (section for section, known in SECTIONS.items() if name in known)
    return f"{section}.{name}"
