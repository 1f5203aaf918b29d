"""Files of object stores that speak S3. Keys, profile, region and endpoint come from where the AWS
tools have theirs.

Listings are asked for a page at a time and never kept: a bucket may hold millions of objects.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import botocore.exceptions as boto
from fsspec.asyn import FSTimeoutError, sync
from s3fs import S3FileSystem

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
    split_pattern,
)
from sheaf.errors import SourceError

# Letters of a key like any other, which mean something in a URL: two keys must not become one.
OF_URLS = str.maketrans({"%": "%25", "#": "%23", "?": "%3F"})
PLAIN_MD5 = re.compile(r'"?([0-9a-f]{32})"?')
KEYS = (
    "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE; for a store other than "
    "Amazon's, AWS_ENDPOINT_URL."
)
UNCONFIGURED = (boto.NoCredentialsError, boto.PartialCredentialsError, boto.ProfileNotFound,
                boto.NoRegionError, boto.InvalidConfigError)  # fmt: skip
UNREACHED = (boto.BotoCoreError, aiohttp.ClientError, FSTimeoutError, asyncio.TimeoutError)


class S3Store:
    def __init__(self, address: Address) -> None:
        self.address = address
        self.bucket = address.host
        with self._errors(address.name):
            self.service = S3FileSystem(
                skip_instance_cache=True,
                use_listings_cache=False,
                config_kwargs={
                    "connect_timeout": PATIENCE,
                    "read_timeout": PATIENCE,
                    "retries": {"max_attempts": 1},
                },
            )
            self.service.retries = 1  # `fetching` tries again, and says so

    def close(self) -> None:
        creator = getattr(self.service, "_s3creator", None)
        if creator is not None:
            S3FileSystem.close_session(self.service.loop, creator)

    def files(self) -> Iterator[RemoteFile]:
        key = self.address.path
        if has_wildcard(key):
            folder, pattern = split_pattern(key)
            fits = compile_pattern(pattern)
            prefix = folder + re.split(r"[*?\[]", pattern)[0]
            found = self._list_files(prefix, folder)
            chosen: Iterator[RemoteFile] = (file for file in found if fits.fullmatch(file.name))
        else:
            single = self._single(key) if key and not key.endswith("/") else None
            if single is not None:
                yield single
                return
            folder = f"{key.rstrip('/')}/" if key else ""
            chosen = self._list_files(folder, folder)
        first = next(chosen, None)
        if first is None:
            raise nothing_there(self.address.name)
        yield first
        yield from chosen

    def look(self, file: RemoteFile) -> Facts:
        with self._errors(file.url):
            return _facts(self._call("head_object", Key=file.key), "ContentLength")

    @contextmanager
    def open(self, file: RemoteFile, start: int, known: Facts) -> Iterator[Reading]:
        start = start if known.version else 0
        asked = {"Range": f"bytes={start}-", "IfMatch": known.version} if start else {}
        with self._errors(file.url):
            answer = self._call("get_object", Key=file.key, **asked)
            whole = answer.get("ContentRange", "").rpartition("/")[2] or answer["ContentLength"]
            facts = _facts({**answer, "Size": int(whole)}, "Size")
            body = answer["Body"]
            try:
                yield Reading(facts, start, self._chunks(body))
            finally:
                body.close()

    def _chunks(self, body: Any) -> Iterator[bytes]:
        while chunk := sync(self.service.loop, body.read, CHUNK, timeout=PATIENCE):
            yield chunk

    def _call(self, method: str, **asked: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.service.call_s3(method, Bucket=self.bucket, **asked)
        return answer

    def _single(self, key: str) -> RemoteFile | None:
        folder, slash, name = key.rpartition("/")
        try:
            with self._errors(self.address.name, missing_is_error=False):
                answer = self._call("head_object", Key=key)
        except FileNotFoundError:
            return None
        return self._file(folder + slash, name, _facts(answer, "ContentLength"))

    def _list_files(self, prefix: str, folder: str) -> Iterator[RemoteFile]:
        """In the order of their keys. Objects that stand for folders are no files."""
        more: dict[str, str] = {}
        while True:
            with self._errors(self.address.name):
                page = self._call("list_objects_v2", Prefix=prefix, **more)
            for entry in page.get("Contents", ()):
                if not entry["Key"].endswith("/"):
                    yield self._file(folder, entry["Key"][len(folder) :], _facts(entry, "Size"))
            if not page.get("IsTruncated"):
                return
            more = {"ContinuationToken": page["NextContinuationToken"]}

    def _file(self, folder: str, name: str, facts: Facts) -> RemoteFile:
        key = folder + name
        url = self.address.url_of(key.translate(OF_URLS))
        return RemoteFile(self.address.url_of(folder), name, key, url, facts)

    @contextmanager
    def _errors(self, name: str, *, missing_is_error: bool = True) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as problem:
            if not missing_is_error and _code(problem) != "NoSuchBucket":
                raise
            if _code(problem) == "NoSuchBucket":
                raise SourceError(f"There is no bucket {self.bucket}.", KEYS) from None
            raise nothing_there(name) from None
        except PermissionError as problem:
            raise SourceError(
                f"{name}: the store refuses access ({_code(problem) or 'denied'}).", KEYS
            ) from None
        except UNCONFIGURED as problem:
            raise SourceError(f"{name}: {_describe(problem)}.", KEYS) from None
        except UNREACHED as problem:
            raise OSError(_describe(problem)) from problem
        except OSError as problem:
            if _code(problem) in ("PreconditionFailed", "412", "InvalidRange", "416"):
                raise Changed from problem
            raise


def _facts(answer: dict[str, Any], size: str) -> Facts:
    etag = answer.get("ETag") or ""
    found = PLAIN_MD5.fullmatch(etag)
    # With keys of its own the store's ETag is no MD5.
    is_plain = found is not None and not (
        str(answer.get("ServerSideEncryption", "")).startswith("aws:kms")
        or "SSECustomerAlgorithm" in answer
    )
    modified = answer.get("LastModified")
    time = modified.timestamp() if modified else None
    return Facts(answer[size], etag, time, found[1] if found and is_plain else "")


def _code(problem: BaseException) -> str:
    response = getattr(problem.__cause__, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _describe(problem: Exception) -> str:
    """Without the full stop: one is put behind it."""
    return " ".join(str(problem).split())[:300].rstrip(".") or type(problem).__name__
