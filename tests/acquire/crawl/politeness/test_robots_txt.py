"""robots.txt by RFC 9309: the cases that Google publishes with its parser, told anew, and more."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf.acquire.crawl.politeness.robots_txt import (
    LONGEST_FILE,
    LONGEST_LINE,
    RobotsTxt,
    product_of,
)

SITE = "http://foo.bar"


def allowed(text: str | bytes, path: str, agent: str = "FooBot") -> bool:
    data = text.encode() if isinstance(text, str) else text
    return RobotsTxt.parse(data, agent).allows(SITE + path)


def for_foobot(*lines: str) -> str:
    return "\n".join(["User-agent: FooBot", *lines])


def test_nothing_said_allows_everything():
    assert allowed("", "/x")
    assert RobotsTxt.parse(b"", "").allows("")
    assert RobotsTxt.parse(b"user-agent: FooBot\ndisallow: /", "").allows("")
    assert not RobotsTxt.parse(b"user-agent: FooBot\ndisallow: /", "FooBot").allows("")


@pytest.mark.parametrize(
    ("text", "is_allowed"),
    [
        ("user-agent: FooBot\ndisallow: /\n", False),
        ("foo: FooBot\nbar: /\n", True),
        ("user-agent FooBot\ndisallow /\n", False),
        ("user-agent\tFooBot\ndisallow\t/\n", False),
        ("user-agent FooBot\ndisallow / really\n", True),
        ("  User-Agent :FooBot  \n\tDisallow :  /  \n", False),
        ("useragent: FooBot\ndisallow: /\n", False),
        ("user agent: FooBot\ndisallow: /\n", False),
    ],
)
def test_a_line_is_a_key_and_a_value(text: str, is_allowed: bool):
    assert allowed(text, "/x/y") is is_allowed


@pytest.mark.parametrize(
    "key", ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw", "DISALLOW"]
)
def test_misspelt_keys_are_understood(key: str):
    assert not allowed(f"User-agent: FooBot\n{key}: /", "/x")


GROUPS = """allow: /foo/bar/

user-agent: FooBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: FooBot
allow: /z/
disallow: /
"""


@pytest.mark.parametrize(
    ("agent", "path", "is_allowed"),
    [
        ("FooBot", "/x/b", True),
        ("FooBot", "/z/d", True),
        ("FooBot", "/y/c", False),
        ("BarBot", "/y/c", True),
        ("BarBot", "/w/a", True),
        ("BarBot", "/z/d", False),
        ("BazBot", "/z/d", True),
        # Rules before the first group are nobody's.
        ("FooBot", "/foo/bar/", False),
        ("BarBot", "/foo/bar/", False),
        ("BazBot", "/foo/bar/", False),
    ],
)
def test_groups_of_one_name_are_one_group(agent: str, path: str, is_allowed: bool):
    assert allowed(GROUPS, path, agent) is is_allowed


@pytest.mark.parametrize(
    "between", ["Sitemap: http://foo.bar/sitemap", "Invalid-Unknown-Line: unknown", "# x", "", "x"]
)
def test_other_lines_do_not_end_a_group(between: str):
    text = f"User-agent: BarBot\n{between}\nUser-agent: *\nDisallow: /\n"
    assert not allowed(text, "/x", "BarBot")
    assert not allowed(text, "/x", "FooBot")


def test_a_crawl_delay_is_a_rule_of_its_group_and_ends_the_names():
    text = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: BadBot\nDisallow: /\n"
    assert allowed(text, "/x")
    assert not allowed(text, "/x", "BadBot")
    assert RobotsTxt.parse(text.encode(), "FooBot").crawl_delay == 10
    assert RobotsTxt.parse(text.encode(), "BadBot").crawl_delay is None


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title, str.swapcase])
def test_keys_are_read_in_any_case(change):
    text = change("user-agent") + ": FooBot\n" + change("allow") + ": /x/\n"
    text += change("disallow") + ": /\n"
    assert allowed(text, "/x/y")
    assert not allowed(text, "/a/b")


@pytest.mark.parametrize("name", ["FOO BAR", "foo bar", "FoO bAr", "Foo/2.1", "foo"])
@pytest.mark.parametrize("agent", ["Foo", "foo", "FOO"])
def test_a_crawlers_name_is_read_in_any_case_up_to_its_end(name: str, agent: str):
    text = f"User-Agent: {name}\nAllow: /x/\nDisallow: /\n"
    assert allowed(text, "/x/y", agent)
    assert not allowed(text, "/a/b", agent)


def test_a_name_is_not_taken_for_a_longer_one():
    text = "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n"
    assert allowed(text, "/x/y", "Foo")
    assert not allowed(text, "/x/y", "Foo Bar")
    assert not allowed(text, "/x/y", "FooBot")
    assert not allowed(text, "/x/y", "Fo")


def test_rules_for_all_count_only_without_rules_by_name():
    text = "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n"
    assert not allowed(text, "/x/y", "FooBot")
    assert allowed(text, "/x/y", "BarBot")
    only_named = "user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\n"
    assert allowed(only_named, "/x/y", "QuxBot")
    hidden = "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n"
    assert allowed(hidden, "/x/page")
    assert not allowed(hidden, "/y/page")
    assert allowed("User-agent: *\nDisallow: /\nUser-agent: FooBot\n", "/x")


def test_a_star_with_more_behind_it_is_still_everyone():
    assert not allowed("User-agent: * baz\nDisallow: /", "/x")
    assert allowed("User-agent: *baz\nDisallow: /", "/x")


def test_paths_are_case_sensitive():
    assert not allowed(for_foobot("disallow: /x/"), "/x/y")
    assert allowed(for_foobot("disallow: /X/"), "/x/y")


@pytest.mark.parametrize(
    ("lines", "path", "is_allowed"),
    [
        (["disallow: /x/page.html", "allow: /x/"], "/x/page.html", False),
        (["allow: /x/page.html", "disallow: /x/"], "/x/page.html", True),
        (["allow: /x/page.html", "disallow: /x/"], "/x/", False),
        (["disallow: ", "allow: "], "/x/page.html", True),
        (["disallow: /", "allow: /"], "/x/page.html", True),
        (["disallow: /x", "allow: /x/"], "/x", False),
        (["disallow: /x", "allow: /x/"], "/x/", True),
        (["disallow: /x/page.html", "allow: /x/page.html"], "/x/page.html", True),
        (["allow: /page", "disallow: /*.html"], "/page.html", False),
        (["allow: /page", "disallow: /*.html"], "/page", True),
        (["allow: /x/page.", "disallow: /*.html"], "/x/page.html", True),
        (["allow: /x/page.", "disallow: /*.html"], "/x/y.html", False),
        (["allow: /p", "disallow: /"], "/page", True),
        (["allow: /folder", "disallow: /folder"], "/folder/page", True),
        (["allow: /page", "disallow: /*.htm"], "/page.htm", False),
        (["allow: /$", "disallow: /"], "/", True),
        (["allow: /$", "disallow: /"], "/page.html", False),
    ],
)
def test_the_longest_rule_decides_and_of_two_alike_the_kinder(lines, path, is_allowed):
    assert allowed(for_foobot(*lines), path) is is_allowed


@pytest.mark.parametrize(
    ("rule", "path", "is_allowed"),
    [
        ("/foo/bar?qux=taz&baz=http://foo.bar?tar&par",
         "/foo/bar?qux=taz&baz=http://foo.bar?tar&par", True),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84", True),
        # URLs come in their canonical form; nothing is encoded here.
        ("/foo/bar/ツ", "/foo/bar/ツ", False),
        ("/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84", True),
        ("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", True),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ", False),
        # The standard decodes what needs no encoding (Google's parser does not).
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", True),
        ("/foo/bar/á", "/foo/bar/%C3%A1", True),
        ("/a%2fb", "/a%2Fb", True),
        ("/a b", "/a%20b", True),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", True),
        ("/path/foo-%24", "/path/foo-$", True),
    ],
)  # fmt: skip
def test_patterns_are_encoded_as_urls_are(rule: str, path: str, is_allowed: bool):
    assert allowed(for_foobot("Disallow: /", f"Allow: {rule}"), path) is is_allowed


def test_bytes_of_any_charset_are_encoded():
    assert not allowed(b"User-agent: FooBot\nDisallow: /caf\xe9", "/caf%E9")


@pytest.mark.parametrize(
    ("lines", "path", "is_allowed"),
    [
        (["Disallow: /foo/bar/quz", "Allow: /foo/*/qux"], "/foo/bar/quz", False),
        (["Disallow: /foo/bar/quz", "Allow: /foo/*/qux"], "/foo/quz", True),
        (["Disallow: /foo/bar/quz", "Allow: /foo/*/qux"], "/foo//quz", True),
        (["Disallow: /foo/bar/quz", "Allow: /foo/*/qux"], "/foo/bax/quz", True),
        (["Disallow: /foo/bar$", "Allow: /foo/bar/qux"], "/foo/bar", False),
        (["Disallow: /foo/bar$", "Allow: /foo/bar/qux"], "/foo/bar/qux", True),
        (["Disallow: /foo/bar$", "Allow: /foo/bar/qux"], "/foo/bar/", True),
        (["Disallow: /foo/bar$", "Allow: /foo/bar/qux"], "/foo/bar/baz", True),
        (["# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"], "/foo/bar", True),
        (["# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"], "/foo/quz", False),
        (["Disallow: /a*$"], "/ab", False),
        (["Disallow: *"], "/ab", False),
        (["Disallow: *.pdf$"], "/ab.pdf", False),
        (["Disallow: *.pdf$"], "/ab.pdf?x", True),
        (["Disallow: /*a*b$"], "/b", True),
        (["Disallow: /*a*b$"], "/xaxbxb", False),
        (["Disallow: /*ab*b$"], "/ab", True),
        (["Disallow: /**x"], "/yx", False),
        (["Disallow: /a$b"], "/a$bc", False),
        (["Disallow: /a$b"], "/a", True),
        (["Disallow: $"], "/", True),
    ],
)
def test_stars_dollars_and_comments(lines, path, is_allowed):
    assert allowed(for_foobot(*lines), path) is is_allowed


def test_an_allowed_index_page_allows_its_folder():
    text = "User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n"
    assert allowed(text, "/allowed-slash/")
    assert not allowed(text, "/allowed-slash/index.htm")
    assert allowed(text, "/allowed-slash/index.html")
    assert not allowed(text, "/anyother-url")


def test_a_line_is_read_up_to_its_longest():
    rest = "/x/" + "a" * (LONGEST_LINE - len("disallow: ") - 3)
    text = for_foobot(f"disallow: {rest}/qux")
    assert allowed(text, "/fux")
    assert not allowed(text, rest + "/fux")
    long_a = "/x/" + "a" * (LONGEST_LINE - len("allow: ") - 3)
    long_b = long_a.replace("a", "b")
    text = for_foobot("disallow: /", f"allow: {long_a}/qux", f"allow: {long_b}/qux")
    assert not allowed(text, "/")
    assert allowed(text, long_a + "/qux")
    assert allowed(text, long_b + "/fux")


DOCUMENTED = {
    "/fish": (
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html",
         "/fish.html?id=anything"],
        ["/bar", "/Fish.asp", "/catfish", "/?id=fish"],
    ),
    "/fish*": (
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html",
         "/fish.html?id=anything"],
        ["/bar", "/Fish.bar", "/catfish", "/?id=fish"],
    ),
    "/fish/": (
        ["/fish/", "/fish/salmon", "/fish/?salmon", "/fish/salmon.html", "/fish/?id=anything"],
        ["/bar", "/fish", "/fish.html", "/Fish/Salmon.html"],
    ),
    "/*.php": (
        ["/filename.php", "/folder/filename.php", "/folder/filename.php?parameters",
         "//folder/any.php.file.html", "/filename.php/", "/index?f=filename.php/"],
        ["/bar", "/php/", "/index?php", "/windows.PHP"],
    ),
    "/*.php$": (
        ["/filename.php", "/folder/filename.php"],
        ["/bar", "/filename.php?parameters", "/filename.php/", "/filename.php5", "/php/",
         "/filename?php", "/aaaphpaaa", "//windows.PHP"],
    ),
    "/fish*.php": (
        ["/fish.php", "/fishheads/catfish.php?parameters"],
        ["/bar", "/Fish.PHP"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", DOCUMENTED)
def test_the_examples_of_the_documentation(rule: str):
    yes, no = DOCUMENTED[rule]
    text = for_foobot("disallow: /", f"allow: {rule}")
    assert [path for path in yes if not allowed(text, path)] == []
    assert [path for path in no if allowed(text, path)] == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_way(end: str):
    lines = ["User-Agent: foo", "Allow: /some/path", "User-Agent: bar", "", "", "Disallow: /"]
    for last in ("", end):
        rules = RobotsTxt.parse((end.join(lines) + last).encode(), "bar")
        rule = rules.rule_for(f"{SITE}/x")
        assert rule
        assert rule.line == 6


def test_lines_that_end_in_different_ways_are_counted():
    text = b"User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\rDisallow: /\r\n"
    rule = RobotsTxt.parse(text, "bar").rule_for(f"{SITE}/x")
    assert rule
    assert rule.line == 6


@pytest.mark.parametrize(
    ("name", "agent", "is_named"),
    [
        ("Foobot", "foobot", True),
        ("Foobot-Bar", "foobot-bar", True),
        ("Foo_Bar", "foo_bar", True),
        ("Foobot-Bar", "foobot", False),
        ("Foobot*", "foobot", True),
        (" Foobot ", "foobot", True),
        ("Foobot/2.1 (x)", "foobot", True),
        ("\u30c4", "\u30c4", False),
        ("", "foobot", False),
        ("/Foobot", "foobot", False),
    ],
)
def test_a_name_has_letters_dashes_and_underscores(name: str, agent: str, is_named: bool):
    assert allowed(f"User-agent: {name}\nDisallow: /", "/x", agent) is not is_named


def test_a_group_without_rules_is_a_group():
    text = "User-agent: FooBot\n\nUser-agent: *\nDisallow: /\n"
    # Names in a row share what follows, however many lines are between them.
    assert not allowed(text, "/x", "FooBot")
    text = "User-agent: FooBot\nDisallow:\n\nUser-agent: *\nDisallow: /\n"
    assert allowed(text, "/x", "FooBot")
    assert not allowed(text, "/x", "BarBot")


@pytest.mark.parametrize(
    ("lines", "path", "is_allowed"),
    [
        # A rule that does not begin with a slash, and rules about the query.
        (["Disallow: foo"], "/foo", True),
        (["Disallow: /*?"], "/foo?x", False),
        (["Disallow: /*?"], "/foo", True),
        (["Disallow: /foo?"], "/foo", True),
        (["Disallow: /*?$"], "/foo?", False),
        (["Disallow: /*?$"], "/foo?x", True),
        (["Disallow: /*/private/"], "/a/private/b", False),
        (["Disallow: /*/private/"], "/private/b", True),
        (["Allow: /*", "Disallow: /x"], "/x", True),
        (["Allow: *", "Disallow: /x"], "/x", False),
        (["Allow: /x*", "Disallow: /x/y"], "/x/y", False),
        (["Disallow: /index.html", "Allow: /"], "/", True),
        (["Disallow: /x/;"], "/x/;y", False),
        (["Disallow: /~ada"], "/%7Eada/", True),
    ],
)
def test_more_ways_to_write_a_rule(lines, path, is_allowed):
    assert allowed(for_foobot(*lines), path) is is_allowed


@pytest.mark.parametrize(
    ("mark", "is_allowed"),
    [
        (b"\xef\xbb\xbf", False),
        (b"\xef\xbb", False),
        (b"\xef", False),
        (b"\xef\x11\xbf", True),
    ],
)
def test_a_byte_order_mark_is_skipped(mark: bytes, is_allowed: bool):
    assert allowed(mark + b"User-Agent: FooBot\nDisallow: /\n", "/x") is is_allowed


def test_a_byte_order_mark_in_the_middle_spoils_its_line():
    assert allowed(b"User-Agent: FooBot\n\xef\xbb\xbfDisallow: /\n", "/x")


def test_sitemaps_may_stand_anywhere():
    text = b"Sitemap: http://foo.bar/1.xml\nUser-agent: x\nDisallow: /\nsite-map: /2.xml # two\n"
    assert RobotsTxt.parse(text, "FooBot").sitemaps == ("http://foo.bar/1.xml", "/2.xml")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("", "/"),
        ("http://www.example.com", "/"),
        ("http://www.example.com/", "/"),
        ("http://www.example.com/a", "/a"),
        ("http://www.example.com/a/", "/a/"),
        ("http://www.example.com/a/b?c=http://d.e/", "/a/b?c=http://d.e/"),
        ("http://www.example.com/a/b?c=d&e=f#fragment", "/a/b?c=d&e=f"),
        ("http://www.example.com?a", "/?a"),
        ("example.com", "/"),
        ("example.com/a/b?c=d&e=f#fragment", "/a/b?c=d&e=f"),
        ("a/", "/"),
        ("/a", "/a"),
        ("example.com?a", "/?a"),
        ("example.com/a;b#c", "/a;b"),
        ("//a/b/c", "/b/c"),
    ],
)
def test_what_of_a_url_is_matched(url: str, path: str):
    rules = RobotsTxt.parse(f"User-agent: FooBot\nDisallow: {path}$".encode(), "FooBot")
    assert not rules.allows(url)


@pytest.mark.parametrize(
    ("value", "delay"),
    [("5", 5.0), ("0.5", 0.5), ("1.", 1.0), ("10 # s", 10.0), ("10s", 10.0), ("0", 0.0),
     ("-1", None), ("soon", None), ("nan", None), ("inf", None), ("", None)],
)  # fmt: skip
def test_crawl_delays(value: str, delay: float | None):
    assert (
        RobotsTxt.parse(f"User-agent: *\nCrawl-Delay: {value}".encode(), "x").crawl_delay == delay
    )


def test_of_two_delays_the_longer_counts():
    text = b"User-agent: *\nCrawl-delay: 5\nUser-agent: *\nCrawl-delay: 2"
    assert RobotsTxt.parse(text, "x").crawl_delay == 5


def test_the_file_itself_is_always_allowed():
    assert allowed("User-agent: *\nDisallow: /", "/robots.txt")


def test_the_rule_that_decides_is_told():
    rules = RobotsTxt.parse(b"User-agent: *\n\nDisallow: /private/\nAllow: /private/x", "FooBot")
    rule = rules.rule_for(f"{SITE}/private/y")
    assert rule
    assert (str(rule), rule.line, rule.allows) == ("Disallow: /private/", 3, False)
    assert str(rules.rule_for(f"{SITE}/private/x")) == "Allow: /private/x"
    assert rules.rule_for(f"{SITE}/open") is None


def test_only_the_first_500_kib_count_and_no_half_of_a_rule():
    head = b"User-agent: *\nDisallow: /no\n"
    filling = b"#" * (LONGEST_FILE - len(head) - len("\nDisallow: /"))
    text = head + filling + b"\nDisallow: /late"
    assert not allowed(text, "/no")
    assert allowed(text, "/late")
    assert allowed(text, "/x")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Sheaf/0.1 (+https://library.example.edu)", "sheaf"),
        ("Sheaf", "sheaf"),
        ("My-Bot (hello)", "my-bot"),
        ("Mozilla/5.0 (compatible; heritrix/1.12 +http://x)", "heritrix"),
        ("", ""),
    ],
)
def test_the_name_in_a_header(header: str, name: str):
    assert product_of(header) == name


@pytest.mark.parametrize(
    "pattern",
    ["/*a" * 5000, "/" + "a*" * 5000 + "b$", "*" * 16000 + "b", "/" + "*a" * 50 + "$" * 50],
)
def test_no_pattern_takes_long(pattern: str):
    rules = RobotsTxt.parse(f"User-agent: *\nDisallow: {pattern}".encode() * 20, "x")
    began = time.process_time()
    for _ in range(20):
        rules.allows(SITE + "/" + "a" * 4000)
    assert time.process_time() - began < 1.0


def test_a_file_full_of_rules_is_read_in_time():
    text = b"User-agent: *\n" + b"".join(b"Disallow: /%d*x\n" % each for each in range(30_000))
    began = time.process_time()
    rules = RobotsTxt.parse(text, "x")
    rules.allows(SITE + "/y")
    assert time.process_time() - began < 3.0


WORDS = st.sampled_from(
    [b"User-agent", b"Disallow", b"Allow", b"Sitemap", b"Crawl-delay", b":", b" ", b"\n", b"\r",
     b"*", b"$", b"/", b"FooBot", b"a", b"#", b"%", b"%2", b"\xff", b"\0", b"1e9", b"\xef\xbb\xbf"]
)  # fmt: skip


@given(st.one_of(st.binary(max_size=300), st.lists(WORDS, max_size=60).map(b"".join)), st.text())
def test_no_file_and_no_url_is_too_odd(data: bytes, url: str):
    rules = RobotsTxt.parse(data, "FooBot")
    assert rules.allows(url) in {True, False}
    assert rules.allows(SITE + "/" + url) in {True, False}
