"""Write an embedding of a user's images, and say what was found."""

import csv
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from prism.embed.run import Embedding, Score
from prism.io.files import atomic, write_json
from prism.results.run import RunFolder
from prism.training.provenance import provenance


def write_embedding(output: Path, embedding: Embedding) -> None:
    """Write scores.csv, embeddings.npy, embeddings.csv, model.safetensors and summary.json."""
    images, chosen = embedding.found.images, embedding.chosen
    _write_csv(output / "scores.csv", Score._fields, embedding.scores)
    with atomic(output / "embeddings.npy") as temporary:
        np.save(temporary, embedding.embeddings)
    trains = np.isin(np.arange(len(images.paths)), embedding.split.train)
    splits = np.where(trains, "train", "test")
    names = (images.classes[label] for label in images.labels)
    p_clean = ("" if np.isnan(value) else f"{value:.6g}" for value in embedding.p_clean)
    rows = zip(range(len(images.paths)), images.paths, names, splits, p_clean, strict=True)
    _write_csv(output / "embeddings.csv", ("row", "path", "class", "split", "p_clean"), rows)
    model = RunFolder(output / "runs" / chosen.method / f"seed{chosen.seed}").model
    with atomic(output / "model.safetensors") as temporary:
        shutil.copyfile(model, temporary)
    write_json(output / "summary.json", _summary(embedding))


def _write_csv(path: Path, header: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)


def _summary(embedding: Embedding) -> dict[str, Any]:
    found, rows = embedding.found, embedding.split
    images = found.images
    return {
        "root": str(images.root),
        "images": len(images.paths),
        "classes": len(images.classes),
        "images_sha256": found.digest(),
        "backbone": found.network.backbone.recorded(),
        "problems": [{"path": problem.path, "why": problem.why} for problem in images.problems],
        "split": {
            "by": rows.by,
            "train_images": len(rows.train),
            "test_images": len(rows.test),
            "train_classes": len(np.unique(images.labels[rows.train])),
            "test_classes": len(np.unique(images.labels[rows.test])),
        },
        "scores": [score._asdict() for score in embedding.scores],
        "embedding": {"method": embedding.chosen.method, "seed": embedding.chosen.seed},
        "estimated_noise_rate": embedding.estimated_rate,
        "runs": [run.recorded() for run in embedding.runs],
        "made_by": {
            key: value for key, value in provenance(torch.device("cpu")).items() if key in ("commit", "versions")
        },
    }


def describe(embedding: Embedding, output: Path) -> str:
    """Return the table of scores for a terminal, averaged over seeds, and a last line that says where to look."""
    by_method: dict[str, list[Score]] = {}
    for score in embedding.scores:
        by_method.setdefault(score.method, []).append(score)
    width = max(map(len, by_method))
    lines = [f"{'':{width}}  P@1 (%)  MAP@R (%)"]
    for method, scores in by_method.items():
        precision, mean = (100 * np.mean([score[at] for score in scores]) for at in (3, 4))
        lines.append(f"{method:{width}}  {precision:7.1f}  {mean:9.1f}")
    images, rows = embedding.found.images, embedding.split
    train, test = (len(np.unique(images.labels[part])) for part in (rows.train, rows.test))
    lines.append(
        f"Split by {rows.by}: {len(rows.train)} images of {train} classes train, {len(rows.test)} of {test} test, as "
        "queries against each other, by the labels they were given."
    )
    if embedding.estimated_rate is not None:
        lines.append(f"About {100 * embedding.estimated_rate:.0f} % of the training labels look wrong.")
    if images.problems:
        lines.append(f"{len(images.problems)} files could not be used: {output / 'summary.json'} says why.")
    table, names = output / "embeddings.npy", output / "embeddings.csv"
    lines.append(f"The embeddings of all {len(images.paths)} images are in {table}, and {names} names its rows.")
    return "\n".join(lines)
