"""Label noise as a stored file: which label every training image was given, and what was done to it."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from prism.data.store import read_index
from prism.errors import PrismError
from prism.files import atomic, sha256, write_json
from prism.noise import pairwise, small_cluster, symmetric
from prism.params.noise_name import parse_noise
from prism.params.settings import Noise


def make_noise(name: str, index_path: Path, features_path: Path | None, output: Path, settings: Noise) -> None:
    """Write `output` (index, true, given, is_noisy; a row a training image) and its description beside it."""
    index = read_index(index_path)
    rows = np.flatnonzero(index["split"] == "train")
    true = index["label"].to_numpy()[rows]
    given = corrupt(name, true, _features(features_path, rows, len(index)), settings)
    table = pd.DataFrame({"index": rows, "true": true, "given": given, "is_noisy": given != true})
    with atomic(output) as temporary:
        table.to_parquet(temporary, index=False)
    write_json(output.with_suffix(".json"), {**describe(name, table, settings), "sha256": sha256(output)})


def corrupt(name: str, true: np.ndarray, features: np.ndarray | None, settings: Noise) -> np.ndarray:
    """Given labels (N,) under the noise called `name` for true labels (N,)."""
    kind, rate = parse_noise(name)
    if kind == "clean":
        return true
    if kind == "symmetric":
        return symmetric(true, rate, settings.seed)
    if kind == "pairwise":
        return pairwise(true, rate, settings.seed)
    if features is None:
        raise PrismError("Small Cluster noise clusters features: give them with --features.")
    return small_cluster(true, features, rate, settings.seed, settings.images_per_cluster)


def describe(name: str, table: pd.DataFrame, settings: Noise) -> dict[str, Any]:
    """Nominal and realised rate, the classes that are gone, and the non-zero entries of the transition matrix."""
    counts = table.groupby(["true", "given"]).size().reset_index(name="images")
    shares = counts["images"] / counts.groupby("true")["images"].transform("sum")
    transitions = zip(counts["true"].tolist(), counts["given"].tolist(), shares.round(6).tolist(), strict=True)
    return {
        "name": name,
        "settings": settings.model_dump(),
        "nominal_rate": parse_noise(name).rate,
        "realised_rate": float(table["is_noisy"].mean()),
        "images": len(table),
        "classes_before": int(table["true"].nunique()),
        "classes_after": int(table["given"].nunique()),
        "eliminated_classes": sorted(set(table["true"]) - set(table["given"])),
        "transitions": [list(transition) for transition in transitions],  # true, given, share
    }


def _features(path: Path | None, rows: np.ndarray, total: int) -> np.ndarray | None:
    if path is None:
        return None
    from prism.features import read_features  # brings torch, which most kinds of noise do without

    return read_features(path, total)[rows].numpy()
