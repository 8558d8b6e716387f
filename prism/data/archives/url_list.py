"""Images that are published as addresses only: fetched politely, and what is gone is written down."""

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
AT_ONCE = 32
PER_HOST = 4
LARGEST = 50_000_000  # bytes of an image


class Missing(NamedTuple):
    path: str
    url: str
    reason: str


def fetch_images(url_list: UrlList, list_file: Path, files: Path, raw: Path) -> int:
    """Fetch what is not there yet into the folder `files`, record failures in raw/missing.csv and count them."""
    addresses = url_list.read(existing(list_file))
    absent = {path: url for path, url in addresses.items() if not (files / path).exists()}
    fetcher = _Fetcher(files)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = pool.map(fetcher.fetch, absent, absent.values())
        bar = tqdm(outcomes, desc=url_list.file, total=len(absent), unit="image", disable=None)
        missing = [outcome for outcome in bar if outcome is not None]
    write_text(raw / "missing.csv", pd.DataFrame(missing, columns=Missing._fields).to_csv(index=False))
    there = len(addresses) - len(missing)
    if there < url_list.enough * len(addresses):
        raise PrismError(
            f"only {there:,} of the {len(addresses):,} images of {list_file} could be fetched, and "
            f"{url_list.enough:.0%} are needed: {raw / 'missing.csv'} says why; what came is kept, so run "
            "the same command again later, or set `root` to a folder that has the images."
        )
    return len(missing)


class _Fetcher:
    """Asks at most PER_HOST questions of a host at once."""

    def __init__(self, files: Path) -> None:
        self._files = files
        self._lock = Lock()
        self._hosts: defaultdict[str, Semaphore] = defaultdict(lambda: Semaphore(PER_HOST))

    def fetch(self, path: str, url: str) -> Missing | None:
        with self._lock:  # a defaultdict may make two semaphores of one host otherwise
            host = self._hosts[urlsplit(url).netloc]
        with host:
            try:
                content = _content(url)
            except Exception as error:  # a bad address may fail in any way, and must not end the others
                return Missing(path, url, reason_of(error))
        with atomic(self._files / path) as temporary:
            temporary.write_bytes(content)
        return None


def _content(url: str) -> bytes:
    try:
        return _image(url)
    except Exception as error:
        if is_final(error) or isinstance(error, ValueError):  # a ValueError is a bad address or a bad image
            raise
    time.sleep(WAIT)
    return _image(url)


def _image(url: str) -> bytes:
    with requests.get(url, headers=HEADERS, stream=True, timeout=TIMEOUT) as response:
        response.raise_for_status()
        content: bytes = response.raw.read(LARGEST + 1, decode_content=True)
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST:,} bytes")
    try:
        Image.open(io.BytesIO(content)).verify()
    except Exception as error:  # Pillow's decoders raise whatever they like
        raise ValueError("not an image") from error
    return content
