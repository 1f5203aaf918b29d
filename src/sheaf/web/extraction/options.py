"""How a file is to be read and told: the parameters of our operations."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import Field

from sheaf.web.extraction.served import served_extraction
from sheaf.web.extraction.telling import tell_reading
from sheaf.workers.service.contract import PaperReading, Part, ReadingWish


class ResultOptions(Schema):
    """How what was read is told."""

    format: str = Field("", max_length=40, description="The name of a format; else by `Accept`.")
    coordinates: bool = Field(False, description="With `places`: boxes on the pages, in points.")


class ExtractionOptions(ResultOptions):
    """How a file is read, too."""

    parts: str = Field(
        "header,references,body",
        pattern="^(header|references|body)(,(header|references|body)){0,2}$",
        description="Which parts are wanted, with commas between; the header comes with each.",
    )
    reextract: bool = Field(False, description="Read it again, whatever is known of it.")
    max_distance: int | None = Field(
        None, ge=0, le=8, description="A near-copy may differ in so many of 64 bits."
    )
    filter: bool = Field(True, description="Refuse what is not taken for a paper.")

    def wish(self) -> ReadingWish:
        parts = frozenset(Part(one) for one in self.parts.split(",")) | {Part.HEADER}
        return ReadingWish(
            parts,
            is_filtered=self.filter,
            reextract=self.reextract,
            max_distance=self.max_distance,
        )


def tell(request: HttpRequest, read: PaperReading, options: ResultOptions) -> HttpResponse:
    places = None
    if options.coordinates:
        places = served_extraction().places(read.sha1, read.paper).places
    return tell_reading(request, read, given=options.format, places=places)
