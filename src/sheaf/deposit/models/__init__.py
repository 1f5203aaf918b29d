"""The tables. Nothing outside deposit/ sees them: the Catalogue speaks in records."""

from sheaf.deposit.database import set_up_django

# Django wants to be set up before a table is described, and whoever imports this first may not
# have thought of it.
set_up_django()

from sheaf.deposit.models.by_hand import (  # noqa: E402
    CollectedPaper,
    Correction,
    DocumentTag,
    PaperCollection,
    PaperReport,
    StateMark,
    VersionStatement,
)
from sheaf.deposit.models.documents import Document, ParentUrl, Removal, RevisionTime, Sequence  # noqa: E402
from sheaf.deposit.models.graph import (  # noqa: E402
    AuthorGroup,
    Authorship,
    Citation,
    Description,
    DescriptionKey,
    FormerWork,
    GraphDocument,
    VenueGroup,
    VenueName,
    Work,
)
from sheaf.deposit.models.hubs import Hub  # noqa: E402
from sheaf.deposit.models.jobs import Job, JobLine, Schedule  # noqa: E402
from sheaf.deposit.models.links import LinkCheck  # noqa: E402
from sheaf.deposit.models.pages import Page, PageRemoval  # noqa: E402
from sheaf.deposit.models.papers import Paper, PaperAuthor, PaperReference  # noqa: E402
from sheaf.deposit.models.rights import ApiKeyRow, HistoryRow, SessionMark  # noqa: E402
from sheaf.deposit.models.runs import CaptureRow, Change, Judgement, Run, Source  # noqa: E402
from sheaf.deposit.models.samples import Sample, SampleMember  # noqa: E402

__all__ = [
    "ApiKeyRow",
    "AuthorGroup",
    "Authorship",
    "CaptureRow",
    "Change",
    "Citation",
    "CollectedPaper",
    "Correction",
    "Description",
    "DescriptionKey",
    "Document",
    "DocumentTag",
    "FormerWork",
    "GraphDocument",
    "HistoryRow",
    "Hub",
    "Job",
    "JobLine",
    "Judgement",
    "LinkCheck",
    "Page",
    "PageRemoval",
    "Paper",
    "PaperAuthor",
    "PaperCollection",
    "PaperReference",
    "PaperReport",
    "ParentUrl",
    "Removal",
    "RevisionTime",
    "Run",
    "Sample",
    "SampleMember",
    "Schedule",
    "Sequence",
    "SessionMark",
    "Source",
    "StateMark",
    "VenueGroup",
    "VenueName",
    "VersionStatement",
    "Work",
]
