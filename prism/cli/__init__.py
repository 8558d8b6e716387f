"""`python -m prism VERB`: what every rule of the workflow calls, and what works without it too.

Each verb imports what it needs when it runs, so that `--help` and the light verbs start at once.
"""

import atexit
import gc
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from prism.cli import rendering as cli_rendering
from prism.cli.options import DatasetSettings, Features, ParamsFile, Settings, Threads, Weights, parsed
from prism.errors import PrismError

app = typer.Typer(
    help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)


class DataVerb(StrEnum):
    STATUS = "status"


def main() -> None:
    """Run the verb; a user's mistake ends in one sentence and exit code 1, never in a traceback."""
    gc.set_threshold(100_000)  # most objects are of imported modules, and stay
    atexit.register(gc.freeze)  # nor need they be gone through at the end, for half a second
    try:
        app()
    except PrismError as error:
        print(f"prism: {error}", file=sys.stderr)
        sys.exit(1)


@app.command()
def download(output: Annotated[Path, typer.Option(help="folder for the files")], settings: DatasetSettings) -> None:
    """Fetch a dataset's files into the folder OUTPUT and check them."""
    from prism.data.datasets import AnyDataset, download

    download(parsed(AnyDataset, settings).root, output)


@app.command()
def prepare(
    raw: Annotated[Path, typer.Option(help="folder of the downloaded files")],
    output: Annotated[Path, typer.Option(help="folder for index.parquet and images.bin")],
    settings: DatasetSettings,
    threads: Threads = 1,
) -> None:
    """Decode every image of a dataset once."""
    from prism.data.datasets import AnyDataset, prepare

    prepare(parsed(AnyDataset, settings).root, raw, output, threads)


@app.command()
def data(
    verb: Annotated[DataVerb, typer.Argument(help="status: one line a dataset of params.yaml")],
    params: ParamsFile = Path("params.yaml"),
    folder: Annotated[Path, typer.Option(help="where data is kept")] = Path("data"),
) -> None:
    """Say what is there of each dataset, and what to do about the others."""
    from prism.data.status import status
    from prism.study import load

    print("\n".join(status(load(params).datasets, folder)))


@app.command()
def weights(architecture: str, output: Annotated[Path, typer.Option()]) -> None:
    """Fetch the pretrained weights of a backbone, so that computing needs no network."""
    from prism.backbones.published import fetch_weights

    fetch_weights(architecture, output)


@app.command()
def authors_list(
    kind: Annotated[str, typer.Argument(help="cars, cub or sop")],
    noise: Annotated[str, typer.Argument(help="such as symmetric-20")],
    output: Annotated[Path, typer.Option()],
    folder: Annotated[Path | None, typer.Option(help="a folder that has the lists already")] = None,
) -> None:
    """Fetch the labels that the paper's authors released for a dataset and a noise."""
    from prism.noise.released import fetch_list

    fetch_list(kind, noise, output, folder)


@app.command()
def features(
    data: Annotated[Path, typer.Option(help="folder of index.parquet and images.bin")],
    output: Annotated[Path, typer.Option()],
    settings: Settings,
    weights: Weights = None,
    threads: Threads = 1,
) -> None:
    """Extract L2-normalised features of every image with a pretrained network."""
    from prism.backbones.extract import extract
    from prism.backbones.settings import Backbone
    from prism.data.features import write_features

    write_features(output, extract(data, parsed(Backbone, settings), threads, weights), data)


@app.command()
def noise(
    name: Annotated[str, typer.Argument(help="such as symmetric-20")],
    index: Annotated[Path, typer.Option()],
    output: Annotated[Path, typer.Option(help="the .parquet; a .json is written beside it")],
    settings: Settings,
    features: Annotated[Path | None, typer.Option(help="needed by Small Cluster noise")] = None,
    labels: Annotated[Path | None, typer.Option(help="needed by authors- noise: the released list")] = None,
    kind: Annotated[str | None, typer.Option(help="needed by authors- noise: cars, cub or sop")] = None,
) -> None:
    """Give the training images wrong labels, and store them."""
    from prism.noise.generate import make_noise
    from prism.noise.settings import Noise

    make_noise(name, index, features, output, parsed(Noise, settings), labels, kind)


@app.command()
def train(
    index: Annotated[Path, typer.Option()],
    noise: Annotated[Path, typer.Option()],
    output: Annotated[Path, typer.Option(help="folder of the run")],
    state: Annotated[Path, typer.Option(help="folder of the resumable checkpoint, outside the outputs")],
    settings: Settings,
    features: Features = None,
    weights: Weights = None,
    threads: Threads = 1,
) -> None:
    """Train one run; started again after an interruption, it goes on where it stopped."""
    from prism.results.settings import RunSettings
    from prism.runtime.threads import use_threads
    from prism.training.run import train_run

    use_threads(threads)
    train_run(parsed(RunSettings, settings), index, noise, output, state, features, weights)


@app.command()
def time(
    index: Annotated[Path, typer.Option()],
    noise: Annotated[Path, typer.Option()],
    output: Annotated[Path, typer.Option(help="the .json for what was measured")],
    settings: Annotated[str, typer.Option(help="the runs to compare and how to time them, as JSON")],
    features: Features = None,
    weights: Weights = None,
    threads: Threads = 1,
) -> None:
    """Measure how long the steps of several methods take, in turn; let nothing else run meanwhile."""
    from prism.results.settings import TimingSettings
    from prism.runtime.threads import use_threads
    from prism.training.timing import time_runs

    use_threads(threads)
    time_runs(parsed(TimingSettings, settings), index, noise, output, features, weights)


@app.command()
def evaluate(
    run: Annotated[Path, typer.Option(help="folder of the run")], noise: Annotated[Path, typer.Option()]
) -> None:
    """Summarise a finished run in its metrics.json."""
    from prism.results.evaluate import write_metrics

    write_metrics(run, noise)


@app.command()
def verify(
    run: Annotated[Path, typer.Argument(help="folder of the run")],
    index: Annotated[Path, typer.Option()],
    features: Features = None,
) -> None:
    """Compute a run's P@1 and MAP@R again from its stored model, and compare with its metrics.json."""
    from prism.training.verify import verify_run

    print(verify_run(run, index, features))


@app.command()
def check(
    results: Annotated[Path, typer.Argument(help="results/STUDY")], params: ParamsFile = Path("params.yaml")
) -> None:
    """Say whether the runs on disk were trained with the settings that params.yaml has."""
    from prism.study import load
    from prism.study.check_results import check_recorded

    print(check_recorded(load(params), results))


@app.command()
def collect(
    output: Annotated[Path, typer.Option()], runs: Annotated[list[Path], typer.Argument(help="metrics.json files")]
) -> None:
    """One row a run, from the metrics of all runs."""
    from prism.results.collect import write_collected

    write_collected(runs, output)


app.add_typer(cli_rendering.app)


@app.command()
def plan(
    params: ParamsFile = Path("params.yaml"),
    study: Annotated[str | None, typer.Option(help="instead of the one that params.yaml names")] = None,
    gpus: Annotated[list[str] | None, typer.Option(metavar="N...", help="simulate it on N GPUs: --gpus 1 8 64")] = None,
    more: Annotated[list[str] | None, typer.Argument(hidden=True, metavar="N")] = None,  # --gpus itself takes one value
) -> None:
    """Say what a study costs before anything starts, and what it did cost."""
    from prism.study import load
    from prism.study.plan import plan_text
    from prism.study.plan.arguments import chosen, gpu_counts

    print(plan_text(chosen(load(params), study), gpu_counts(gpus or [], more or [])))


@app.command()
def tune(
    method: str,
    index: Annotated[Path, typer.Option()],
    features: Annotated[Path, typer.Option()],
    output: Annotated[Path, typer.Option(help="CSV of all trials")],
    params: ParamsFile = Path("params.yaml"),
    threads: Threads = 1,
) -> None:
    """Choose a method's hyper-parameters on held-out training classes."""
    from prism.runtime.threads import use_threads
    from prism.study import load
    from prism.study.tune import tune_method

    use_threads(threads)
    print(tune_method(load(params), method, index, features, output).to_string(index=False))


@app.command()
def schema(output: Annotated[Path, typer.Option()] = Path("workflow/schemas/params.schema.json")) -> None:
    """Export the JSON schema of params.yaml from its models."""
    from prism.io.files import write_json
    from prism.study.schema import params_schema

    write_json(output, params_schema())
