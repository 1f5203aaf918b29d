"""A simulated scholarly web, made from a seed, at any size, whose truth is known.

Demo, tests, benchmarks and evaluation crawl it instead of the world outside. See docs/world.md.
"""

from sheaf.errors import MissingPartError

try:
    import reportlab  # noqa: F401
except ImportError as problem:
    missing = MissingPartError(
        "The simulated web prints its papers with the package reportlab, which is not installed.",
        "Install it: pip install 'sheaf[demo]', or `scripts/setup demo` in a checkout.",
    )
    # `python -m sheaf.world` ends in a traceback, which shows notes.
    missing.add_note(missing.what_to_do)
    raise missing from problem

from sheaf.world.archive import write_warc
from sheaf.world.citing import PrintedReference
from sheaf.world.papers import SimulatedPaper
from sheaf.world.response import Response
from sheaf.world.server import WorldServer, serve
from sheaf.world.world import World

__all__ = [
    "PrintedReference",
    "Response",
    "SimulatedPaper",
    "World",
    "WorldServer",
    "serve",
    "write_warc",
]
