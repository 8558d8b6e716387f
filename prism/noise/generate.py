"""Write the label that every training image is given under a noise, and a description of that noise."""

from pathlib import Path

import numpy as np
import pandas as pd

from prism.data.manifest import MANIFEST, missing_images
from prism.data.store import read_index
from prism.errors import PrismError
from prism.io.files import atomic, sha256
from prism.io.records import write_record
from prism.noise.authors import ListFiles, authors_labels
from prism.noise.name import AUTHORS, parse_noise
from prism.noise.records import NoiseDescription
from prism.noise.settings import Noise


def make_noise(
    name: str,
    index_path: Path,
    features_path: Path | None,
    output: Path,
    settings: Noise,
    authors: ListFiles | None = None,
    kind: str | None = None,
) -> None:
    """Write `output`, a table of index, true, given and is_noisy with a row for each training image, and describe it.

    The description is a JSON file beside it.
    """
    index = read_index(index_path)
    rows = np.flatnonzero(index["split"] == "train")
    true = index["label"].to_numpy()[rows]
    if parse_noise(name).by_authors:
        if authors is None or kind is None:
            raise PrismError("authors- noise is read from a list: give it with --labels and --clean, and --kind.")
        given = authors_labels(authors, index, kind, name.removeprefix(AUTHORS))
    else:
        given = corrupt(name, true, _read_features(features_path, rows, len(index)), settings)
    is_noisy = pd.array(given != true, dtype="boolean")
    if not parse_noise(name).model.truth_is_known:
        is_noisy[:] = pd.NA
    table = pd.DataFrame({"index": rows, "true": true, "given": given, "is_noisy": is_noisy})
    with atomic(output) as temporary:
        table.to_parquet(temporary, index=False)
    description = describe(name, table, settings, _count_missing(index_path), sha256(output))
    write_record(output.with_suffix(".json"), description)


def corrupt(name: str, true: np.ndarray, features: np.ndarray | None, settings: Noise) -> np.ndarray:
    """Return given labels (N,) under the noise called `name` for true labels (N,); draw number 0 has the plain seed."""
    noise = parse_noise(name)
    settings = settings.model_copy(update={"seed": settings.seed + (noise.draw or 0)})
    if noise.model.needs_features and features is None:
        raise PrismError(f"noise {name} is made from features of the images: give them with --features.")
    return noise.model.corrupt(true, noise.rate, settings, features)


def describe(name: str, table: pd.DataFrame, settings: Noise, missing_images: int, checksum: str) -> NoiseDescription:
    """Return nominal and realised rate, the classes that are gone, and the entries of the transition matrix above 0."""
    counts = table.groupby(["true", "given"]).size().reset_index(name="images")
    shares = counts["images"] / counts.groupby("true")["images"].transform("sum")
    transitions = zip(counts["true"].tolist(), counts["given"].tolist(), shares.round(6).tolist(), strict=True)
    return NoiseDescription(
        name=name,
        settings=settings,
        nominal_rate=parse_noise(name).rate,
        realised_rate=None if table["is_noisy"].isna().any() else float(table["is_noisy"].mean()),
        images=len(table),
        missing_images=missing_images,
        classes_before=int(table["true"].nunique()),
        classes_after=int(table["given"].nunique()),
        eliminated_classes=sorted(map(int, set(table["true"]) - set(table["given"]))),
        transitions=[list(transition) for transition in transitions],
        sha256=checksum,
    )


def _count_missing(index_path: Path) -> int:
    """Return how many images of the dataset could not be fetched any more; 0 where nothing was downloaded."""
    raw = index_path.parent / "raw"
    return missing_images(raw) if (raw / MANIFEST).exists() else 0


def _read_features(path: Path | None, rows: np.ndarray, total: int) -> np.ndarray | None:
    """Return the features (N, D) of these rows of an index with `total` rows, or None without a file."""
    if path is None:
        return None
    from prism.data.features import read_features  # imports torch, which most kinds of noise do without

    return read_features(path, total)[rows].numpy()
