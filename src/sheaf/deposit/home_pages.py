"""Which page is the home page of the people or the site that a URL belongs to, by the URL alone."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

# ~lovelace, and people/lovelace: what is below belongs to a person or a group.
PERSONAL = re.compile(
    r"/(?:~[^/]+|(?:people|person|users?|homes?|staff|faculty|members?|labs?|groups?)/[^/]+)/"
)
START_PAGE = re.compile(r"(?:index|home|default|welcome)\.(?:html?|php|aspx?)")


def home_of(url: str) -> str:
    """The home page above a page with a canonical URL; of a home page, itself."""
    parts = urlsplit(url)
    personal = PERSONAL.match(parts.path)
    return parts._replace(path=personal[0] if personal else "/", query="").geturl()


def as_home(url: str) -> str | None:
    """The URL of a home page without the name of its file, or None where a URL is that of none."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rpartition("/")
    if parts.query or (name and not START_PAGE.fullmatch(name.lower())):
        return None
    plain = parts._replace(path=f"{folder}/").geturl()
    return plain if home_of(plain) == plain else None


def names_of_home(home: str) -> tuple[str, ...]:
    """The URLs under which a home page is most likely found."""
    return (home, f"{home}index.html", f"{home}index.htm", f"{home}index.php")
