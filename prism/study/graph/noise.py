"""The jobs that make wrong labels; their rules are in workflow/rules/noise.smk."""

from prism.noise.name import AUTHORS, parse_noise
from prism.study.graph.context import StudyContext
from prism.study.graph.job import Inputs, Job, Resources


def noise(context: StudyContext, dataset: str, noise: str) -> Job:
    """Return the job that gives the training images of a dataset wrong labels."""
    parsed = parse_noise(noise)
    inputs: Inputs = {
        "index": context.output("prepare", "index", dataset=dataset),
        "features": [],
        "labels": [],
        "clean": [],
    }
    code = ["prism.noise.generate", f"prism.noise.models.{parsed.kind}"]
    if parsed.by_authors:
        kind = context.params.datasets[dataset].kind
        code.append(f"prism.data.sources.{kind}")
        for name in ("labels", "clean"):
            inputs[name] = context.output("authors_list", name, kind=kind, noise=noise.removeprefix(AUTHORS))
    elif parsed.model.needs_features:
        inputs["features"] = context.output("features", "features", dataset=dataset)
    return context.job(
        "noise",
        {"dataset": dataset, "noise": noise},
        inputs,
        code=code,
        settings=context.params.noise,
        resources=Resources(memory_mb=4000, minutes=60),
    )


def authors_list(context: StudyContext, kind: str, noise: str) -> Job:
    """Return the job that fetches the labels that the paper's authors released."""
    return context.job("authors_list", {"kind": kind, "noise": noise}, inputs={})
