"""Which captures are read by workers."""

from sheaf.curate.examination import examine
from sheaf.workers.pool import Pool


def count_readings(patch):
    """The URLs of the captures that workers examine from now on, in a list that grows."""
    urls = []
    submit = Pool.submit

    def note(pool, ticket, *, urgent=False):
        if ticket.function is examine:
            urls.append(ticket.arguments[0].url)
        submit(pool, ticket, urgent=urgent)

    patch.setattr(Pool, "submit", note)
    return urls
