"""Serve a world from the command line, or write its truth and its archive to files."""

import argparse
from contextlib import suppress
from pathlib import Path

from sheaf.world import World, serve, write_warc


def main() -> None:
    options = _parser().parse_args()
    world = World(options.seed, options.pages)
    if options.truth:
        world.write_truth(options.truth)
    if options.warc:
        write_warc(world, options.warc, options.limit)
    if options.port is not None or not (options.truth or options.warc):
        _serve(world, options.port or 0)


def _serve(world: World, port: int) -> None:
    with serve(world, port) as server, suppress(KeyboardInterrupt):
        print(f"{world.pages} pages on {server.address}; start at {world.seeds[0]}", flush=True)
        server.wait()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sheaf.world", description=__doc__)
    parser.add_argument("--pages", type=int, default=200, help="about how many URLs (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another world")
    parser.add_argument("--port", type=int, help="serve on 127.0.0.1 at this port (0: a free one)")
    parser.add_argument("--truth", type=Path, help="write what is true of every URL, as JSON lines")
    parser.add_argument("--warc", type=Path, help="write the world as a WARC file")
    parser.add_argument("--limit", type=int, help="at most so many captures in the WARC file")
    return parser


if __name__ == "__main__":
    main()
