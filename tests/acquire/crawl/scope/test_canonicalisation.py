"""When two URLs count as one page: the rules of the 2007 profile, each with its switch."""

from __future__ import annotations

import pytest

from sheaf.acquire.crawl.scope.canonicalisation import RULES, SeenKeys
from sheaf.crawl_settings import Canonicalisation

OFF = dict.fromkeys(RULES, False)
SESSION = "999A9EF028317A82AC83F0FDFE59385A"


def key(url: str, *on: str) -> str:
    return SeenKeys(Canonicalisation(**OFF | dict.fromkeys(on, True))).of(url)


@pytest.mark.parametrize(
    ("rule", "url", "wanted"),
    [
        ("lowercase", "http://a.test/Papers/A.PDF?X=Y", "http://a.test/papers/a.pdf?x=y"),
        ("strip_userinfo", "http://me:secret@a.test/x", "http://a.test/x"),
        ("strip_userinfo", "http://a.test/~me@home", "http://a.test/~me@home"),
        ("strip_www", "http://www.a.test/x", "http://a.test/x"),
        ("strip_www", "https://www2.a.test/?x", "https://a.test/?x"),
        ("strip_www", "http://www.a.test/", "http://www.a.test/"),
        ("strip_www", "http://wwwhere.a.test/x", "http://wwwhere.a.test/x"),
        ("strip_session_ids", f"http://a.test/x?JSESSIONID={SESSION}", "http://a.test/x"),
        ("strip_session_ids", f"http://a.test/x;jsessionid={SESSION}", "http://a.test/x"),
        ("strip_session_ids", f"http://a.test/x;jsessionid={SESSION}?y=1", "http://a.test/x?y=1"),
        ("strip_session_ids", f"http://a.test/x?PHPSESSID={SESSION}&y=1", "http://a.test/x?y=1"),
        ("strip_session_ids", f"http://a.test/x?y=1&sid={SESSION}", "http://a.test/x?y=1&"),
        ("strip_session_ids", "http://a.test/x?sid=7", "http://a.test/x?sid=7"),
        (
            "strip_session_ids",
            "http://a.test/x?ASPSESSIONIDAQBSDSRT=EOHBLBDDPFCLHKPGGKLILNAM&y=1",
            "http://a.test/x?y=1",
        ),
        (
            "strip_session_ids",
            "http://a.test/(S(abcdefghijklmnopqrstuvwx))/page",
            "http://a.test/page",
        ),
        (
            "strip_cf_ids",
            "http://a.test/x?CFID=1169580&CFTOKEN=48630702&d=1",
            "http://a.test/x?d=1",
        ),
        ("fixup_query", "http://a.test/x?", "http://a.test/x"),
        ("fixup_query", "http://a.test/x?&", "http://a.test/x"),
        ("fixup_query", "http://a.test/x?&y=1&", "http://a.test/x?y=1"),
    ],
)
def test_each_rule_does_its_part_and_only_when_it_is_on(rule, url, wanted):
    assert key(url, rule) == wanted
    others = [name for name in RULES if name != rule]
    if wanted != url:
        assert key(url, *others) != wanted or "?" in url
    assert key(wanted, rule) == wanted


def test_together_they_make_one_page_of_many_urls():
    keys = SeenKeys(Canonicalisation(**dict.fromkeys(RULES, True)))
    forms = [
        "http://a.test/x?y=1",
        "http://www.a.test/x?y=1&",
        f"http://www3.A.test/X?y=1&PHPSESSID={SESSION}",
        "http://me@a.test:80/x?CFID=1&CFTOKEN=2&y=1",
    ]
    assert {keys.of(form) for form in forms} == {"http://a.test/x?y=1"}


def test_a_page_that_only_redirects_does_not_hide_the_page():
    keys = SeenKeys(Canonicalisation(**dict.fromkeys(RULES, True)))
    here, there = "http://a.test/Home", "http://www.a.test/home"
    assert keys.of(here) == keys.of(there)
    assert keys.of(there, redirected_from=here) == there
    assert keys.of(there, redirected_from="http://b.test/") == keys.of(here)


def test_what_is_no_url_is_its_own_key():
    assert key("not a url", *RULES) == "not a url"
