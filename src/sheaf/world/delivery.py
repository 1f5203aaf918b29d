"""How a paper reaches the web: as a plain PDF, gzipped, mislabelled, moved, copied or published."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Delivery:
    """Where copies of a paper are, and how the author's own copy is served."""

    at_home: bool = True
    gzipped: bool = False
    mime_type: str = "application/pdf"
    moved: bool = False  # the author's list still points to the old place
    deposited: bool = False  # an exact copy in the university's repository
    published: bool = False  # a near-copy at the venue

    @property
    def suffix(self) -> str:
        return ".pdf.gz" if self.gzipped else ".pdf"


# Cycled over the papers. Thirteen is coprime to every block size of the plan, so that each person,
# volume and list gets another mixture, and even a small world has nearly all of them.
_CYCLE = (
    Delivery(published=True),
    Delivery(gzipped=True, mime_type="application/x-gzip"),
    Delivery(at_home=False, published=True),
    Delivery(published=True),
    Delivery(mime_type="application/octet-stream"),
    Delivery(deposited=True, published=True),
    Delivery(published=True),
    Delivery(mime_type="text/html"),
    Delivery(moved=True, published=True),
    Delivery(),
    Delivery(published=True),
    Delivery(gzipped=True, mime_type="application/x-gzip", published=True),
    Delivery(deposited=True),
)


def delivery_of(paper: int, seed: int) -> Delivery:
    return _CYCLE[(paper + seed) % len(_CYCLE)]
