"""The jobs that fetch and prepare data and extract features; their rules are in workflow/rules/data.smk."""

from prism.data.sources import source_of
from prism.study.code_digest import modules_in
from prism.study.graph.context import StudyContext
from prism.study.graph.job import File, Job, Resources
from prism.study.pretraining import pretraining_run


def download(context: StudyContext, dataset: str) -> Job:
    """Return the job that fetches a dataset's files."""
    settings = context.params.datasets[dataset]
    archive = getattr(settings, "archive", None)  # a newer one on disk is unpacked again
    return context.job(
        "download",
        {"dataset": dataset},
        inputs={"archive": [File(archive)] if archive else []},
        code=[source_of(settings.kind).download_module, f"prism.data.sources.{settings.kind}"],
        settings=settings,
        resources=Resources(minutes=60),
    )


def prepare(context: StudyContext, dataset: str) -> Job:
    """Return the job that decodes every image of a dataset once."""
    settings = context.params.datasets[dataset]
    return context.job(
        "prepare",
        {"dataset": dataset},
        inputs={"manifest": context.output("download", "manifest", dataset=dataset)},
        code=[source_of(settings.kind).prepare_module, f"prism.data.sources.{settings.kind}"],
        settings=settings,
        resources=Resources(threads=4, whole_machine=True, memory_mb=4000, minutes=60),
    )


def weights(context: StudyContext, architecture: str) -> Job:
    """Return the job that fetches the pretrained weights of an architecture."""
    return context.job("weights", {"architecture": architecture}, inputs={}, resources=Resources(minutes=60))


def pretrain(context: StudyContext, backbone: str) -> Job:
    """Return the job that pretrains a backbone which nobody publishes weights of."""
    run = pretraining_run(context.params, backbone)
    return context.job(
        "pretrain",
        {"backbone": backbone},
        inputs={
            "index": context.output("prepare", "index", dataset=run.dataset),
            "images": context.output("prepare", "images", dataset=run.dataset),
        },
        code=[
            "prism.training.pretrain",
            *modules_in("prism.metrics.scores"),
            f"prism.methods.{run.uses}",
            context.architecture_module(backbone),
        ],
        settings=run,
        resources=Resources(memory_mb=4000, minutes=60),
    )


def features(context: StudyContext, dataset: str) -> Job:
    """Return the job that extracts features of every image of a dataset."""
    backbone = context.features_backbone(dataset)
    return context.job(
        "features",
        {"dataset": dataset},
        inputs={
            "index": context.output("prepare", "index", dataset=dataset),
            "images": context.output("prepare", "images", dataset=dataset),
            "weights": context.weights(backbone),
        },
        code=["prism.backbones.extract", "prism.data.features", context.architecture_module(backbone)],
        settings=context.params.backbones[backbone],
        resources=Resources(threads=8, whole_machine=True, memory_mb=4000, minutes=120),
    )
