import random
import time
import tracemalloc
from itertools import islice
from urllib.parse import urlsplit

from sheaf.world import World
from world.walker import Walker


def test_a_million_pages_take_no_time_and_no_memory_to_plan():
    tracemalloc.start()
    started = time.perf_counter()
    world = World(1, 1_000_000)
    assert time.perf_counter() - started < 0.2
    assert world.respond("www.commons.test", "/").status == 200
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000


def test_far_pages_are_found_quickly():
    world = World(1, 1_000_000)
    rng = random.Random(1)
    cards = [world.paper(rng.randrange(world.paper_count)).card for _ in range(10)]
    started = time.perf_counter()
    for card in cards:
        lead = card.authors[0]
        for url in (card.landing_url, card.volume.url, lead.home, f"{lead.home}publications.html"):
            parts = urlsplit(url)
            response = world.respond(parts.hostname, parts.path)
            assert response.status == 200
            assert lead.name.family.split("'")[0].encode() in response.body or url == lead.home
    assert (time.perf_counter() - started) / 40 < 0.1


def test_memory_stays_bounded_while_pages_are_made():
    world = World(2, 1_000_000)
    walker = Walker(world)
    rng = random.Random(2)

    def visit(count):
        for _ in range(count):
            walker.fetch(world.paper(rng.randrange(world.paper_count)).card.landing_url)

    visit(200)
    tracemalloc.start()
    visit(30)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 6_000_000
    known = world._realm.papers.card.cache_info()
    assert known.currsize <= known.maxsize <= 5000


def test_far_parts_of_the_directories_are_near_the_portal():
    """From any page of a long directory the links lead back to half its number: depth is small."""
    world = World(1, 1_000_000)
    walker = Walker(world)
    url = f"http://www.commons.test/universities/{world._portal.universities.pages}.html"
    parents = {each.url: each.via for each in islice(world._portal.resources(), 400)}
    hops = 0
    while url != world.seeds[0]:
        assert walker.fetch(url).status == 200
        url, hops = parents[url], hops + 1
    assert hops <= 8


def test_a_person_lists_every_paper_and_every_paper_its_people():
    world = World(5, 50_000)
    papers = world._realm.papers
    for number in range(0, world.paper_count, 997):
        card = papers.card(number)
        for author in card.authors:
            assert number in [each.number for each in papers.written_by(author)]


def test_a_volume_holds_the_papers_that_say_so():
    plan = World(6, 50_000)._realm.plan
    for number in range(0, plan.papers, 499):
        volume, place = plan.place_of(number)
        assert plan.papers_in_volume(plan.field_of(number), volume)[place] == number


def test_host_names_lead_back_to_their_sites():
    world = World(8, 200_000)
    for host in islice(world.hosts, 0, None, 211):
        assert world._site(host).host == host
