"""The verbs that people use. Each imports what it needs when it runs, so that help and light verbs start at once."""

from pathlib import Path
from typing import Annotated

import typer

from prism.cli.groups import FOR_PEOPLE, verbs
from prism.cli.options import Data, Features, Logs, ParamsFile, StudyName, Templates, gpu_counts

app = verbs()
data_app = verbs(help="Say what there is of each dataset.")
app.add_typer(data_app, name="data", rich_help_panel=FOR_PEOPLE)


@app.command(rich_help_panel=FOR_PEOPLE)
def plan(
    params: ParamsFile = Path("params.yaml"),
    study: StudyName = None,
    gpus: Annotated[list[str] | None, typer.Option(metavar="N...", help="simulate it on N GPUs: --gpus 1 8 64")] = None,
    more: Annotated[list[str] | None, typer.Argument(hidden=True, metavar="N")] = None,  # --gpus itself takes one value
) -> None:
    """Say what a study costs before anything starts, and what it did cost."""
    from prism.study import load
    from prism.study.check_copies import check_copies
    from prism.study.plan import plan_text
    from prism.study.read import with_study

    wanted = with_study(load(params), study)
    check_copies(wanted)
    print(plan_text(wanted, gpu_counts(gpus or [], more or [])))


@app.command(rich_help_panel=FOR_PEOPLE)
def preview(
    params: ParamsFile = Path("params.yaml"),
    study: StudyName = None,
    data: Data = Path("data"),
    logs: Logs = Path("logs"),
    templates: Templates = None,
) -> None:
    """Render the report of a study that is not finished: what is there, and what is missing. Nothing is trained."""
    from prism.render.preview import render_preview
    from prism.study import load
    from prism.study.read import with_study

    wanted = with_study(load(params), study)
    print(render_preview(wanted, Path("results") / wanted.study, data, logs, templates))


app.command("so-far", hidden=True)(preview)  # its name before version 0.2


@data_app.command()
def status(
    params: ParamsFile = Path("params.yaml"),
    folder: Annotated[Path, typer.Option(help="where data is kept")] = Path("data"),
) -> None:
    """Say what is there of each dataset of params.yaml, and what to do about the others."""
    from prism.data.status import status
    from prism.study import load

    print("\n".join(status(load(params).datasets, folder)))


@app.command(rich_help_panel=FOR_PEOPLE)
def verify(
    run: Annotated[Path, typer.Argument(help="folder of the run")],
    index: Annotated[Path, typer.Option(help="index.parquet of the dataset")],
    features: Features = None,
) -> None:
    """Compute a run's scores again from its stored model, and compare with its metrics.json.

    On another device, flipped neighbours of a few in a thousand queries are told and are no error.
    """
    from prism.training.verify import verify_run

    print(verify_run(run, index, features))


@app.command(rich_help_panel=FOR_PEOPLE)
def tune(
    methods: Annotated[
        list[str] | None, typer.Argument(help="methods to search for; all that follow no other if none is named")
    ] = None,
    params: ParamsFile = Path("params.yaml"),
    study: StudyName = None,
    dataset: Annotated[str | None, typer.Option(help="one of the study's datasets; the first if not given")] = None,
    output: Annotated[
        Path | None, typer.Option(help="folder for a CSV of each method; docs/tuning/STUDY, /DATASET if it has several")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="trials at a time, each on one core")] = 1,
) -> None:
    """Choose hyper-parameters of methods on held-out training classes; started again, it goes on where it stopped."""
    from prism.study import load
    from prism.study.read import with_study
    from prism.study.tune import tune_methods

    wanted = with_study(load(params), study)
    known = wanted.active_study.datasets
    one_of_several = [dataset or known[0]] if len(known) > 1 else []
    folder = output or Path("docs/tuning", wanted.study, *one_of_several)
    searched = [name for name, method in wanted.methods.items() if method.follows is None]
    tune_methods(wanted, methods or searched, dataset, folder, processes)
    key = ".".join(["studies", wanted.study, *(f"per_dataset.{name}" for name in one_of_several), "methods"])
    print(f"All trials are in {folder}: put the best of each method into {key} of params.yaml.")


@app.command(rich_help_panel=FOR_PEOPLE)
def tune_pretraining(
    params: ParamsFile = Path("params.yaml"),
    study: StudyName = None,
    data: Data = Path("data"),
    output: Annotated[Path, typer.Option(help="CSV of all scores")] = Path("docs/tuning/pretraining.csv"),
) -> None:
    """Choose how strongly a study's backbone is pretrained, on held-out training classes."""
    from prism.runtime.threads import use_threads
    from prism.study import load
    from prism.study.read import with_study
    from prism.study.tune_pretraining import tune_pretraining

    use_threads(1)
    tune_pretraining(with_study(load(params), study), data, output)
    print(f"All scores are in {output}.")


@app.command(rich_help_panel=FOR_PEOPLE)
def check(
    results: Annotated[Path, typer.Argument(help="results/STUDY")], params: ParamsFile = Path("params.yaml")
) -> None:
    """Say whether the runs on disk were trained with the settings that params.yaml has."""
    from prism.study import load
    from prism.study.check_results import check_results

    print(check_results(load(params), results))
