"""The counters of the CDI middleware (Table 1 of its paper), as sums over our outcomes.

Every outcome stands in exactly one leaf; `all`, `filtered` and `failed` are sums of leaves.
`saved_Updated`, `saved_WithoutDatabase`, `saved_SameContent`, `filtered_Status`, `unpacked`,
`failed_Unpack` and `failed_Other` are ours.
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
    "failed_Unpack": (Outcome.BOMB,),
    "failed_Other": (Outcome.FAILED,),
}  # fmt: skip


def legacy_counters(outcomes: Mapping[str, int]) -> dict[str, int]:
    leaves = {
        name: sum(outcomes.get(one.value, 0) for one in members) for name, members in LEAVES.items()
    }
    totals = {
        total: sum(number for name, number in leaves.items() if name.startswith(f"{total}_"))
        for total in ("filtered", "failed")
    }
    return {"all": sum(leaves.values()), **totals, **leaves}
