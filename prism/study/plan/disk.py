"""What the large files of a study take on disk: decoded images, features and models."""

from pathlib import Path

from prism.backbones import architecture_class
from prism.data.settings import Images
from prism.results.settings import RunSettings
from prism.study.params import Params
from prism.study.plan.amount import UNKNOWN, Amount
from prism.study.plan.images import expected_images
from prism.study.plan.jobs import Job
from prism.study.runs import backbone_of

FLOAT = 4  # bytes


def job_bytes(params: Params, job: Job, folder: Path) -> Amount:
    """Of a job's large outputs: their size where they are there already, else an estimate."""
    if job.rule == "prepare":
        return _on_disk(folder / f"data/{job.name}/images.bin") or image_bytes(params, job.name)
    if job.rule == "features":
        path = folder / f"results/{params.study}/features/{job.name}.safetensors"
        return _on_disk(path) or feature_bytes(params, job.name)
    if job.rule == "train" and job.run:
        return model_bytes(params, job.run)
    return Amount(0.0)


def image_bytes(params: Params, dataset: str) -> Amount:
    """Exact for squares; elsewhere the shorter side alone is known, and so a lower bound."""
    settings = params.datasets[dataset]
    images = expected_images(settings)
    if images is None or not isinstance(settings, Images):
        return UNKNOWN
    return Amount(images * settings.size**2 * 3, whole=settings.resize == "square")


def feature_bytes(params: Params, dataset: str) -> Amount:
    images = expected_images(params.datasets[dataset])
    name = params.chosen.noise_backbone or backbone_of(params, dataset)
    architecture = architecture_class(params.backbones[name].architecture)
    return UNKNOWN if images is None else Amount(images * architecture.dim * FLOAT)


def model_bytes(params: Params, run: RunSettings) -> Amount:
    """A head for each network that the method trains, and the network too if it is trained."""
    architecture = architecture_class(params.backbones[run.backbone].architecture)
    head = (architecture.dim + 1) * run.training.embedding_dim
    networks = params.methods[run.method.partition("@")[0]].networks
    return Amount(networks * (head + (architecture.values if run.end_to_end else 0)) * FLOAT)


def _on_disk(path: Path) -> Amount | None:
    return Amount(path.stat().st_size) if path.exists() else None
