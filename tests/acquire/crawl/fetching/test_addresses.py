"""The guard: a crawl of the public web cannot be led into a private network."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from acquire.crawl.bench import Bench
from sheaf.acquire.addresses import (
    AddressGuard,
    is_public,
    literal_address,
)
from sheaf.acquire.crawl.fetching.dns import look_up
from sheaf.errors import FetchRefusedError

LOOPBACK_IN_DISGUISE = [
    "127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "017700000001", "127.1", "0",
    "127.0.0.1.", "0x7f.0x0.0x0.0x1", "0x7f.1", "00000177.0.1", "0.0.0.0", "127.255.255.254",
    "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
    "[::]", "[::ffff:0.0.0.0]", "[::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[::ffff:0:7f00:1]",
    # Digits of other scripts and full stops of other kinds are read as plain ones.
    "\uff11\uff12\uff17.0.0.1", "\u2460\u2461\u2466.\u24ea.\u24ea.\u2460",
    "127\u30020\u30020\u30021",
]  # fmt: skip
# Where clouds tell a machine its secrets.
METADATA = [
    "169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518",
    "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]",
    "[2002:a9fe:a9fe::]", "100.100.100.200", "192.0.0.192", "168.63.129.16",
]  # fmt: skip


@pytest.mark.parametrize("host", LOOPBACK_IN_DISGUISE)
def test_this_machine_is_refused_in_every_notation(bench: Bench, host: str) -> None:
    url = f"http://{host}:{bench.web.port}/"
    report = bench.run(url, contact="mailto:a@b.test", resolve={"*": ("127.0.0.1", 1)})
    assert report.outcomes == {"refused_address": 1}
    assert bench.web.arrivals == []


@pytest.mark.parametrize("host", METADATA)
def test_a_machine_s_secrets_are_out_of_reach(bench: Bench, host: str) -> None:
    """As a link, and as the place where a page has moved."""
    bench.web.links("http://a.test/", ["/moved", f"http://{host}/latest/meta-data/"])
    bench.web.redirect("http://a.test/moved", f"http://{host}/moved")
    report = bench.run("http://a.test/", hosts=["*"], contact="mailto:a@b.test")
    assert report.outcomes == {"fetched": 1, "redirect": 1, "refused_address": 2}


@pytest.mark.parametrize("host", ["%31%32%37.0.0.1", "127.0.0.1%00.a.test", "[::1"])
def test_what_is_neither_name_nor_address_leads_nowhere(bench: Bench, host: str) -> None:
    """Some clients would take these for an address after all."""
    port = bench.web.port
    bench.web.redirect("http://a.test/", f"http://{host}:{port}/")
    bench.run("http://a.test/", hosts=["*"], contact="mailto:a@b.test", retries=0)
    assert {arrival.host for arrival in bench.web.arrivals} == {"a.test"}


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f.1", "0177.1", "[::ffff:127.0.0.1]", "localhost"]
)
def test_a_redirect_to_this_machine_is_refused(bench: Bench, host: str) -> None:
    inside = f"http://{host}:{bench.web.port}/"
    bench.web.redirect("http://a.test/", inside)
    report = bench.run("http://a.test/", hosts=["*"])
    assert report.outcomes == {"redirect": 1, "refused_address": 1}
    assert {arrival.host for arrival in bench.web.arrivals} == {"a.test"}


def test_a_redirect_of_robots_txt_to_this_machine_is_refused(bench: Bench) -> None:
    bench.web.redirect("http://a.test/robots.txt", f"http://127.0.0.1:{bench.web.port}/robots.txt")
    report = bench.run("http://a.test/", hosts=["*"], max_delay=0.02)
    assert report.outcomes == {"robots_unavailable": 1}
    assert {arrival.host for arrival in bench.web.arrivals} == {"a.test"}


def test_a_name_that_leads_inside_is_refused(bench: Bench) -> None:
    """localhost is the one such name that every machine knows."""
    report = bench.run(f"http://localhost:{bench.web.port}/", contact="mailto:a@b.test")
    assert report.outcomes == {"refused_address": 1}
    assert bench.web.arrivals == []


def test_allow_private_lets_it_in(bench: Bench) -> None:
    host = f"localhost:{bench.web.port}"
    bench.web.page(f"http://{host}/", "mine")
    assert bench.run(f"http://{host}/", allow_private=True).outcomes == {"fetched": 1}


def test_no_pattern_opens_an_address(bench: Bench) -> None:
    with pytest.raises(FetchRefusedError):
        bench.run(f"http://127.0.0.1:{bench.web.port}/", resolve={"*": ("127.0.0.1", 80)})


def test_without_a_contact_no_link_leads_off_this_machine(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["http://10.0.0.1/", "http://93.184.216.34/"])
    report = bench.run("http://a.test/", hosts=["*"], allow_private=True)
    assert report.outcomes == {"fetched": 1, "refused_address": 2}


def test_a_seed_resolved_to_another_machine_needs_a_contact(bench: Bench) -> None:
    with pytest.raises(FetchRefusedError):
        bench.run("http://a.test/", resolve={"a.test": ("10.0.0.1", 80)})


@pytest.mark.parametrize(
    "address",
    ["10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
     "224.0.0.1", "240.0.0.1", "255.255.255.255", "fe80::1", "fc00::1", "ff02::1", "::",
     "fec0::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "::127.0.0.1",
     "0.1.2.3", "198.18.0.1", "192.0.2.1", "192.0.0.1", "192.88.99.1", "64:ff9b:1::808:808",
     "2001::1", "2001:db8::1", "3fff::1", "100::1", "::ffff:0:a00:1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::808:808"]
)
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("name", ["a.test", "cafe", "0x7f.example", "1.2.3.4.5", ""])
def test_names_are_no_addresses(name: str) -> None:
    assert literal_address(name) is None


@pytest.mark.parametrize("inside", ["10.0.0.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "fd00::1"])
def test_one_private_address_among_public_ones_is_enough(
    monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    inside = str(ip_address(inside))
    answers = [(socket.AF_INET, 1, 6, "", (one, 80)) for one in ("93.184.216.34", inside)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: answers)
    guard = AddressGuard({}, allow_private=False, loopback_only=False)
    route = look_up("rebinding.test", guard, socket.AF_UNSPEC)
    assert inside in route.refusal
    assert route.addresses == ()


def test_the_narrowest_pattern_decides_where_a_name_leads() -> None:
    guard = AddressGuard(
        {"*": ("127.0.0.1", 1), "*.test": ("127.0.0.1", 2), "a.test": ("127.0.0.1", 3)},
        allow_private=False,
        loopback_only=False,
    )
    ports = [guard.override(name)[1] for name in ("a.test", "b.test", "b.example")]
    assert ports == [3, 2, 1]
