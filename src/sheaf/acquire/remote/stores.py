"""Opens the store that a URL leads to."""

from __future__ import annotations

from sheaf.acquire.remote.address import Address
from sheaf.acquire.remote.store import Store
from sheaf.errors import MissingPartError


def open_store(address: Address, *, allow_private: bool) -> Store:
    """Each brings a client along that no other import needs, so it is loaded only here."""
    if address.scheme in ("http", "https"):
        from sheaf.acquire.remote.http import HttpStore

        return HttpStore(address, allow_private=allow_private)
    try:
        if address.scheme == "sftp":
            from sheaf.acquire.remote.sftp import SftpStore

            return SftpStore(address)
        from sheaf.acquire.remote.s3 import S3Store

        return S3Store(address)
    except ImportError as problem:
        raise MissingPartError(
            f"{address.scheme}:// needs the package {problem.name}, which is not installed.",
            "Install it with: pip install 'sheaf[remote]'",
        ) from None
