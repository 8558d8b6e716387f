"""Audit a user's images: from a folder to the judgement of every label."""

import io
import platform
import time
from contextlib import redirect_stderr
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prism.audit.feature_files import open_features
from prism.audit.features import image_features
from prism.audit.images import LabelledImages, list_images
from prism.audit.issues import label_issues
from prism.audit.judgement import Judgement
from prism.audit.network import ImageNetwork
from prism.audit.output import check_output
from prism.audit.page.choose import has_conflict
from prism.audit.rate import check_number_of_classes
from prism.audit.summary import AuditSummary, Unreadable, UsedFeatures, UsedRate
from prism.errors import PrismError
from prism.io.files import sha256
from prism.runtime.threads import one_thread

SCORE = (
    "P_clean of the given label (Eq. 7), by the centers of the classes without the image itself: three rounds in the "
    "plain feature space, two in the space that is whitened by the differences within classes"
)
ESTIMATED = "estimated from how many classes fit each image better than the one that it was given"


@dataclass(frozen=True)
class Audit:
    """All that was found out about a user's images."""

    images: LabelledImages
    issues: pd.DataFrame  # of find_label_issues, with numbers of classes
    summary: AuditSummary


@dataclass(frozen=True)
class Features:
    """The images that are judged, with the features that they are judged by, and where these come from."""

    images: LabelledImages
    values: NDArray[Any]  # (N, D)
    used: UsedFeatures
    sha256: dict[str, str]


def audit_folder(
    root: Path,
    labels: Path | None,
    output: Path,
    network: ImageNetwork,
    features: Path | None = None,
    noise_rate: float | Literal["auto"] = "auto",
    train: bool = False,
    threads: int = 1,
) -> Audit:
    """Judge the label of every image below the root, by a network's features or by those of the file `features`.

    With `train`, MCL + PRISM is trained on the features first, and its embedding is judged. Nothing is written but the
    features of images, into `output`/cache.
    """
    began = time.monotonic()
    check_output(output, root)
    images = list_images(root, labels)
    check_judgeable(images, noise_rate)  # before the minutes that features take
    found = _own_features(features, images) if features else _seen_features(network, images, output / "cache", threads)
    check_judgeable(found.images, noise_rate)
    if train:
        found = _trained(found, noise_rate)
    issues, judgement = label_issues(found.values, found.images.labels, noise_rate)
    checksums = found.sha256 | ({} if labels is None else {"labels": sha256(labels)})
    flagged = issues["label_score"][issues["is_label_issue"]]
    summary = AuditSummary(
        folder=str(root),
        labels=None if labels is None else str(labels),
        date=datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
        images=len(found.images.paths),
        classes=len(found.images.classes),
        noise_rate=_used_rate(judgement),
        score=f"{SCORE}; temperature {judgement.temperature}",
        threshold=float(flagged.max()) if len(flagged) else None,
        flagged=len(flagged),
        not_judged=int((~judgement.judged).sum()),
        outliers=int(issues["is_outlier"].sum()),
        near_duplicates=int(issues["is_near_duplicate"].sum()),
        conflicting_duplicates=int(has_conflict(issues, issues).sum()),
        unreadable=[Unreadable(path=problem.path, why=problem.why) for problem in found.images.problems],
        features=found.used,
        versions={"prism": version("prism-dml"), "python": platform.python_version()}
        | {name: version(name) for name in ("torch", "numpy", "pandas")},
        sha256=checksums,
        seconds=round(time.monotonic() - began, 1),
    )
    return Audit(found.images, issues, summary)


def check_judgeable(images: LabelledImages, noise_rate: float | Literal["auto"]) -> None:
    """Refuse images of which no label, or not their share of wrong labels, can be judged."""
    if noise_rate == "auto":
        check_number_of_classes(len(images.classes))
    if np.bincount(images.labels).max() < 2:
        raise PrismError(
            f"Every class of {images.root} has one image alone, which no other shows to be right or wrong: add images, "
            "or join classes."
        )


def _seen_features(network: ImageNetwork, images: LabelledImages, cache: Path, threads: int) -> Features:
    """Return the features that a network has of the images, without the images that cannot be read."""
    seen = image_features(images, cache, network, threads)
    name = network.backbone.architecture
    weights = {} if network.weights is None else {"weights": sha256(network.weights)}
    used = UsedFeatures(name=name, dim=seen.features.shape[1], backbone=name)
    return Features(seen.images, seen.features, used, {"images": seen.digest()} | weights)


def _own_features(path: Path, images: LabelledImages) -> Features:
    """Return the features of a user's file, a row for each image; no image is opened."""
    values = open_features(path, len(images.paths))
    return Features(images, values, UsedFeatures(name=str(path), dim=values.shape[1]), {"features": sha256(path)})


def _trained(found: Features, noise_rate: float | Literal["auto"]) -> Features:
    """Return the embedding that MCL + PRISM learns from features, in their place."""
    from prism.training.embedding import train_embedding

    # A head is so small that threads would wait for each other longer than they compute.
    with one_thread(), redirect_stderr(io.StringIO()):  # the log speaks of scores on images that trained
        values = train_embedding(found.values, found.images.labels, noise_rate)
    used = found.used.model_copy(update={"name": f"MCL + PRISM on {found.used.name}", "dim": values.shape[1]})
    return Features(found.images, values, used, found.sha256)


def _used_rate(judgement: Judgement) -> UsedRate:
    estimate = judgement.estimate
    if estimate is None:
        return UsedRate(value=judgement.noise_rate, source="given", method="given with --noise-rate")
    return UsedRate(value=estimate.value, low=estimate.low, high=estimate.high, source="estimated", method=ESTIMATED)
