"""The verbs that train, and that measure how long training takes."""

from pathlib import Path
from typing import Annotated

import typer

from prism.cli.groups import verbs
from prism.cli.options import Features, Settings, Threads, Weights, parsed

app = verbs()

Index = Annotated[Path, typer.Option(help="index.parquet of the dataset")]
State = Annotated[Path, typer.Option(help="folder of the resumable checkpoint, outside the outputs")]
NoiseFile = Annotated[Path, typer.Option("--noise", help="the given labels, as `noise` wrote them")]


@app.command()
def pretrain(
    index: Index,
    output: Annotated[Path, typer.Option(help="the .safetensors; a .json and a .jsonl are written beside it")],
    state: State,
    settings: Settings,
    threads: Threads = 1,
) -> None:
    """Pretrain a backbone on the classes of a dataset that are in neither split."""
    from prism.results.settings import RunSettings
    from prism.runtime.threads import use_threads
    from prism.training.pretrain import pretrain

    use_threads(threads)
    pretrain(parsed(RunSettings, settings), index, output, state)


@app.command()
def train(
    index: Index,
    noise: NoiseFile,
    output: Annotated[Path, typer.Option(help="folder of the run")],
    state: State,
    settings: Settings,
    features: Features = None,
    weights: Weights = None,
    threads: Threads = 1,
) -> None:
    """Train one run and write its scores; started again after an interruption, it goes on where it stopped."""
    from prism.results.settings import RunSettings
    from prism.runtime.threads import use_threads
    from prism.training.run import train_run

    use_threads(threads)
    train_run(parsed(RunSettings, settings), index, noise, output, state, features, weights)


@app.command()
def time(
    index: Index,
    noise: NoiseFile,
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
