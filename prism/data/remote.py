"""A file that a publisher offers for download."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RemoteFile:
    name: str  # of the downloaded copy
    urls: tuple[str, ...]  # tried in this order; empty where the user has to fetch the file by hand
    checksum: str | None = None  # "md5:...", "sha256:..." or its "sha256-prefix:..."; None where nobody published one
    size: int | None = None  # bytes
    unpack: bool = True  # whether it is an archive to be unpacked; if not, it is copied as it is
