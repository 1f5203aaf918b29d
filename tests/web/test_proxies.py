"""Who asks, as the server tells the application: trusted proxies are believed, others are not."""

from __future__ import annotations

import pytest

from sheaf.errors import BadSettingError
from sheaf.settings import Settings
from sheaf.web.server.proxies import TrustedProxies, network_of

PROXIES = TrustedProxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"])
VISITOR = "198.51.100.7"


def named(peer: str, forwarded: str = "", scheme: str = "") -> tuple[str, str]:
    said = {"HTTP_X_FORWARDED_FOR": forwarded, "HTTP_X_FORWARDED_PROTO": scheme}
    environ = {"REMOTE_ADDR": peer, "wsgi.url_scheme": "http", **said}
    PROXIES.name_visitor(environ)
    assert not any(name.startswith("HTTP_X_FORWARDED") for name in environ)
    return environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "visitor"),
    [
        ("127.0.0.1", VISITOR, VISITOR),
        ("::ffff:127.0.0.1", VISITOR, VISITOR),
        ("127.0.0.1", f"192.0.2.1, {VISITOR}", VISITOR),
        ("127.0.0.1", f"192.0.2.1, {VISITOR}, 10.1.2.3, 2001:db8:ffff::5", VISITOR),
        ("127.0.0.1", f"{VISITOR}:4711", VISITOR),
        ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("127.0.0.1", "10.1.2.3, 10.1.2.4", "10.1.2.3"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "unknown", "127.0.0.1"),
        ("127.0.0.1", f"{VISITOR}, unknown, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", f"{VISITOR}\r\n", VISITOR),
        ("192.0.2.1", VISITOR, "192.0.2.1"),
        ("::ffff:192.0.2.1", VISITOR, "192.0.2.1"),
        ("fe80::1%eth0", VISITOR, "fe80::1"),
    ],
)
def test_the_rightmost_address_that_is_not_trusted_is_the_visitor(
    peer: str, forwarded: str, visitor: str
) -> None:
    assert named(peer, forwarded)[0] == visitor


@pytest.mark.parametrize(
    ("peer", "said", "scheme"),
    [
        ("127.0.0.1", "https", "https"),
        ("127.0.0.1", "HTTPS", "https"),
        ("127.0.0.1", "http", "http"),
        ("127.0.0.1", "https, http", "http"),  # the first is what the visitor sent
        ("127.0.0.1", "gopher", "http"),
        ("192.0.2.1", "https", "http"),
    ],
)
def test_https_is_believed_of_trusted_proxies_only(peer: str, said: str, scheme: str) -> None:
    assert named(peer, "", said)[1] == scheme


def test_a_network_of_ipv6_is_one_visitor_and_an_address_of_ipv4_is() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("proxy.example.org", "no address and no network"),
        ("10.0.0.5/8", "no address and no network"),
        ("0.0.0.0/0", "is everybody"),
        ("::/0", "is everybody"),
    ],
)
def test_only_addresses_and_networks_can_be_trusted(given: str, words: str) -> None:
    with pytest.raises(BadSettingError, match=words):
        Settings().override({"web.trusted_proxies": [given]})
    assert Settings().override({"web.trusted_proxies": "10.0.0.0/8"}).web.trusted_proxies
