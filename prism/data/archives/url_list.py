"""Fetch images that are published as addresses only, with few requests to a host; record those that are gone."""

import io
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock, Semaphore
from typing import NamedTuple
from urllib.parse import urlsplit

import pandas as pd
import requests
from PIL import Image
from tqdm import tqdm

from prism.data.fetch import HEADERS, TIMEOUT, is_final, reason_of
from prism.data.source import UrlList
from prism.errors import PrismError
from prism.io.files import atomic, existing, write_text

WAIT = 2.0  # seconds before an address is asked a second time
AT_ONCE = 32  # requests
PER_HOST = 4  # requests at once
LARGEST = 50_000_000  # bytes of an image


class Missing(NamedTuple):
    path: str
    url: str
    reason: str


def fetch_images(url_list: UrlList, list_file: Path, files: Path, raw: Path) -> int:
    """Fetch the images that the folder `files` lacks, record failures in raw/missing.csv and return their number."""
    addresses = url_list.read(existing(list_file))
    absent = {path: url for path, url in addresses.items() if not (files / path).exists()}
    fetcher = _Fetcher(files)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = pool.map(fetcher.fetch, absent, absent.values())
        bar = tqdm(outcomes, desc=url_list.file, total=len(absent), unit="image", disable=None)
        missing = [outcome for outcome in bar if outcome is not None]
    write_text(raw / "missing.csv", pd.DataFrame(missing, columns=Missing._fields).to_csv(index=False))
    fetched = len(addresses) - len(missing)
    if fetched < url_list.enough * len(addresses):
        raise PrismError(
            f"only {fetched:,} of the {len(addresses):,} images of {list_file} could be fetched, and "
            f"{url_list.enough:.0%} are needed: {raw / 'missing.csv'} says why; what came is kept, so run "
            "the same command again later, or set `root` to a folder that has the images."
        )
    return len(missing)


class _Fetcher:
    """Fetches images into a folder, with at most PER_HOST requests to one host at a time."""

    def __init__(self, files: Path) -> None:
        self._files = files
        self._lock = Lock()
        self._hosts: defaultdict[str, Semaphore] = defaultdict(lambda: Semaphore(PER_HOST))

    def fetch(self, path: str, url: str) -> Missing | None:
        """Fetch one image; return None, or why it is missing."""
        with self._lock:  # without it, a defaultdict might make two semaphores for one host
            host = self._hosts[urlsplit(url).netloc]
        with host:
            try:
                content = _download_with_retry(url)
            except Exception as error:  # a bad address may fail in any way, and must not end the others
                return Missing(path, url, reason_of(error))
        with atomic(self._files / path) as temporary:
            temporary.write_bytes(content)
        return None


def _download_with_retry(url: str) -> bytes:
    """Return the bytes of an image, asking a second time unless that cannot help."""
    try:
        return _download_image(url)
    except Exception as error:
        if is_final(error) or isinstance(error, ValueError):  # a ValueError is a bad address or a bad image
            raise
    time.sleep(WAIT)
    return _download_image(url)


def _download_image(url: str) -> bytes:
    """Return the bytes of an image; a ValueError says that they are too many or no image."""
    with requests.get(url, headers=HEADERS, stream=True, timeout=TIMEOUT) as response:
        response.raise_for_status()
        content: bytes = response.raw.read(LARGEST + 1, decode_content=True)
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST:,} bytes")
    try:
        Image.open(io.BytesIO(content)).verify()
    except Exception as error:  # Pillow's decoders raise nearly anything on damaged data
        raise ValueError("not an image") from error
    return content
