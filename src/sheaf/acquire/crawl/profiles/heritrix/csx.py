"""The csx-heritrix.xml of CiteSeerX: where messages go, and which pages are hubs."""

from __future__ import annotations

from dataclasses import dataclass

from sheaf.acquire.crawl.profiles.heritrix.xml_tree import Node, read_xml
from sheaf.acquire.crawl.profiles.profile import Profile
from sheaf.crawl_settings import HubSettings
from sheaf.errors import BadSettingError, SourceError
from sheaf.patterns import BadPattern, Pattern

WHAT = "csx-heritrix.xml"
ROOT = ("serviceConfiguration", "edu", "psu", "citeseerx")


@dataclass(frozen=True, slots=True)
class CsxQueue:
    name: str
    role: str
    acknowledge_mode: str


@dataclass(frozen=True, slots=True)
class CsxHeritrix:
    """What the file says, empty where it says nothing; `not_mapped` are settings of no meaning
    here, each as its path and its value."""

    new_submissions_channel: str = ""
    status_update_channel: str = ""
    ingestion_channel: str = ""
    repository_id: str = ""
    submission_profile: str = ""
    hub_link_indicator: str = ""
    provider_url: str = ""
    client_id: str = ""
    queues: tuple[CsxQueue, ...] = ()
    not_mapped: tuple[tuple[str, str], ...] = ()

    def lay_over(self, profile: Profile) -> Profile:
        """The profile with the hub pattern of the file, which had to match the whole URL."""
        if not self.hub_link_indicator:
            return profile
        pattern = f"^(?:{self.hub_link_indicator})$"
        try:
            Pattern(pattern, ignore_case=True)
        except BadPattern as problem:
            raise BadSettingError(
                f"{WHAT}: hubLinkIndicator: {problem}.", "Write a simpler pattern."
            ) from None
        return profile.model_copy(update={"hubs": HubSettings(pattern=pattern)})


PLACES = {
    "heritrix/jms/newSubmissionsChannel": "new_submissions_channel",
    "heritrix/jms/statusUpdateChannel": "status_update_channel",
    "heritrix/jms/ingestionChannel": "ingestion_channel",
    "heritrix/jms/repositoryID": "repository_id",
    "heritrix/jms/submissionProfile": "submission_profile",
    "heritrix/jms/hubLinkIndicator": "hub_link_indicator",
    "messaging/jmsProvider/url": "provider_url",
    "messaging/jmsProvider/clientID": "client_id",
}


def is_csx_heritrix(data: bytes) -> bool:
    return read_xml(data, WHAT).tag == ROOT[0]


def read_csx_heritrix(data: bytes) -> CsxHeritrix:
    node: Node | None = read_xml(data, WHAT)
    if node is None or node.tag != ROOT[0]:
        raise SourceError(f"{WHAT} does not begin with {ROOT[0]}.", "Check the file.")
    for tag in ROOT[1:]:
        node = node.child(tag) if node else None
    if node is None:
        raise SourceError(f"{WHAT} has no {'/'.join(ROOT)}.", "Check the file.")
    found: dict[str, str] = {}
    queues, others = [], []
    for path, leaf in _leaves(node, ""):
        if path in PLACES:
            found[PLACES[path]] = leaf.text
        elif leaf.tag == "queue":
            queues.append(_queue(leaf))
        else:
            others.append((path, leaf.text))
    return CsxHeritrix(**found, queues=tuple(queues), not_mapped=tuple(others))


def _leaves(node: Node, path: str) -> list[tuple[str, Node]]:
    found = []
    for child in node.children:
        below = f"{path}/{child.tag}".lstrip("/")
        if child.children and child.tag != "queue":
            found += _leaves(child, below)
        else:
            found.append((below, child))
    return found


def _queue(node: Node) -> CsxQueue:
    texts = {child.tag: child.text for child in node.children}
    return CsxQueue(texts.get("name", ""), texts.get("role", ""), texts.get("acknowledgeMode", ""))
