"""URLs: one key for what RFC 3986 calls the same, and the legacy forms bit by bit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf import urls


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("HTTP://WWW.Example.EDU:80/a", "http://www.example.edu/a"),
        ("http://h", "http://h/"),
        ("http://h:8080/", "http://h:8080/"),
        ("http://h/a/../b/./c", "http://h/b/c"),
        ("http://h/../../a", "http://h/a"),
        ("http://h/a/..", "http://h/"),
        ("http://h/%7euser/%2fx", "http://h/~user/%2Fx"),
        ("http://h/a b.pdf", "http://h/a%20b.pdf"),
        ("http://h/ü?q=ä#part", "http://h/%C3%BC?q=%C3%A4"),
        ("http://münchen.de/", "http://xn--mnchen-3ya.de/"),
        ("http://user:secret@h/", "http://user:secret@h/"),
        ("http://[::1]:80/a", "http://[::1]/a"),
        ("http://h./a", "http://h/a"),
        ("http://h/?b=2&a=1", "http://h/?b=2&a=1"),
        ("file:///tmp/a b.pdf", "file:///tmp/a%20b.pdf"),
        ("  http://h/a \n", "http://h/a"),
        ("dns:www.example.org", "dns:www.example.org"),
    ],
)
def test_canonical(written, canonical):
    assert urls.canonical(written) == canonical


@pytest.mark.parametrize("text", ["", "paper.pdf", "/a/b", "http://", "http:///x", "http://h:x/"])
def test_what_is_no_url(text):
    with pytest.raises(urls.BadUrl):
        urls.canonical(text)


@given(st.text(max_size=60))
def test_canonical_is_stable_and_never_fails_otherwise(path):
    try:
        once = urls.canonical(f"http://h/{path}")
    except urls.BadUrl:
        return
    assert urls.canonical(once) == once


@pytest.mark.parametrize(
    ("url", "host"),
    [("http://h.org/x", "h.org"), ("http://h.org:8080/x", "h.org"), ("https://h", "h"),
     ("http://H.org./", "h.org"), ("http://u:p@h/", "h"), ("http://[::1]:80/", "::1"), ("x", "")],
)  # fmt: skip
def test_the_host_of_a_url(url, host):
    assert urls.host_of(url) == host


def test_resolve_follows_a_link():
    assert urls.resolve("http://h/a/b.html", "../c.pdf#p2") == "http://h/c.pdf"
    assert urls.resolve("http://h/", "http://[broken") is None
    assert urls.resolve("no base", "x") is None
    assert urls.resolve("no base", "http://h/x") == "http://h/x"


@pytest.mark.parametrize(
    ("reference", "url"),
    [
        # The examples of RFC 3986, 5.4.
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g/"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"),
        (";x", "http://a/b/c/;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../..", "http://a/"),
        ("../../../g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        # And what the web adds to them.
        ("http:g", "http://a/b/c/g"),
        ("g\\h", "http://a/b/c/g/h"),
        ("g\n/h\t", "http://a/b/c/g/h"),
        (" g ", "http://a/b/c/g"),
        ("g//h", "http://a/b/c/g//h"),
        ("g h?i j", "http://a/b/c/g%20h?i%20j"),
        ("//h:80/x", "http://h/x"),
        ("//h:8080/x", "http://h:8080/x"),
        ("//h:99999/x", None),
        ("http://./", None),
    ],
)
def test_references_are_resolved(reference, url):
    assert urls.resolve("http://a/b/c/d;p?q", reference) == url


REFERENCES = st.lists(
    st.sampled_from(
        ["a", "B", ".", "..", "/", "?", "x=1", "&", "#", "%20", "%7e", "%41", "%2f", "%", ":", ";",
         "http://", "https://h.org", "//h", ":80", ":8080/", ":080/", "é", " ", "@", "~", "[", "\\"]
    ),
    max_size=9,
).map("".join)  # fmt: skip


@given(
    st.sampled_from(["http://a.org/b/c?d", "https://a.org:8443/", "http://[::1]/x/y"]), REFERENCES
)
def test_the_short_way_to_a_link_leads_where_the_long_one_does(base, reference):
    folder = base.partition("?")[0].rpartition("/")[0] + "/"
    try:
        joined = urls._join_reference(base, folder, reference.partition("#")[0])
        expected = urls.canonical("HTTP" + joined[4:] if joined.startswith("http") else joined)
    except ValueError:
        expected = None
    assert urls.resolve(base, reference) == expected
    if expected:
        assert urls.canonical(expected) == expected


@pytest.mark.parametrize(
    ("url", "cdi", "syz"),
    [
        # The last segment has no dot, so it is taken for a folder.
        ("http://H.edu/~ada/pubs", "http://h.edu/~ada/pubs/", "http://h.edu/%7Eada/pubs/"),
        ("http://h.edu/a.pdf", "http://h.edu/a.pdf", "http://h.edu/a.pdf"),
        ("http://h.edu", "http://h.edu/", "http://h.edu/"),
        ("http://h.edu?b=2&a=1&c=", "http://h.edu/?a=1&b=2", "http://h.edu/?a=1&b=2"),
        ("http://h.edu/a/../b/", "http://h.edu/b/", "http://h.edu/b/"),
        ("http://h.edu/x=1,y.pdf", "http://h.edu/x=1,y.pdf", "http://h.edu/x%3D1%2Cy.pdf"),
        ("http://h.edu:80/a.pdf#frag", "http://h.edu:80/a.pdf", "http://h.edu:80/a.pdf"),
        ("paper.pdf", None, None),
    ],
)
def test_legacy_forms(url, cdi, syz):
    assert urls.cdi_form(url) == cdi
    assert urls.syz_form(url) == syz


PLAIN_CHARACTERS = "abzAZ09-._~/:=&+!$,;'@()*?%# é"


@given(st.text(PLAIN_CHARACTERS, max_size=30), st.sampled_from(["http://h.org/", "https://a-b/"]))
def test_the_short_way_to_the_canonical_form_leads_to_the_same(rest, start):
    url = start + rest
    if urls.CANONICAL.fullmatch(url) and "/." not in url:
        # A host in capitals is never taken for canonical, so this goes the long way.
        shouted = url.replace("h.org", "H.ORG").replace("a-b", "A-B")
        assert urls.canonical(shouted) == urls.canonical(url) == url
