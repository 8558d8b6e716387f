"""How much disk the large files of a study take: decoded images, features and models."""

from pathlib import Path

from prism.backbones import architecture_class
from prism.data.entry import Split
from prism.data.settings import DatasetSettings, Images
from prism.data.sources import source_of
from prism.results.settings import RunSettings
from prism.study.graph import Job
from prism.study.params import Params
from prism.study.plan.format import UNKNOWN, Amount
from prism.study.runs import backbone_of

FLOAT = 4  # bytes


def job_bytes(params: Params, job: Job, folder: Path) -> Amount:
    """Return the size of a job's large outputs: as they are on disk already, else as estimated."""
    if job.rule == "prepare":
        return _on_disk(folder / job.outputs["images"]) or image_bytes(params, job.name)
    if job.rule == "features":
        return _on_disk(folder / job.outputs["features"]) or feature_bytes(params, job.name)
    return model_bytes(params, job.trained) if job.trained else Amount(0.0)


def image_bytes(params: Params, dataset: str) -> Amount:
    """Return the size of all decoded images: exact for squares; else the shorter side alone is known, a lower bound."""
    settings = params.datasets[dataset]
    images = expected_images(settings)
    if images is None or not isinstance(settings, Images):
        return UNKNOWN
    return Amount(images * settings.size**2 * 3, whole=settings.resize == "square")


def feature_bytes(params: Params, dataset: str) -> Amount:
    """Return the size of the features of all images."""
    images = expected_images(params.datasets[dataset])
    name = params.active_study.noise_backbone or backbone_of(params, dataset)
    architecture = architecture_class(params.backbones[name].architecture)
    return UNKNOWN if images is None else Amount(images * architecture.dim * FLOAT)


def model_bytes(params: Params, run: RunSettings) -> Amount:
    """Return the size of a head for each network that the method trains, and of the networks if they are trained."""
    architecture = architecture_class(params.backbones[run.backbone].architecture)
    head = (architecture.dim + 1) * run.training.embedding_dim
    networks = params.methods[run.method.partition("@")[0]].networks
    return Amount(networks * (head + (architecture.values if run.end_to_end else 0)) * FLOAT)


def expected_images(dataset: DatasetSettings, *splits: Split) -> int | None:
    """Return how many images these splits, or all, will have; None where nobody has counted them."""
    expected = source_of(dataset.kind).expected
    if not expected or (not splits and "train" not in expected):
        return None
    return sum(count.images for split, count in expected.items() if not splits or split in splits)


def _on_disk(path: Path) -> Amount | None:
    return Amount(path.stat().st_size) if path.exists() else None
