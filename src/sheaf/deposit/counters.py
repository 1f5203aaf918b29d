"""The counters of the CDI middleware (Table 1 of its paper), as sums over our outcomes.

Every outcome stands in exactly one leaf; `all`, `filtered` and `failed` are sums of leaves. The
table names nine counters, TABLE_1 here. It has no place for some of what we tell apart, so the
others in MEANINGS are ours or come from the middleware's code.

The middleware counts as `failed` what we call unusable, too: so these are shown only where
somebody asks for them, and what failed is told by `OUTCOME_GROUPS` in records.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheaf.records import Outcome

LEAVES: dict[str, tuple[Outcome, ...]] = {
    "saved_New": (Outcome.NEW,),
    "saved_Updated": (Outcome.UPDATED,),
    "saved_WithoutDatabase": (Outcome.SAVED,),
    "saved_Duplicate": (Outcome.DUPLICATE_URL,),
    "saved_SameContent": (Outcome.DUPLICATE_CONTENT,),
    "unpacked": (Outcome.UNPACKED,),
    "filtered_Status": (Outcome.BAD_STATUS,),
    "filtered_URLFilter": (Outcome.BLACKLISTED,),
    "filtered_MTF": (Outcome.UNWANTED_TYPE, Outcome.NOT_WHAT_IT_CLAIMS),
    "filtered_DCF": (Outcome.NOT_ACADEMIC,),
    "failed_TextExtract": (
        Outcome.ENCRYPTED, Outcome.UNREADABLE_TEXT, Outcome.EMPTY, Outcome.DAMAGED,
        Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY,
    ),
    "failed_FileNotFound": (Outcome.MISSING_BYTES,),
    "failed_PDFFileNotFound": (Outcome.NOTHING_INSIDE,),
    "failed_Unpack": (Outcome.BOMB,),
    "failed_Other": (Outcome.UNFORESEEN,),
}  # fmt: skip

# Every counter, in the order in which it is shown.
MEANINGS: dict[str, str] = {
    "all": "every capture, and every member of a container",
    "saved_New": "new documents saved",
    "saved_Updated": "new versions of known documents saved",
    "saved_WithoutDatabase": "documents saved apart, without the catalogue",
    "saved_Duplicate": "URLs that were known",
    "saved_SameContent": "other URLs of bytes that were known",
    "unpacked": "containers; what was in them is counted for itself",
    "filtered": "all that was filtered out",
    "filtered_Status": "filtered out by HTTP status",
    "filtered_URLFilter": "filtered out by a blacklist",
    "filtered_MTF": "filtered out by type",
    "filtered_DCF": "filtered out by content: not academic",
    "failed": "the sum of those below, some of them judgements",
    "failed_TextExtract": "no text could be read",
    "failed_FileNotFound": "the bytes were not found",
    "failed_PDFFileNotFound": "containers with no wanted document in them",
    "failed_Unpack": "containers that would unpack beyond the limits",
    "failed_Other": "errors that were not foreseen",
}
TABLE_1 = frozenset({
    "all", "saved_New", "saved_Duplicate", "filtered", "filtered_MTF", "filtered_DCF",
    "failed_TextExtract", "failed_FileNotFound", "failed_PDFFileNotFound",
})  # fmt: skip


def legacy_counters(outcomes: Mapping[str, int]) -> dict[str, int]:
    """All counters in the order of MEANINGS, those at 0 too."""
    found = {
        name: sum(outcomes.get(one.value, 0) for one in members) for name, members in LEAVES.items()
    }
    sums = {
        total: sum(number for name, number in found.items() if name.startswith(f"{total}_"))
        for total in ("filtered", "failed")
    }
    found = {"all": sum(found.values()), **sums, **found}
    return {name: found[name] for name in MEANINGS}
