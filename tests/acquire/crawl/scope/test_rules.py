"""Rules are read in order, and the last that speaks decides."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from sheaf.acquire.crawl.scope import AnswerRules, Papers, Rule, Scope
from sheaf.acquire.crawl.visits import FetchOutcome, Target
from sheaf.acquire.host_patterns import hosts_of
from sheaf.records import Link

HOME = "http://www.example.edu/"


def from_rules(*rules: dict, seeds=(HOME,), **rest) -> Scope:
    return Scope.from_rules([Rule(**rule) for rule in rules], seeds=seeds, **rest)


def says(scope: Scope, url: str, **known) -> str:
    return scope.explain(url, **known).verdict.reason


def link(url: str, depth: int = 1, text: str = "") -> Link:
    return Link(url, HOME, text, depth)


def test_the_plain_scope_keeps_to_its_hosts_and_its_depth():
    scope = Scope(hosts_of([HOME]), depth=2)
    assert scope.admits(link("http://www.example.edu/a", 2))
    assert scope.admits(link("http://example.edu/a", 2))
    assert not scope.admits(link("http://www.example.edu/a", 3))
    assert not scope.admits(link("http://cs.example.edu/a"))
    assert not scope.admits(link("mailto:somebody@example.edu"))
    assert says(scope, "http://www.example.edu/a", depth=3) == "too_deep"
    assert says(scope, "http://cs.example.edu/a", depth=1) == "elsewhere"
    assert says(scope, "mailto:somebody@example.edu") == "no URL of the web"


def test_the_plain_scope_takes_patterns_of_hosts():
    scope = Scope(["*.example.edu", "a.test"], depth=1)
    assert scope.admits(link("http://www.cs.example.edu/"))
    assert scope.admits(link("http://A.TEST/"))
    assert not scope.admits(link("http://example.edu/"))


def test_the_plain_scope_without_hosts_admits_nothing():
    assert not Scope([], depth=1).admits(link(HOME))


def test_a_target_out_of_scope_has_its_outcome():
    scope = Scope(["a.test"], depth=1)
    assert scope.refusal(Target("http://b.test/")).outcome is FetchOutcome.OUT_OF_SCOPE
    assert scope.refusal(Target("ftp://a.test/")).outcome is FetchOutcome.BAD_URL
    many = Target("http://a.test/", redirects=11)
    assert scope.refusal(many).outcome is FetchOutcome.TOO_MANY_REDIRECTS
    assert scope.refusal(Target("http://a.test/", redirects=10)) is None


def test_the_last_rule_that_speaks_decides():
    scope = from_rules(
        {"decide": "accept", "name": "all"},
        {"decide": "reject", "name": "teaching", "path_regex": "^/teaching/"},
        {"decide": "accept", "name": "but_notes", "path_regex": r"\.pdf$"},
    )
    assert says(scope, HOME + "a.html") == "all"
    assert says(scope, HOME + "teaching/a.html") == "teaching"
    assert says(scope, HOME + "teaching/a.pdf") == "but_notes"


def test_what_no_rule_speaks_of_stays_outside():
    scope = from_rules({"decide": "accept", "hosts": ["b.test"]})
    decision = scope.explain(HOME)
    assert not decision.accepted
    assert decision.rule is None
    assert decision.verdict.reason == "no rule speaks of it"


def test_a_rule_speaks_only_when_all_its_conditions_hold():
    scope = from_rules(
        {"decide": "accept"},
        {"decide": "reject", "name": "both", "hosts": ["a.test"], "path_regex": "^/x"},
    )
    assert not scope.explain("http://a.test/x").accepted
    assert scope.explain("http://a.test/y").accepted
    assert scope.explain("http://b.test/x").accepted


def test_unless_turns_all_conditions_round():
    scope = from_rules(
        {"decide": "accept"}, {"decide": "reject", "hosts": ["a.test"], "unless": True}
    )
    assert scope.explain("http://a.test/").accepted
    assert not scope.explain("http://b.test/").accepted


@pytest.mark.parametrize(
    ("condition", "inside", "outside"),
    [
        ({"hosts": ["@seeds"]}, "http://example.edu/x", "http://cs.example.edu/"),
        ({"domains": ["example.edu"]}, "http://www.cs.example.edu/", "http://notexample.edu/"),
        ({"domains": ["@seeds"]}, "http://cs.example.edu/", "http://example.org/"),
        ({"surts": ["http://(edu,example,"]}, "https://cs.example.edu/x", "http://example.org/"),
        ({"surts": [HOME + "papers/"]}, HOME + "papers/a", HOME + "people/"),
        ({"surts": ["@seeds"]}, HOME + "papers/a", "http://cs.example.edu/"),
        ({"host_regex": r"^cs\d?\."}, "http://cs2.example.edu/", "http://physics.example.edu/"),
        ({"path_regex": "^/wiki/[^:]*$"}, HOME + "wiki/Sheaf", HOME + "wiki/Talk:Sheaf"),
        ({"url_regex": "[?&]id="}, HOME + "a?id=3", HOME + "a?name=3"),
        ({"path_deeper_than": 2}, HOME + "a/b/c", HOME + "a/b"),
        ({"longer_than": 40}, HOME + "a" * 40, HOME),
    ],
)
def test_conditions_on_the_url(condition, inside, outside):
    scope = from_rules({"decide": "accept", **condition})
    assert scope.explain(inside, depth=1).accepted
    assert not scope.explain(outside, depth=1).accepted


@pytest.mark.parametrize(
    ("condition", "inside", "outside"),
    [
        ({"more_hops_than": 1}, ["LL", "LR", "RRR"], ["", "L", "R"]),
        ({"transclusion_hops": 3}, ["LE", "LEEE", "R", "LLERR"], ["", "L", "LEEEE", "EL", "LX"]),
        ({"transclusion_hops": 3, "speculative_hops": 1}, ["LX", "LEX"], ["LXX"]),
        ({"seed": True}, [""], ["R", "L"]),
        ({"seed_redirect": True}, ["R", "RR"], ["", "L", "LR", "RL"]),
        ({"prerequisite": True}, ["P", "LP"], ["", "L"]),
        ({"off_site_hops": 2}, ["L", "LLXL", "LLXLL", "LLXR", "LLXXR"], ["LLXXL", "XXRL"]),
    ],
)
def test_conditions_on_the_way(condition, inside, outside):
    scope = from_rules({"decide": "accept", **condition})
    for hops in inside:
        assert scope.explain(HOME, depth=hops.count("L"), hops=hops).accepted, hops
    for hops in outside:
        assert not scope.explain(HOME, depth=hops.count("L"), hops=hops).accepted, hops


def test_rules_about_the_answer_are_silent_until_it_is_there():
    scope = from_rules({"decide": "accept"}, {"decide": "reject", "mime_types": ["image/*"]})
    assert scope.explain(HOME).accepted
    assert not scope.explain(HOME, mime_type="image/png").accepted


def test_answers_are_judged_by_type_size_and_hub():
    rules = AnswerRules(
        [
            Rule(decide="reject", name="all"),
            Rule(decide="accept", name="papers", mime_types=("application/pdf",)),
            Rule(decide="reject", name="huge", larger_than=100),
            Rule(decide="accept", name="hubs", hub=True),
        ]
    )
    page = Target(HOME)

    def of(mime_type: str, size: int | None, hub: bool = False) -> str:
        return rules.verdict(page, mime_type=mime_type, size=size, is_hub=hub).reason

    assert of("application/pdf", 100) == "papers"
    assert of("Application/PDF", None) == "papers"
    assert of("application/pdf", 101) == "huge"
    assert of("text/html", 5) == "all"
    assert of("text/html", 500, hub=True) == "hubs"


def test_without_rules_every_answer_is_kept():
    assert AnswerRules([]).verdict(Target(HOME), mime_type="", size=None).accepted


FOCUSED = (
    {"decide": "reject"},
    {"decide": "accept", "towards_paper": True, "off_site_hops": 2, "hop": "X"},
    {"decide": "accept", "hosts": ["@seeds"]},
)
PAPERS = Papers(hosts=("doi.org", "press.test"), words=("pdf", "preprint"))


def test_a_link_towards_a_paper_leaves_the_site_for_a_bounded_number_of_hops():
    scope = from_rules(*FOCUSED, papers=PAPERS)
    doi, landing = "http://doi.org/10.1/x", "http://press.test/article/1"
    document = "http://files.test/x.pdf"
    assert scope.hop_of(link(HOME + "pubs"), "") == "L"
    assert scope.hop_of(link(doi), "L") == "X"
    assert scope.hop_of(link(landing), "LX") == "X"
    assert scope.hop_of(link(document), "LXX") is None
    assert scope.hop_of(link("http://else.test/a"), "L") is None
    assert scope.hop_of(link("http://else.test/a", text="[PDF]"), "L") == "X"


def test_where_a_promise_redirects_is_followed_too():
    scope = from_rules(*FOCUSED, papers=PAPERS)
    landing = Target("http://unknown.test/view/17", hops="LXR", via="http://doi.org/10.1/x")
    assert scope.refusal(landing) is None
    stray = Target("http://unknown.test/view/17", hops="LR", via=HOME)
    assert scope.refusal(stray).outcome is FetchOutcome.OUT_OF_SCOPE


def test_a_promise_back_on_the_site_is_a_plain_link():
    scope = from_rules(*FOCUSED, papers=PAPERS)
    assert scope.hop_of(link(HOME + "x.pdf"), "LX") == "L"


def test_the_host_a_seed_moved_to_belongs_to_the_crawl_where_the_profile_says_so():
    rules = ({"decide": "accept", "hosts": ["@seeds"]}, {"decide": "accept", "seed_redirect": True})
    moved = Target("http://new.test/home", hops="R", via=HOME, redirects=1)
    page = link("http://new.test/pubs")
    scope = from_rules(*rules, redirects_are_seeds=True)
    assert not scope.admits(page)
    assert scope.refusal(moved) is None
    assert scope.admits(page)
    scope = from_rules(*rules)
    assert scope.refusal(moved) is None
    assert not scope.admits(page)


def test_an_explanation_has_every_rule_and_what_it_said():
    scope = from_rules(
        {"decide": "reject", "name": "elsewhere", "story": "Nothing belongs,"},
        {"decide": "accept", "name": "hosts", "hosts": ["@seeds"]},
        {"decide": "reject", "name": "too_deep", "deeper_than": 5},
    )
    decision = scope.explain(HOME + "a", depth=2)
    assert [(result.number, result.decision) for result in decision.results] == [
        (1, "reject"),
        (2, "accept"),
        (3, ""),
    ]
    assert decision.accepted
    assert decision.rule.name == "hosts"
    assert scope.explain(HOME, depth=6).rule.name == "too_deep"
    assert scope.explain("javascript:void(0)").verdict.reason == "no URL of the web"


def test_explaining_and_crawling_decide_alike():
    scope = from_rules(
        {"decide": "reject"},
        {"decide": "accept", "domains": ["example.edu"]},
        {"decide": "reject", "deeper_than": 3},
        {"decide": "reject", "path_regex": r"\.gif$"},
        {"decide": "accept", "path_regex": r"^/logo"},
        {"decide": "reject", "traps": ["repeating_segments"]},
    )
    for path in ("a", "a.gif", "logo.gif", "x/x/x/", "logo/x/x/x"):
        for host in ("www.example.edu", "else.test"):
            for depth in (1, 4):
                url = f"http://{host}/{path}"
                candidate = scope.explain(url, depth=depth)
                assert scope.admits(link(url, depth)) is candidate.accepted, (url, depth)


def test_a_rule_with_a_word_nobody_knows_is_refused():
    with pytest.raises(ValidationError, match="host"):
        Rule(decide="accept", host="a.test")
    with pytest.raises(ValidationError, match="decide"):
        Rule(decide="maybe")


def test_a_url_too_long_for_a_pattern_stays_outside():
    scope = from_rules({"decide": "accept"}, {"decide": "reject", "url_regex": ".*a.*b.*c"})
    assert scope.admits(link(HOME + "x" * 100))
    assert not scope.admits(link(HOME + "x" * 300))
    assert says(scope, HOME + "x" * 300).startswith("too long for a pattern")
