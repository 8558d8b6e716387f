"""The jobs that train, time training and collect metrics; their rules are in workflow/rules/{train,timing}.smk."""

from prism.results.settings import RunSettings
from prism.study.code_digest import modules_in
from prism.study.cost import timing_seconds, training_seconds
from prism.study.graph.context import StudyContext
from prism.study.graph.job import Inputs, Job, Resources
from prism.study.runs import Run
from prism.study.timings import timing_settings

SPARE_MINUTES = 60  # beside three times the estimate of the steps, for evaluations and slower GPUs


def train(context: StudyContext, dataset: str, noise: str, method: str, seed: str) -> Job:
    """Return the job that trains one run."""
    run = context.settings_of(Run(dataset, noise, method, int(seed)))
    seconds = training_seconds(context.params, run)
    minutes = SPARE_MINUTES + 3 * round((seconds or 0) / 60) if context.study.trains_on_gpu else 15
    return context.job(
        "train",
        {"dataset": dataset, "noise": noise, "method": method, "seed": seed},
        inputs=_training_inputs(context, run),
        code=_training_code(context, "prism.training.run", [run]),
        settings=run,
        resources=_resources(context, minutes),
        trained=run,
        seconds=seconds,
    )


def timing(context: StudyContext, table: str, dataset: str) -> Job:
    """Return the job that measures how long the methods of a table train on a dataset."""
    settings = timing_settings(context.params, table, dataset)
    seconds = timing_seconds(context.params, settings.runs)
    return context.job(
        "timing",
        {"table": table, "dataset": dataset},
        inputs=_training_inputs(context, settings.runs[0]),
        code=_training_code(context, "prism.training.timing", settings.runs),
        settings=settings,
        resources=_resources(context, SPARE_MINUTES + 3 * round((seconds or 0) / 60), whole_machine=True),
        timed=tuple(settings.runs),
        seconds=seconds,
    )


def collect(context: StudyContext) -> Job:
    """Return the job that puts the metrics of all runs into one table."""
    return context.job(
        "collect", {}, inputs={"metrics": context.run_outputs("metrics", context.runs)}, code=["prism.results.collect"]
    )


def _training_inputs(context: StudyContext, run: RunSettings) -> Inputs:
    """Return what must be there before a run can make a step: images and weights, or features for a head."""
    dataset, whole = run.dataset, context.study.end_to_end
    return {
        "index": context.output("prepare", "index", dataset=dataset),
        "noise": context.output("noise", "labels", dataset=dataset, noise=run.labels or run.noise),
        "features": [] if whole else context.output("features", "features", dataset=dataset),
        "images": context.output("prepare", "images", dataset=dataset) if whole else [],
        "weights": context.weights(run.backbone) if whole and whole.pretrained else [],
    }


def _training_code(context: StudyContext, module: str, runs: list[RunSettings]) -> list[str]:
    """Return a module that trains, with the scores, the methods and the network that it finds by their names."""
    modules = [module, *modules_in("prism.metrics.scores"), *(f"prism.methods.{run.uses}" for run in runs)]
    if context.study.end_to_end:
        modules.append(context.architecture_module(runs[0].backbone))
    return modules


def _resources(context: StudyContext, minutes: int, whole_machine: bool = False) -> Resources:
    whole, on_gpu = context.study.end_to_end, context.study.trains_on_gpu
    return Resources(
        threads=1 + whole.workers if whole else 1,
        whole_machine=whole_machine,
        memory_mb=16000 if on_gpu else 4000,
        minutes=minutes,
        gpus=1 if on_gpu else 0,
    )
