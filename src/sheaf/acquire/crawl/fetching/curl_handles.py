"""Handles of libcurl set up for a crawl, and its error codes as our outcomes."""

from __future__ import annotations

import ssl
from pathlib import Path

import pycurl

from sheaf.acquire.crawl.fetching.request_options import RequestOptions
from sheaf.acquire.crawl.visits import FetchOutcome
from sheaf.crawl_settings import CrawlSettings, FetchSettings
from sheaf.errors import MissingPartError

# Servers with long policies and cookies are no broken servers.
LONGEST_HEAD = 96 * 1024
# In one piece from the kernel, as far as possible: each piece costs a call into Python.
BUFFER_BYTES = 128 * 1024
KEPT_ALIVE_SECONDS = 30
CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem",
)  # fmt: skip
FAMILIES = {
    "any": pycurl.IPRESOLVE_WHATEVER, "ipv4": pycurl.IPRESOLVE_V4, "ipv6": pycurl.IPRESOLVE_V6
}  # fmt: skip
SUPPRESS_CONNECT_HEADERS = 265  # curl.h; pycurl has no name for it
NO_URL = frozenset({pycurl.E_URL_MALFORMAT, pycurl.E_UNSUPPORTED_PROTOCOL})
NO_NAME = frozenset({pycurl.E_COULDNT_RESOLVE_HOST, pycurl.E_COULDNT_RESOLVE_PROXY})
NO_TLS = frozenset(
    {
        pycurl.E_SSL_CONNECT_ERROR, pycurl.E_PEER_FAILED_VERIFICATION, pycurl.E_SSL_CIPHER,
        pycurl.E_SSL_CERTPROBLEM, pycurl.E_SSL_ISSUER_ERROR, pycurl.E_SSL_INVALIDCERTSTATUS,
    }
)  # fmt: skip


def make_handle(settings: CrawlSettings, options: RequestOptions) -> pycurl.Curl:
    """A handle with everything set that is the same for all requests of a crawl."""
    curl, fetch = pycurl.Curl(), settings.fetch
    set_option = curl.setopt
    set_option(pycurl.NOSIGNAL, 1)
    set_option(pycurl.FOLLOWLOCATION, 0)
    set_option(pycurl.PROTOCOLS, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS)
    # The canonical form is what the frontier and the WARC file know: it goes out unchanged.
    set_option(pycurl.PATH_AS_IS, 1)
    set_option(pycurl.HTTP09_ALLOWED, 0)
    set_option(pycurl.BUFFERSIZE, BUFFER_BYTES)
    set_option(pycurl.MAXAGE_CONN, KEPT_ALIVE_SECONDS)
    set_option(pycurl.TIMEOUT_MS, max(1, int(fetch.seconds * 1000)))
    connecting = min(fetch.connect_seconds, fetch.seconds)
    set_option(pycurl.CONNECTTIMEOUT_MS, max(1, int(connecting * 1000)))
    set_option(pycurl.LOW_SPEED_LIMIT, fetch.slow_bytes)
    set_option(pycurl.LOW_SPEED_TIME, max(1, round(fetch.slow_seconds)))
    set_option(pycurl.IPRESOLVE, FAMILIES[fetch.address_family])
    # An empty name switches off what the environment may say.
    set_option(pycurl.PROXY, fetch.proxy)
    # The answer is the server's; what a proxy says when it opens a tunnel is none.
    set_option(SUPPRESS_CONNECT_HEADERS, 1)
    several = settings.politeness.host_connections > 1
    version = pycurl.CURL_HTTP_VERSION_2TLS if several else pycurl.CURL_HTTP_VERSION_1_1
    set_option(pycurl.HTTP_VERSION, version)
    # Fetches that begin at the same moment wait for one connection instead of making one each.
    set_option(pycurl.PIPEWAIT, int(several))
    _set_certificates(curl, fetch)
    _set_options(curl, options)
    return curl


def _set_options(curl: pycurl.Curl, options: RequestOptions) -> None:
    if not options.keep_alive:
        curl.setopt(pycurl.FORBID_REUSE, 1)
    if options.bind_address:
        curl.setopt(pycurl.INTERFACE, f"host!{options.bind_address}")
    if options.cookies:
        curl.setopt(pycurl.COOKIEFILE, options.cookies_from)
        if options.cookies_to:
            curl.setopt(pycurl.COOKIEJAR, options.cookies_to)
    if options.passwords:
        curl.setopt(pycurl.HTTPAUTH, pycurl.HTTPAUTH_BASIC)


def share_cookies() -> pycurl.CurlShare:
    """One set of cookies for all handles."""
    share = pycurl.CurlShare()
    share.setopt(pycurl.SH_SHARE, pycurl.LOCK_DATA_COOKIE)
    return share


def _set_certificates(curl: pycurl.Curl, fetch: FetchSettings) -> None:
    if not fetch.check_certificates:
        curl.setopt(pycurl.SSL_VERIFYPEER, 0)
        curl.setopt(pycurl.SSL_VERIFYHOST, 0)
        return
    paths = ssl.get_default_verify_paths()
    files = [fetch.certificates] if fetch.certificates else [paths.cafile, *CERTIFICATES]
    found = next((name for name in files if name and Path(name).is_file()), None)
    if found:
        curl.setopt(pycurl.CAINFO, found)
    elif fetch.certificates or not paths.capath:
        raise MissingPartError(
            f"There are no certificates to check servers with ({', '.join(filter(None, files))}).",
            "Install the package ca-certificates, or name a file: certificates in [crawl.fetch].",
        )
    if paths.capath and not fetch.certificates:
        curl.setopt(pycurl.CAPATH, paths.capath)


def classify_failure(error: int, *, is_connected: bool) -> tuple[FetchOutcome, int]:
    """What it means that no answer came at all, with Heritrix's code for it."""
    # libcurl calls an answer that is not HTTP an unsupported protocol, too.
    if error in NO_URL and not is_connected:
        return FetchOutcome.BAD_URL, -7
    if error in NO_NAME:
        return FetchOutcome.UNREACHABLE, -1
    if error in NO_TLS:
        return FetchOutcome.TLS_FAILED, -2
    if error == pycurl.E_COULDNT_CONNECT:
        return FetchOutcome.UNREACHABLE, -2
    if error == pycurl.E_OPERATION_TIMEDOUT:
        if is_connected:
            return FetchOutcome.TIMED_OUT, -4
        return FetchOutcome.UNREACHABLE, -2
    return FetchOutcome.BROKEN_RESPONSE, -3
