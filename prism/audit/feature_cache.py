"""Features on disk by the content of the images, so that no image goes through a network twice."""

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prism.io.files import atomic

Features = NDArray[np.float32]  # (D,)


class FeatureCache:
    """A folder of shards, each of which has the features of some images under the checksums of their files.

    A shard is named after its own checksum: one that was damaged does not have its name any more, is deleted, and its
    images are computed again. Shards are written whole or not at all, so a process may be killed at any time, and
    several processes may use the folder.
    """

    def __init__(self, folder: Path, dim: int) -> None:
        """Use the folder, which may not exist yet, for features of `dim` numbers."""
        self.folder = folder
        self.row = np.dtype([("sha256", "u1", 32), ("features", "<f4", dim)])

    def read(self, rows: Mapping[str, list[int]], features: NDArray[np.float32]) -> set[str]:
        """Put the features of known checksums into their rows of `features` (N, D), and return these checksums."""
        known = set()
        for path in sorted(self.folder.glob("*.npy")):
            shard = self._open(path)
            for checksum, values in ((entry["sha256"].tobytes().hex(), entry["features"]) for entry in shard):
                if checksum in rows:
                    features[rows[checksum]] = values
                    known.add(checksum)
        return known

    def write(self, features: Mapping[str, Features]) -> None:
        """Add a shard of features by their checksums."""
        if not features:
            return
        shard = np.empty(len(features), self.row)
        shard["sha256"] = [np.frombuffer(bytes.fromhex(checksum), np.uint8) for checksum in features]
        shard["features"] = list(features.values())
        stream = io.BytesIO()
        np.save(stream, shard)
        content = stream.getvalue()
        with atomic(self.folder / f"{_digest(content)}.npy") as temporary:
            temporary.write_bytes(content)

    def _open(self, path: Path) -> NDArray[np.void]:
        """Return the rows of a shard, none if it is damaged."""
        if path.name.startswith("."):  # another process is writing it
            return np.empty(0, self.row)
        content = path.read_bytes()
        if _digest(content) != path.stem:
            path.unlink()
            return np.empty(0, self.row)
        shard: NDArray[np.void] = np.load(io.BytesIO(content), allow_pickle=False)
        return shard


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
