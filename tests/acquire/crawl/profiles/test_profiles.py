"""Profiles are files: four are shipped, and anybody's may extend one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sheaf import crawl_settings
from sheaf.acquire.crawl.control.explanation import as_json, as_lines, explain
from sheaf.acquire.crawl.profiles import PLAIN, Profile, load_profile, profile_names
from sheaf.acquire.crawl.profiles.loading import shipped_text
from sheaf.acquire.crawl.scope.canonicalisation import RULES
from sheaf.acquire.crawl.visits import Target
from sheaf.crawl_settings import CrawlSettings
from sheaf.errors import BadSettingError, UnknownSettingError, UsageError
from sheaf.records import Link

HOME = "http://www.example.edu/"
ROOT = Path(__file__).parents[4]


def written(folder, text, name="mine.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", profile_names())
def test_shipped_profiles_load_and_say_what_they_are_for(name):
    profile = load_profile(name)
    assert profile.name == name
    assert profile.about.description
    assert profile.scope
    assert all(rule.story and rule.name for rule in (*profile.scope, *profile.keep))


def test_the_default_comes_first():
    assert profile_names()[0] == "scholarly"


def test_the_scholarly_file_has_every_value_that_a_profile_can_set():
    told = tomllib.loads(shipped_text("scholarly"))
    for name, field in Profile.model_fields.items():
        if name in {"name", "scope", "midfetch", "keep"}:
            continue
        unset = {"depth"} if name == "limits" else set()  # the rules say it
        assert set(told[name]) | unset == set(field.annotation.model_fields), name


def test_the_scholarly_file_says_the_defaults():
    """So that nobody has to look in two places; the limit on pages is the crawl setting's."""
    profile = load_profile("scholarly")
    for name in Profile.model_fields:
        if name not in {"name", "about", "scope", "limits"}:
            assert getattr(profile, name) == getattr(Profile(), name), name
    assert profile.limits == PLAIN.limits
    assert profile.limits.pages == 1000
    depths = [[rule.deeper_than for rule in each.scope if rule.deeper_than]
              for each in (profile, PLAIN)]  # fmt: skip
    assert depths == [[5], [5]]


def test_every_value_has_a_description():
    for section in Profile.model_fields.values():
        for name, field in getattr(section.annotation, "model_fields", {}).items():
            assert field.description, name


def test_scholarly_keeps_to_the_seeds_and_out_of_traps():
    scope = load_profile("scholarly").make_scope([HOME])
    assert scope.admits(Link(HOME + "a", HOME, "", 5))
    assert not scope.admits(Link(HOME + "a", HOME, "", 6))
    assert not scope.admits(Link("http://else.test/", HOME, "", 1))
    assert not scope.admits(Link(HOME + "a/a/a/", HOME, "", 1))


def test_hosts_that_are_given_stand_in_for_those_of_the_seeds():
    scope = load_profile("scholarly").make_scope([HOME], hosts=["*.test"])
    assert scope.admits(Link("http://else.test/", HOME, "", 1))
    assert not scope.admits(Link(HOME, HOME, "", 1))


def test_a_submission_goes_one_hop_far_and_takes_what_belongs_to_the_page():
    profile = load_profile("submission")
    scope = profile.make_scope([HOME])
    accepted = {
        hops: scope.explain("http://else.test/x", depth=hops.count("L"), hops=hops).accepted
        for hops in ("", "L", "LL", "R", "LR", "LERR", "LEEEE", "LX", "P", "LLP")
    }
    assert accepted == {
        "": True, "L": True, "LL": False, "R": True, "LR": True, "LERR": True, "LEEEE": False,
        "LX": False, "P": True, "LLP": True,
    }  # fmt: skip


def test_a_submission_hands_over_documents_and_hubs():
    rules = load_profile("submission").keep_rules()

    def kept(url: str, hub: bool = False) -> bool:
        target = Target(url, hops="L")
        return rules.verdict(target, mime_type="text/html", size=1, is_hub=hub).accepted

    assert kept(HOME + "a.PDF")
    assert kept(HOME + "a.pdf.gz")
    assert kept(HOME + "talk.ppt")
    assert not kept(HOME + "a.html")
    assert kept(HOME + "a.html", hub=True)


def test_a_profile_says_how_pages_are_read():
    submission, wiki = load_profile("submission"), load_profile("wiki")
    assert submission.link_options().embeds
    assert not wiki.link_options().embeds
    assert wiki.hub_pattern() is None
    assert submission.hub_pattern().links.search(HOME + "a.PDF.gz")
    assert not submission.hub_pattern().links.search(HOME + "a.pdf?x=1")


def test_focused_follows_papers_off_the_site():
    scope = load_profile("focused").make_scope([HOME])
    assert scope.hop_of(Link("https://doi.org/10.1/x", HOME, "", 2), "L") == "X"
    assert scope.hop_of(Link("https://else.test/photo", HOME, "holidays", 2), "L") is None
    assert scope.hop_of(Link(HOME + "me.JPG", HOME, "", 2), "L") is None
    assert scope.hop_of(Link(HOME + "pubs", HOME, "", 8), "L") == "L"


def test_wiki_takes_articles_and_its_entry_page():
    scope = load_profile("wiki").make_scope(["https://en.wikipedia.org/wiki/Special:Random"])
    base = "https://en.wikipedia.org/wiki/"
    assert scope.explain(base + "Special:Random", depth=0).accepted
    assert scope.explain(base + "Sheaf_(mathematics)", depth=10).accepted
    assert not scope.explain(base + "Sheaf", depth=11).accepted
    assert not scope.explain(base + "Talk:Sheaf", depth=1).accepted
    assert not scope.explain("https://de.wikipedia.org/wiki/Garbe", depth=1).accepted


# Files of one's own


def test_a_file_extends_a_shipped_profile(tmp_path):
    path = written(
        tmp_path,
        """
        extends = "scholarly"
        name = "mine"
        [politeness]
        min_delay = 5
        [[scope]]
        story = "The archive of the department belongs too."
        decide = "accept"
        hosts = ["archive.example.edu"]
        """,
    )
    profile = load_profile(path)
    assert profile.name == "mine"
    assert profile.politeness.min_delay == 5
    assert profile.politeness.max_delay == 30
    assert len(profile.scope) == len(load_profile("scholarly").scope) + 1
    scope = profile.make_scope([HOME])
    assert scope.admits(Link("http://archive.example.edu/x", HOME, "", 1))


def documented_profile(folder):
    """The file that docs/crawling/profiles.md shows as the first of one's own."""
    page = (ROOT / "docs" / "crawling" / "profiles.md").read_text()
    lines = page.split("    # department.toml\n")[1].split("\n\nIt is given")[0].splitlines()
    return written(folder, "\n".join(line.removeprefix("    ") for line in lines))


REPORTS = "http://reports.example.edu/"


@pytest.mark.parametrize(
    ("url", "depth", "rule"),
    [
        (f"{REPORTS}2004/7.pdf", 5, "reports"),
        (f"{REPORTS}2004/7.pdf", 6, "too_deep"),
        (f"{REPORTS}a/b/a/b/a/b/", 1, "traps"),
        (f"{REPORTS}calendar?year=2041&month=2", 1, "traps"),
        (f"{HOME}calendar?year=2041&month=2", 1, "traps"),
        ("http://elsewhere.example.edu/", 1, "elsewhere"),
    ],
)
def test_rules_that_are_added_leave_depth_and_traps_their_last_word(tmp_path, url, depth, rule):
    profile = load_profile(documented_profile(tmp_path))
    decision = explain(url, profile, seeds=[HOME], depth=depth)
    assert decision.rule.name == rule
    assert decision.accepted == (rule == "reports")
    told = list(as_lines(decision))[-1]
    assert f": {decision.rule.story}" in told


def test_a_closing_rule_that_is_added_has_the_last_word(tmp_path):
    rule = '[[scope]]\ndecide = "accept"\nclosing = true\nhosts = ["reports.example.edu"]\n'
    open_rule = '[[scope]]\ndecide = "reject"\nname = "open"\nhosts = ["b.example.edu"]\n'
    path = written(tmp_path, f'extends = "scholarly"\n{rule}{open_rule}')
    profile = load_profile(path)
    names = [one.name for one in profile.scope]
    assert names == ["elsewhere", "hosts", "open", "too_deep", "traps", ""]
    assert explain(f"{REPORTS}a/b/a/b/a/b/", profile, seeds=[HOME], depth=9).accepted
    # The next profile in the line adds its rules before all of these.
    last = written(tmp_path, f'extends = "mine.toml"\n{open_rule}', "last.toml")
    assert [one.name for one in load_profile(last).scope][3] == "open"


def test_a_rule_without_a_condition_begins_the_story_anew(tmp_path):
    path = written(tmp_path, 'extends = "scholarly"\n[[scope]]\ndecide = "accept"\n')
    assert [rule.title for rule in load_profile(path).scope] == ["every URL"]


def test_a_file_extends_another_beside_it(tmp_path):
    written(tmp_path, 'extends = "focused"\n[limits]\npages = 7\n', "first.toml")
    path = written(tmp_path, 'extends = "first.toml"\n[limits]\nbytes = 8\n', "second.toml")
    limits = load_profile(path).limits
    assert (limits.pages, limits.bytes, limits.host_pages) == (7, 8, 2000)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("[politness]\nmin_delay = 3", UnknownSettingError, "politness"),
        ("[politeness]\nmin_dealy = 3", UnknownSettingError, "politeness.min_dealy"),
        ("[politeness]\nmin_delay = -3", BadSettingError, "politeness.min_delay"),
        ('[politeness]\nquiet_hours = "at night"', BadSettingError, "22:00-06:00"),
        ('[[scope]]\ndecide = "accept"\n[[scope]]\ndecide = "no"', BadSettingError, "rule 2"),
        ('[[scope]]\ndecide = "accept"\nhost = "a"', UnknownSettingError, "scope.rule 1.host"),
        ('[[scope]]\ndecide = "accept"\nurl_regex = "(a+)+"', BadSettingError, "a repeat"),
        ('[[scope]]\ndecide = "reject"\ntraps = ["holes"]', BadSettingError, "calendar"),
        ('[hubs]\npattern = "("', BadSettingError, "hubs.pattern"),
        ("scope = 3", BadSettingError, "scope"),
        ("extends = 3", BadSettingError, "extends"),
        ('extends = "mine.toml"', BadSettingError, "extends itself"),
        ('extends = "scolarly"', UsageError, "scolarly"),
        ("not toml at all", BadSettingError, "not valid TOML"),
        ("a = " + "[" * 5000, BadSettingError, "not valid TOML"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path, text, error, words):
    path = written(tmp_path, text)
    with pytest.raises(error) as caught:
        load_profile(path)
    assert words in str(caught.value)
    assert caught.value.what_to_do


def test_a_mistake_in_what_is_extended_is_named_with_its_own_file(tmp_path):
    written(tmp_path, "scope = 3", "base.toml")
    path = written(tmp_path, 'extends = "base.toml"\n[[scope]]\ndecide = "accept"')
    with pytest.raises(BadSettingError, match=r"base\.toml"):
        load_profile(path)


def test_profiles_that_are_not_there(tmp_path):
    with pytest.raises(UsageError, match="no profile 'scholar'"):
        load_profile("scholar")
    with pytest.raises(UsageError, match="cannot be read"):
        load_profile(tmp_path / "none.toml")
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettingError, match="not valid TOML"):
        load_profile(path)


# With the settings of a library


def test_settings_that_were_made_have_the_last_word_and_defaults_have_none():
    profile = load_profile("submission")
    assert profile.with_settings(CrawlSettings()) == profile
    given = CrawlSettings(
        politeness={"min_delay": 7, "retries": 8},
        limits={"pages": 3, "depth": 4},
        robots={"policy": "ignore"},
    )
    chosen = profile.with_settings(given)
    assert chosen.politeness.retries == 8
    assert chosen.robots.policy == "ignore"
    assert chosen.politeness.min_delay == 7
    assert chosen.politeness.max_delay == 20
    assert chosen.limits.pages == 3
    results = chosen.make_scope([HOME]).explain(HOME, depth=4, hops="LLLL").results
    hops = [result.rule.more_hops_than for result in results]
    assert [most for most in hops if most] == [4]


def test_limits_of_zero_are_none():
    assert load_profile("submission").limits.most_pages > 10**15
    assert CrawlSettings(fetch={"bytes": 0}).fetch.most_bytes > 10**15


def test_an_agent_without_a_name_has_ours():
    agent = load_profile("submission").with_settings(CrawlSettings(agent={"contact": "a@b.test"}))
    assert agent.agent.header == "Sheaf/0.1 (+a@b.test)"
    assert load_profile("submission").agent.header == "Sheaf/0.1"


def test_a_depth_that_is_given_replaces_the_one_of_the_rules():
    deep = load_profile("scholarly").with_settings(CrawlSettings(limits={"depth": 9}))
    assert deep.make_scope([HOME]).admits(Link(HOME, HOME, "", 9))
    assert not deep.make_scope([HOME]).admits(Link(HOME, HOME, "", 10))
    bare = Profile(scope=({"decide": "accept"},), limits={"depth": 1}).make_scope([HOME])
    assert not bare.admits(Link(HOME, HOME, "", 2))


# Explained


STORY = "and not into what has no end."


def test_an_explanation_tells_the_story_of_the_rule_that_decided():
    decision = explain(HOME + "a/a/a/", load_profile("scholarly"), seeds=[HOME])
    lines = list(as_lines(decision))
    assert lines[-1] == f"{HOME}a/a/a/ is rejected by rule 4: {STORY} (trap: repeating_segments)"
    assert [line[:2] for line in lines[:-1]] == ["  ", "  ", "  ", "->"]
    told = as_json(decision)
    assert told["rule"] == 4
    assert [one["said"] for one in told["rules"]] == ["reject", "accept", None, "reject"]


def test_an_explanation_of_what_is_no_url():
    decision = explain("nonsense", load_profile("scholarly"))
    assert list(as_lines(decision)) == ["nonsense is rejected: no URL of the web"]


def test_every_value_is_read_by_the_crawler():
    """A value that nothing reads would be a promise that nothing keeps. tests/acquire/crawl shows
    what each does; this shows that none was added and forgotten."""
    folder = ROOT / "src" / "sheaf" / "acquire" / "crawl"
    telling = {"order_places.py", "order_xml.py", "csx.py"}
    code = "\n".join(path.read_text() for path in folder.rglob("*.py") if path.name not in telling)
    code += Path(crawl_settings.__file__).read_text()
    called = {"fetch": "told|self", "wiki": "told", "traps": "limits", "papers": "self",
              "limits": "chosen|self|settings", "politeness": "chosen|settings", "agent": "self",
              "priorities": "priorities|self"}  # fmt: skip
    for section, field in Profile.model_fields.items():
        for name in getattr(field.annotation, "model_fields", {}):
            owner = f"{section}|{called.get(section, section)}"
            is_read = re.search(rf"\b_?(?:{owner})\.{name}\b", code) is not None
            in_table = section == "canonicalisation" and name in RULES
            assert is_read or in_table, f"[{section}] {name}"
