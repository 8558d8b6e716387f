"""Download a file as a whole and check it; a broken download is continued, never taken for the file."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import requests
from tqdm import tqdm

from prism.data.remote import RemoteFile
from prism.errors import PrismError

WAITS = (1.0, 5.0, 25.0)  # seconds before an address is asked again
TIMEOUT = 30.0  # seconds of silence
HEADERS = {"User-Agent": "prism (reproduction of a paper)", "Accept-Encoding": "identity"}
GONE = {401, 403, 404, 410}  # HTTP status codes after which asking again does not help
CHUNK = 1 << 16  # bytes; a chunk that is incomplete when the connection breaks is lost


class Reply(NamedTuple):
    start: int  # byte of the file with which the chunks begin
    total: int | None  # bytes of the whole file
    chunks: Iterator[bytes]


def fetch(file: RemoteFile, raw: Path, by_hand: str | None = None) -> Path:
    """Return the path of `file` in the folder `raw`; download it, or continue to, unless a good copy is there."""
    target = raw / file.name
    if target.exists() and matches(target, file.checksum):
        return target
    raw.mkdir(parents=True, exist_ok=True)
    part = raw / f"{file.name}.part"
    reasons = []
    for url in file.urls:
        reason = _download_with_retries(url, part, file.checksum)
        if reason is None:
            part.replace(target)
            return target
        reasons.append(f"{url}: {reason}")
        if file.checksum is None:
            part.unlink(missing_ok=True)  # without a checksum, halves of two addresses could be joined unnoticed
    problem = f"could not be fetched ({'; '.join(reasons)})" if reasons else "cannot be fetched automatically"
    raise PrismError(f"{file.name} {problem}: {by_hand or 'check your network and run the same command again.'}")


def matches(path: Path, checksum: str | None) -> bool:
    """Return whether a file has the checksum "md5:...", "sha256:..." or "sha256-prefix:..."; None fits any file."""
    if checksum is None:
        return True
    digest = _digest(path, checksum)
    return digest.startswith(checksum) if checksum.startswith("sha256-prefix:") else digest == checksum


def reason_of(error: Exception) -> str:
    """Return why a request failed in a few words, because the texts of the libraries fill a screen."""
    if isinstance(error, requests.HTTPError) and error.response is not None:
        return f"HTTP {error.response.status_code}"
    if isinstance(error, requests.Timeout | TimeoutError):
        return f"no answer in {TIMEOUT:g} s"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the connection broke"
    if isinstance(error, requests.ConnectionError):
        return "no connection"
    return (str(error) or type(error).__name__).splitlines()[0]


def is_final(error: Exception) -> bool:
    """Return whether asking again would not help."""
    response = getattr(error, "response", None)
    return response is not None and response.status_code in GONE


def _download_with_retries(url: str, part: Path, checksum: str | None) -> str | None:
    """Complete the file `part`, trying several times; return None, or the last reason why it failed."""
    reason = ""
    for wait in (0.0, *WAITS):
        time.sleep(wait)
        try:
            resumed = _append_missing(url, part)
        except (OSError, requests.RequestException) as error:
            reason = reason_of(error)
            if is_final(error):
                return reason
            continue
        if matches(part, checksum):
            return None
        reason = f"the checksum is {_digest(part, checksum or '')} instead of {checksum}"
        part.unlink()
        if not resumed:  # a resumed file may be two halves that do not fit, so it is tried again from the start
            return reason
    return reason


def _append_missing(url: str, part: Path) -> bool:
    """Fetch the bytes that `part` lacks; return whether it had some already."""
    offset = part.stat().st_size if part.exists() else 0
    with _open_url(url, offset) as reply:
        label = part.name.removesuffix(".part")
        bar = tqdm(desc=label, total=reply.total, initial=reply.start, unit="B", unit_scale=True, disable=None)
        with bar, part.open("ab" if reply.start else "wb") as stream:
            for chunk in reply.chunks:
                stream.write(chunk)
                bar.update(len(chunk))
    if reply.total not in (None, part.stat().st_size):
        raise OSError("the connection broke")
    return reply.start > 0


@contextmanager
def _open_url(url: str, offset: int) -> Iterator[Reply]:
    """Yield the content of a file from the byte `offset` on, or from its start if the server cannot do that."""
    if url.startswith("ftp://"):
        with urlopen(url, timeout=TIMEOUT) as response:
            length = response.headers.get("Content-Length")
            yield Reply(0, int(length) if length else None, iter(lambda: response.read(CHUNK), b""))
        return
    headers = HEADERS | ({"Range": f"bytes={offset}-"} if offset else {})
    with requests.get(url, headers=headers, stream=True, timeout=TIMEOUT) as response:
        if response.status_code == requests.codes.requested_range_not_satisfiable:
            with requests.get(url, headers=HEADERS, stream=True, timeout=TIMEOUT) as whole:
                yield _reply(whole, 0)
            return
        # A server that ignores the range answers 200 and sends the file from its start.
        yield _reply(response, offset if response.status_code == requests.codes.partial_content else 0)


def _reply(response: requests.Response, start: int) -> Reply:
    response.raise_for_status()
    length = response.headers.get("Content-Length")
    return Reply(start, start + int(length) if length else None, response.iter_content(CHUNK))


def _digest(path: Path, checksum: str) -> str:
    algorithm = checksum.partition(":")[0]
    with path.open("rb") as stream:
        return f"{algorithm}:{hashlib.file_digest(stream, algorithm.removesuffix('-prefix')).hexdigest()}"
