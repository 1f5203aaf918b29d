"""A simulated scholarly web, made from a seed, at any size, whose truth is known.

Demo, tests, benchmarks and evaluation crawl it instead of the world outside. See docs/world.md.
"""

from sheaf.world.archive import write_warc
from sheaf.world.citing import Reference
from sheaf.world.papers import Paper
from sheaf.world.response import Response
from sheaf.world.server import WorldServer, serve
from sheaf.world.world import World

__all__ = ["Paper", "Reference", "Response", "World", "WorldServer", "serve", "write_warc"]
