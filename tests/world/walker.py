"""A small polite crawler over World.respond: what can be reached by links that may be followed."""

from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from sheaf.world.sites.attic import FIRST_MONTH

ENDLESS = "/calendar/"


class Links(HTMLParser):
    def __init__(self, url):
        super().__init__()
        self.base, self.found, self.nofollow = url, [], False

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "base":
            self.base = values["href"]
        if tag == "meta" and values.get("name") == "robots":
            self.nofollow = "nofollow" in values["content"]
        if tag == "a" and values.get("href"):
            self.found.append(urljoin(self.base, values["href"].strip()))


def links_to_follow(url, response):
    """Absolute addresses on a page, canonical enough to compare; none on a nofollow page."""
    page = Links(url)
    page.feed(response.body.decode("utf-8", "replace"))
    return [] if page.nofollow else [canonical(each) for each in page.found if is_web(each)]


def is_web(url):
    return url.lower().startswith("http://")


def canonical(url):
    parts = urlsplit(urldefrag(url).url)
    return parts._replace(scheme="http", netloc=parts.hostname or "").geturl()


class Walker:
    def __init__(self, world):
        self.world = world
        self._rules = {}

    def fetch(self, url):
        parts = urlsplit(url)
        query = f"?{parts.query}" if parts.query else ""
        return self.world.respond(parts.hostname, parts.path + query)

    def allows(self, url):
        host = urlsplit(url).hostname
        if host not in self._rules:
            response = self.world.respond(host, "/robots.txt")
            rules = self._rules[host] = RobotFileParser()
            rules.parse(response.body.decode().splitlines() if response.status == 200 else [])
        return self._rules[host].can_fetch("walker", url)

    def walk(self):
        """Every URL reached from the seeds, the endless calendar only by its first month."""
        reached, waiting = {}, list(self.world.seeds)
        while waiting:
            url = waiting.pop()
            if url in reached or not self.allows(url):
                continue
            reached[url] = response = self.fetch(url)
            waiting += [each for each in self._onward(url, response) if not _later_month(each)]
        return reached

    def _onward(self, url, response):
        if response.status in (301, 302):
            return [response.header("Location")]
        is_page = response.body[:9].lower().startswith((b"<html", b"<!doctype"))
        return links_to_follow(url, response) if is_page else []


def _later_month(url):
    return ENDLESS in url and not url.endswith(f"{ENDLESS}{FIRST_MONTH}")
