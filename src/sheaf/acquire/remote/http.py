"""Files of web servers: one by its URL, or those that the index page of a folder links to.

The address of every connection is checked, after redirects too: a server elsewhere must not make
us read what only this machine, or its network, can reach.
"""

from __future__ import annotations

import base64
import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from sheaf import __version__
from sheaf.acquire.addresses import AddressGuard, RefusedAddress
from sheaf.acquire.remote.address import Address
from sheaf.acquire.remote.store import (
    CHUNK,
    PATIENCE,
    Changed,
    Facts,
    Reading,
    RemoteFile,
    compile_pattern,
    has_wildcard,
    nothing_there,
    pattern_depth,
    split_pattern,
)
from sheaf.errors import SourceError

if TYPE_CHECKING:
    from http.client import HTTPResponse

REDIRECTS = 10
REDIRECTED = frozenset({301, 302, 303, 307, 308})
# Worth another try, a little later.
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
NO_HEAD = frozenset({400, 403, 405, 501})
LARGEST_INDEX = 16 * 1024**2
MOST_FOLDERS = 10_000
DEEPEST = 30
LONGEST_SIZE = 18  # digits
# Links hold spaces and the like as they are, more often than they should.
IN_URLS = "%/:?#[]@!$&'()*+,;=~"
AGENT = {"User-Agent": f"Sheaf/{__version__}", "Accept": "*/*", "Accept-Encoding": "identity"}


class HttpStore:
    def __init__(self, address: Address, *, allow_private: bool) -> None:
        self.address = address
        self.guard = AddressGuard({}, allow_private=allow_private, loopback_only=False)
        self.origin = f"{address.scheme}://{_netloc(address)}"

    def close(self) -> None:
        """Nothing is held between two files."""

    def files(self) -> Iterator[RemoteFile]:
        folder, pattern = split_pattern(self.address.path)
        if not has_wildcard(self.address.path) and not self.address.path.endswith("/"):
            start = self.origin + self.address.path
            with self._request("HEAD", self._key(start), {}) as (url, response):
                if not _is_index(url, response):
                    yield self._single(start, _facts(response))
                    return
            folder, pattern = urlsplit(url).path, ""
        root = self.origin + folder
        found = False
        for url in self._walk(root, pattern_depth(pattern) if pattern else None):
            name = unquote(url[len(root) :])
            if not pattern or compile_pattern(unquote(pattern)).fullmatch(name):
                found = True
                yield RemoteFile(self._public_url(root), name, url, self._public_url(url))
        if not found:
            raise nothing_there(self.address.name)

    def look(self, file: RemoteFile) -> Facts:
        with self._request("HEAD", file.key, {}, file.url) as (_, response):
            return _facts(response)

    @contextmanager
    def open(self, file: RemoteFile, start: int, known: Facts) -> Iterator[Reading]:
        headers = {}
        # If-Range takes strong marks only; the server sends all of it where they do not fit.
        if start and known.version and not known.version.startswith("W/"):
            headers = {"Range": f"bytes={start}-", "If-Range": known.version}
        with self._request("GET", file.key, headers, file.url) as (_, response):
            facts = _facts(response)
            begins = _first_byte(response) if response.status == 206 else 0
            if begins not in (0, start):
                raise OSError("the server sent another stretch of the file than it was asked for")
            yield Reading(facts, begins, _chunks(response))

    def _single(self, url: str, facts: Facts) -> RemoteFile:
        folder, _, name = url.rpartition("/")
        return RemoteFile(f"{self._public_url(folder)}/", unquote(name), self._key(url),
                          self._public_url(url, self.address.query), facts)  # fmt: skip

    def _key(self, url: str) -> str:
        return f"{url}?{self.address.query}" if self.address.query else url

    def _public_url(self, url: str, query: str = "") -> str:
        parts = urlsplit(url)
        bare = Address(self.address.scheme, self.address.host, parts.path, self.address.port,
                       self.address.user, query=query)  # fmt: skip
        return bare.name

    # -- index pages -------------------------------------------------------------------------------

    def _walk(self, root: str, deepest: int | None) -> Iterator[str]:
        """The files linked from the index page of a folder and of those below it, in the order
        of a local folder, within bounds."""
        seen = {root}

        def walk(folder: str, depth: int) -> Iterator[str]:
            for url in self._read_links(folder, root):
                if not url.endswith("/"):
                    yield url
                elif url not in seen and depth < (DEEPEST if deepest is None else deepest):
                    seen.add(url)
                    if len(seen) > MOST_FOLDERS:
                        raise SourceError(
                            f"{self.address.name} has more than {MOST_FOLDERS:,} folders.",
                            "Name some of them instead of all.",
                        )
                    yield from walk(url, depth + 1)

        return walk(root, 0)

    def _read_links(self, folder: str, root: str) -> list[str]:
        with self._request("GET", folder, {}, self._public_url(folder)) as (final, response):
            page = _read_page(response)
            if len(page) > LARGEST_INDEX or not _is_index(final, response):
                raise SourceError(
                    f"{self._public_url(folder)} is no index page of a folder.",
                    "Name a file, or a folder whose server lists what is in it.",
                )
        hrefs = (link.attributes.get("href") or "" for link in LexborHTMLParser(page).css("a"))
        found = set()
        for href in hrefs:
            try:
                url = quote(urljoin(folder, href.strip()), safe=IN_URLS)
                parts = urlsplit(url)
            except ValueError:
                continue
            is_below = url.startswith(root) and url != folder and ".." not in parts.path.split("/")
            # Apache's links with a query sort the same page in another way.
            if is_below and not parts.query and not parts.fragment:
                found.add(url)
        return sorted(found, key=lambda url: unquote(url.rstrip("/")))

    # -- requests ----------------------------------------------------------------------------------

    @contextmanager
    def _request(
        self, method: str, url: str, headers: dict[str, str], name: str = ""
    ) -> Iterator[tuple[str, HTTPResponse]]:
        """`name` is what is asked for, where that is not the source itself."""
        name = name or self.address.name
        for _ in range(REDIRECTS):
            # The answer holds the socket too.
            with (
                closing(self._open_connection(url)) as connection,
                closing(self._send_request(connection, method, url, headers)) as response,
            ):
                location = response.headers.get("Location")
                if response.status not in REDIRECTED or not location:
                    if method == "HEAD" and response.status in NO_HEAD:
                        method = "GET"
                        continue
                    _check(response, name)
                    yield url, response
                    return
            url = _redirect_target(url, location, name)
        raise SourceError(f"{name} redirects more than {REDIRECTS} times.")

    def _open_connection(self, url: str) -> http.client.HTTPConnection:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SourceError(f"{self.address.name} redirects to something other than a web page.")
        try:
            port = parts.port or (443 if parts.scheme == "https" else 80)
            sock = self._connect_checked(parts.hostname, port)
            if parts.scheme == "https":
                context = ssl.create_default_context()
                sock = context.wrap_socket(sock, server_hostname=parts.hostname)
        except RefusedAddress as problem:
            raise SourceError(
                f"{self.address.name} leads to a private address: {problem}.",
                "If that is meant, set allow_private_sources = true under [acquire] in sheaf.toml.",
            ) from None
        except (ssl.SSLCertVerificationError, UnicodeError, ValueError) as problem:
            raise SourceError(
                f"{self.address.name}: no safe connection to {parts.hostname}: {problem}.",
                "Check the name of the host; a certificate of your own goes into SSL_CERT_FILE.",
            ) from None
        connection = http.client.HTTPConnection(parts.hostname, port, timeout=PATIENCE)
        connection.sock = sock
        return connection

    def _connect_checked(self, host: str, port: int) -> socket.socket:
        """To an address that was checked, and to no other the name may have a moment later."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(place[0]).partition("%")[0] for *_, place in found))
        for address in addresses:
            self.guard.check(ip_address(address))
        for address in addresses[:-1]:
            try:
                return socket.create_connection((address, port), timeout=PATIENCE)
            except OSError:
                continue
        return socket.create_connection((addresses[-1], port), timeout=PATIENCE)

    def _send_request(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        url: str,
        headers: dict[str, str],
    ) -> HTTPResponse:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        sent = {
            **AGENT,
            **headers,
            "Host": host if host.isascii() else host.encode("idna").decode(),
        }
        # The password is for the host it was given for, and for no other.
        if self.address.password is not None and url.startswith(f"{self.origin}/"):
            pair = f"{self.address.user or ''}:{self.address.password}".encode()
            sent["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request(method, quote(target, safe=IN_URLS), headers=sent)
            return connection.getresponse()
        except http.client.InvalidURL:
            raise SourceError(f"{self.address.name} is no valid URL.") from None
        except http.client.HTTPException as problem:
            raise OSError(f"no sensible answer ({type(problem).__name__})") from problem


def _check(response: HTTPResponse, name: str) -> None:
    status = response.status
    if status in (200, 206):
        return
    if status in PASSING:
        raise OSError(f"the server answers {status} {response.reason}")
    if status in (404, 410):
        raise nothing_there(name)
    if status in (401, 403):
        raise SourceError(
            f"{name}: the server refuses access ({status}).",
            "Check user and password: https://USER:PASSWORD@HOST/...; they are not kept.",
        )
    if status == 416:
        raise Changed  # it ends before the byte that was asked for
    raise SourceError(f"{name}: the server answers {status} {response.reason}.")


def _redirect_target(url: str, location: str, name: str) -> str:
    """Where a redirect leads. Headers come as Latin-1, whatever their bytes are."""
    try:
        url = urljoin(url, quote(location.encode("latin-1", "replace"), safe=IN_URLS))
        urlsplit(url)
    except ValueError:
        raise SourceError(f"{name} redirects to something other than a web page.") from None
    return url


def _read_page(response: HTTPResponse) -> bytes:
    """An index page; one byte more than the limit where it is longer."""
    page = bytearray()
    for chunk in _chunks(response):
        page += chunk
        if len(page) > LARGEST_INDEX:
            break
    if response.length and len(page) <= LARGEST_INDEX:
        raise OSError("the connection broke off")
    return bytes(page[: LARGEST_INDEX + 1])


def _netloc(address: Address) -> str:
    host = f"[{address.host}]" if ":" in address.host else address.host
    return f"{host}:{address.port}" if address.port else host


def _is_index(url: str, response: HTTPResponse) -> bool:
    kind = response.headers.get_content_type()
    return urlsplit(url).path.endswith("/") and kind in ("text/html", "application/xhtml+xml")


def _facts(response: HTTPResponse) -> Facts:
    modified = response.headers.get("Last-Modified", "")
    try:
        time = parsedate_to_datetime(modified).timestamp() if modified else None
    except (ValueError, OverflowError):
        time = None
    # A weak ETag promises only that it looks the same.
    etag = response.headers.get("ETag", "")
    version = modified if not etag or (modified and etag.startswith("W/")) else etag
    return Facts(_size(response), version, time)


def _size(response: HTTPResponse) -> int | None:
    """Of the whole file. In a part of it Content-Range tells: bytes 100-999/1000."""
    if response.status == 206:
        whole = response.headers.get("Content-Range", "").rpartition("/")[2]
    else:
        whole = response.headers.get("Content-Length", "")
    return int(whole) if whole.isdecimal() and len(whole) <= LONGEST_SIZE else None


def _first_byte(response: HTTPResponse) -> int:
    first = response.headers.get("Content-Range", "").removeprefix("bytes ").partition("-")[0]
    return int(first) if first.strip().isdecimal() and len(first) <= LONGEST_SIZE else -1


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    try:
        while chunk := response.read1(CHUNK):
            yield chunk
    except http.client.HTTPException as problem:
        raise OSError(f"the connection broke off ({type(problem).__name__})") from problem
