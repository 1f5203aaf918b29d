"""The order.xml of 2007 is read, and every setting finds its place or is told to have none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheaf.acquire.crawl.profiles import (
    load_profile,
    profile_from_order_xml,
    read_csx_heritrix,
    read_order_xml,
)
from sheaf.acquire.crawl.profiles.heritrix.order_places import NO_MEANING, PLACES, SAME, UNKNOWN
from sheaf.acquire.crawl.profiles.heritrix.order_rules import KINDS
from sheaf.errors import BadSettingError, SourceError

ORDER = (Path(__file__).parent / "order.xml").read_bytes()
DOCS = Path(__file__).parents[4] / "docs" / "crawling" / "profiles.md"


def order(inner: str) -> bytes:
    return f"<crawl-order><controller>{inner}</controller></crawl-order>".encode()


def scope_rules(*rules: str) -> bytes:
    return order(
        '<newObject name="scope" class="org.archive.crawler.deciderules.DecidingScope">'
        '<newObject name="decide-rules" '
        'class="org.archive.crawler.deciderules.DecideRuleSequence"><map name="rules">'
        + "".join(rules)
        + "</map></newObject></newObject>"
    )


def rule(kind: str, inner: str = "", name: str = "r") -> str:
    whole = f"org.archive.crawler.deciderules.{kind}"
    return f'<newObject name="{name}" class="{whole}">{inner}</newObject>'


def thing(kind: str, inner: str = "") -> str:
    return f'<newObject name="x" class="org.archive.{kind}">{inner}</newObject>'


def test_every_setting_of_the_file_is_accounted_for():
    """As many as there are elements with a value of their own, and rules."""
    reading = read_order_xml(ORDER)
    text = ORDER.decode()
    meta = len(re.findall(r"<(?:name|description|operator|organization|audience|date)\b", text))
    leaves = len(re.findall(r"<(?:string|boolean|integer|long|float|text|stringList) name=", text))
    rules = len(re.findall(r'class="[\w.]*(?:DecideRule|CSXHubFilter)"', text))
    of_rules = 6  # max-hops, two of transclusion and three of file patterns stand in rules
    assert len(reading.settings) == meta + leaves + rules - of_rules
    assert all(one.note for one in reading.not_mapped)
    assert UNKNOWN not in {one.note for one in reading.settings}


def test_what_becomes_of_it_is_the_shipped_profile_but_for_what_that_says_itself():
    read, shipped = profile_from_order_xml(ORDER), load_profile("submission")
    same = ("limits", "seeds", "robots", "politeness", "links", "queues", "canonicalisation")
    for section in same:
        assert getattr(read, section) == getattr(shipped, section), section
    assert read.fetch.model_copy(update={"bytes": 104857600}) == shipped.fetch
    assert read.fetch.bytes == 0
    assert read.name == "CSX_User_Submission"
    assert read.agent.mail == "citeseerx-bot@ist.psu.edu"
    assert "CiteSeerBot/1.12.1" in read.agent.user_agent
    without = {"story"}
    ours = [one.model_dump(exclude=without) for one in shipped.scope if one.name != "traps"]
    assert [one.model_dump(exclude=without) for one in read.scope] == ours
    assert [one.name for one in read.keep] == ["rejectByDefault", "acceptByFileType", "acceptIfHub"]
    assert read.keep[1].url_regex == r"\.(?:doc|pdf|ppt|swf)$"


def test_a_printed_file_with_stray_marks_and_breaks_is_read():
    text = (
        '<newObject name="f" class="org.archive.crawler.frontier.BdbFrontier">'
        '<boolean name="pause-at-start">>true</boolean>'
        '<integer name="min-delay-ms">\n 2500\n</integer></newObject>'
    )
    profile = profile_from_order_xml(order(text))
    assert profile.queues.pause_at_start is True
    assert profile.politeness.min_delay == 2.5


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (rule("AcceptDecideRule"), {"decide": "accept"}),
        (
            rule(
                "MatchesRegExpDecideRule",
                '<string name="decision">REJECT</string>'
                '<string name="regexp">.*(?i)\\.JPG</string>',
            ),
            {"decide": "reject", "url_regex": r"^(?:.*\.JPG)$", "ignore_case": True},
        ),
        (
            rule("NotMatchesRegExpDecideRule", '<string name="regexp">.*x.*</string>'),
            {"decide": "accept", "url_regex": "^(?:.*x.*)$", "unless": True},
        ),
        (
            rule(
                "MatchesListRegExpDecideRule",
                '<stringList name="regexp-list"><string>.*a</string><string>.*b</string>'
                "</stringList>",
            ),
            {"decide": "accept", "url_regex": "^(?:.*a|.*b)$"},
        ),
        (rule("OnHostsDecideRule"), {"decide": "accept", "hosts": ("@seeds",)}),
        (rule("NotOnDomainsDecideRule", '<string name="decision">REJECT</string>'),
         {"decide": "reject", "domains": ("@seeds",), "unless": True}),
        (rule("SurtPrefixedDecideRule"), {"decide": "accept", "surts": ("@seeds",)}),
        (rule("TooManyPathSegmentsDecideRule", '<integer name="max-path-depth">9</integer>'),
         {"decide": "reject", "path_deeper_than": 9}),
        (rule("TransclusionDecideRule"),
         {"decide": "accept", "transclusion_hops": 3, "speculative_hops": 1}),
        (
            rule(
                "ExceedsDocumentLengthThresholdDecideRule",
                '<integer name="content-length-threshold">99</integer>',
            ),
            {"decide": "reject", "larger_than": 99},
        ),
    ],
)  # fmt: skip
def test_rules_of_heritrix_as_rules_of_ours(written, wanted):
    (found,) = profile_from_order_xml(scope_rules(written)).scope
    told = found.model_dump(exclude_defaults=True, exclude={"name"})
    assert told == wanted


def test_the_limit_on_repeating_segments_goes_to_the_traps():
    text = rule("PathologicalPathDecideRule", '<integer name="max-repetitions">4</integer>')
    profile = profile_from_order_xml(scope_rules(text))
    assert profile.traps.repeats == 4
    assert [trap.value for trap in profile.scope[0].traps] == ["repeating_segments"]


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (rule("BeanShellDecideRule"), "BeanShellDecideRule"),
        (rule("MatchesRegExpDecideRule", '<string name="regexp">(a+)+</string>'), "repeat"),
        (rule("MatchesRegExpDecideRule", '<string name="regexp">(</string>'), "pattern"),
        (rule("TooManyHopsDecideRule", '<integer name="max-hops">many</integer>'), "whole number"),
        (rule("SurtPrefixedDecideRule", '<string name="surts-source-file">s</string>'), "surts"),
    ],
)
def test_a_rule_that_has_no_equivalent_is_told(inner, words):
    reading = read_order_xml(scope_rules(inner))
    assert reading.profile.scope == ()
    (told,) = reading.not_mapped
    assert words in told.note


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ('<integer name="max-toe-threads">many</integer>', "whole number"),
        ('<integer name="max-toe-threads">0</integer>', "greater than or equal to 1"),
        ('<string name="shoe-size">44</string>', UNKNOWN),
        (thing("Something", '<string name="a">b</string>'), UNKNOWN),
        (thing("RobotsHonoringPolicy", '<string name="type">most-favored</string>'), "obeyed"),
        (thing("Preselector", '<boolean name="block-all">true</boolean>'), "rule of the scope"),
        (
            thing("CredentialStore", f'<map name="credentials">{thing("Rfc2617Credential")}</map>'),
            "password",
        ),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_taken_is_told(inner, words):
    reading = read_order_xml(order(inner))
    assert reading.not_mapped
    assert any(words in told.note for told in reading.not_mapped)
    assert reading.profile.politeness.connections == 16


def test_a_proxy_is_put_together():
    text = (
        '<newObject name="HTTP" class="a.FetchHTTP"><string name="http-proxy-host">p.test</string>'
        '<string name="http-proxy-port">3128</string></newObject>'
    )
    assert profile_from_order_xml(order(text)).fetch.proxy == "http://p.test:3128"


BILLION_LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE crawl-order [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<crawl-order><meta><name>&b;</name></meta></crawl-order>"""


@pytest.mark.parametrize("read", [read_order_xml, read_csx_heritrix])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no xml",
        b"<crawl-order>",
        b"<other/>",
        BILLION_LAUGHS,
        b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><crawl-order/>',
        b"<crawl-order>" + b"<a>" * 100_000,
        b"<crawl-order>" + b"<a/>" * 100_000 + b"</crawl-order>",
        b" " * 5_000_000,
    ],
)
def test_what_is_no_such_file_is_refused(read, data):
    with pytest.raises(SourceError):
        read(data)


CSX = b"""<?xml version="1.0"?>
<serviceConfiguration><edu><psu><citeseerx>
<utility><ConfigurationManager><autoSave>false</autoSave></ConfigurationManager></utility>
<heritrix><jms>
<newSubmissionsChannel>csx.ingestion.newSubmissions</newSubmissionsChannel>
<statusUpdateChannel>csx.ingestion.statusUpdates</statusUpdateChannel>
<ingestionChannel>csx.ingestion.documentsToIngest</ingestionChannel>
<repositoryID>heritrix1</repositoryID>
<submissionProfile>CSX_User_Submission</submissionProfile>
<hubLinkIndicator>.*(\\.(pdf))(\\.(g?z))?</hubLinkIndicator>
</jms></heritrix>
<messaging><jmsProvider><url>tcp://queue.test:61616</url><clientID>heritrix1</clientID>
<queue><name>csx.ingestion.newSubmissions</name><role>consumer</role>
<acknowledgeMode>CLIENT_ACKNOWLEDGE</acknowledgeMode></queue>
<queue><name>csx.ingestion.statusUpdates</name><role>producer</role>
<acknowledgeMode>CLIENT_ACKNOWLEDGE</acknowledgeMode></queue>
</jmsProvider></messaging>
</citeseerx></psu></edu></serviceConfiguration>"""


def test_csx_heritrix_is_read():
    told = read_csx_heritrix(CSX)
    assert told.repository_id == "heritrix1"
    assert told.provider_url == "tcp://queue.test:61616"
    assert told.submission_profile == "CSX_User_Submission"
    assert [(one.name, one.role) for one in told.queues] == [
        ("csx.ingestion.newSubmissions", "consumer"),
        ("csx.ingestion.statusUpdates", "producer"),
    ]
    assert told.not_mapped == (("utility/ConfigurationManager/autoSave", "false"),)
    profile = told.lay_over(load_profile("submission"))
    assert profile.hubs.pattern == r"^(?:.*(\.(pdf))(\.(g?z))?)$"


def test_a_hub_pattern_that_could_take_forever_is_refused():
    told = read_csx_heritrix(CSX.replace(b".*(\\.(pdf))", b"(a+)+"))
    with pytest.raises(BadSettingError, match="hubLinkIndicator"):
        told.lay_over(load_profile("submission"))


def test_the_documentation_has_every_setting_and_every_rule():
    page = DOCS.read_text(encoding="utf-8")
    for key in (*PLACES, *SAME, *NO_MEANING):
        holder, _, name = key.partition("/")
        assert f"`{holder if name == '*' else name}`" in page, key
    for kind in KINDS:
        assert f"`{kind}`" in page, kind
