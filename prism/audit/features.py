"""Features of a user's images, computed once for each content of a file."""

import hashlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prism.audit.feature_cache import FeatureCache, Features
from prism.audit.feature_files import open_features
from prism.audit.images import LabelledImages, check_usable, file_problem
from prism.audit.network import ImageNetwork, LookedAt, image_network, look_at
from prism.audit.progress import Progress
from prism.errors import PrismError
from prism.runtime.threads import one_thread
from prism.runtime.workers import start_worker

__all__ = ["ImageFeatures", "image_features", "image_network", "open_features"]

SHARD = 256  # images


@dataclass(frozen=True)
class ImageFeatures:
    """The images that could be read, with their features, in the same order."""

    images: LabelledImages  # its problems have the images that could not be read
    features: NDArray[np.float32]  # (N, D), L2-normalised
    sha256: list[str]  # (N,) checksums of the files
    file_sizes: NDArray[np.int64]  # (N,) bytes
    network: ImageNetwork  # that the features are of

    def digest(self) -> str:
        """Return a checksum of the paths and the contents of all images, in their order."""
        lines = (f"{checksum}  {path}\n" for checksum, path in zip(self.sha256, self.images.paths, strict=True))
        return hashlib.sha256("".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class _File:
    """The checksum and the bytes of a file, or why it cannot be read."""

    sha256: str = ""
    size: int = 0
    problem: str | None = None


def image_features(
    images: LabelledImages, cache: Path, network: ImageNetwork | None = None, threads: int = 1
) -> ImageFeatures:
    """Return the features of all images that can be read, from the folder `cache` as far as they are there.

    What is not there is computed by so many processes of one thread each, and is added to it as the work goes on: an
    interruption at any time costs the last few images. Images are known by the content of their files, whatever their
    names and labels.
    """
    network = network or image_network()
    files = _read_checksums([images.root / path for path in images.paths], threads)
    problems = {row: file.problem for row, file in enumerate(files) if file.problem is not None}
    rows: dict[str, list[int]] = {}  # of every checksum
    for row, file in enumerate(files):
        if row not in problems:
            rows.setdefault(file.sha256, []).append(row)
    features = np.zeros((len(files), network.dim), dtype=np.float32)
    store = FeatureCache(cache / network.fingerprint(), network.dim)
    known = store.read(rows, features)
    missing = {checksum: images.root / images.paths[rows[checksum][0]] for checksum in rows if checksum not in known}
    with Progress("features", len(rows), len(known)) as progress, _shards(store) as shard:
        for checksum, seen in _look_at_all(network, missing, threads, progress):
            if seen.features is None or seen.sha256 != checksum:
                problems |= dict.fromkeys(rows[checksum], seen.problem or "it was changed while it was read")
                continue
            features[rows[checksum]] = seen.features
            shard[checksum] = seen.features
            if len(shard) >= SHARD:
                store.write(shard)
                shard.clear()
    kept = [row for row in range(len(files)) if row not in problems]
    readable = images.without(problems) if problems else images
    check_usable(readable)
    return ImageFeatures(
        readable,
        features[kept] if problems else features,
        [files[row].sha256 for row in kept],
        np.array([files[row].size for row in kept], dtype=np.int64),
        network,
    )


@contextmanager
def _shards(store: FeatureCache) -> Iterator[dict[str, Features]]:
    """Yield an empty shard; whatever is in it at the end is written, after an interruption too."""
    shard: dict[str, Features] = {}
    try:
        yield shard
    finally:
        store.write(shard)


def _read_checksums(paths: list[Path], threads: int) -> list[_File]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(_read_checksum, paths))


def _read_checksum(path: Path) -> _File:
    if (problem := file_problem(path)) is not None:
        return _File(problem=problem)
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return _File(digest, os.fstat(stream.fileno()).st_size)
    except OSError as error:
        return _File(problem=(error.strerror or str(error)).lower())


def _look_at_all(
    network: ImageNetwork, missing: dict[str, Path], threads: int, progress: Progress
) -> Iterator[tuple[str, LookedAt]]:
    """Yield checksum and features of every missing image; a few are looked at by this process itself."""
    checksums, size = list(missing), network.backbone.batch_size
    batches = [checksums[start : start + size] for start in range(0, len(checksums), size)]
    paths = [[missing[checksum] for checksum in batch] for batch in batches]
    look = partial(look_at, network)
    if threads == 1 or len(batches) <= 1:
        with one_thread():
            for batch, batch_paths in zip(batches, paths, strict=True):
                yield from zip(batch, look(batch_paths), strict=True)
                progress.add(len(batch))
        return
    processes = min(threads, len(batches))
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start_worker)
    try:
        for batch, seen in zip(batches, pool.map(look, paths), strict=True):
            yield from zip(batch, seen, strict=True)
            progress.add(len(batch))
    except BrokenProcessPool as error:
        raise PrismError(
            f"A process that looks at images was killed, probably for want of memory after {progress.done} images: "
            "start again with fewer threads, and it goes on from there."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Start a process of the pool, which leaves an interrupt from the keyboard to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start_worker()
