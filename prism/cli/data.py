"""The verbs that fetch and prepare data, extract features and make label noise."""

from pathlib import Path
from typing import Annotated

import typer

from prism.cli.groups import verbs
from prism.cli.options import DatasetSettings, Settings, Threads, Weights, parsed

app = verbs()


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
def weights(architecture: str, output: Annotated[Path, typer.Option(help="the file to write")]) -> None:
    """Fetch the pretrained weights of a backbone, so that computing needs no network."""
    from prism.backbones.published import fetch_weights

    fetch_weights(architecture, output)


@app.command()
def authors_list(
    kind: Annotated[str, typer.Argument(help="cars, cub or sop")],
    noise: Annotated[str, typer.Argument(help="such as symmetric-20")],
    labels: Annotated[Path, typer.Option(help="the file to write: a label for every image")],
    clean: Annotated[Path, typer.Option(help="the file to write: the images whose label is right")],
    folder: Annotated[Path | None, typer.Option(help="a folder that has the lists already")] = None,
) -> None:
    """Fetch the labels that the paper's authors released for a dataset and a noise."""
    from prism.noise.authors import ListFiles
    from prism.noise.released import fetch_list

    fetch_list(kind, noise, ListFiles(labels, clean), folder)


@app.command()
def features(
    data: Annotated[Path, typer.Option(help="folder of index.parquet and images.bin")],
    output: Annotated[Path, typer.Option(help="the file to write")],
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
    index: Annotated[Path, typer.Option(help="index.parquet of the dataset")],
    output: Annotated[Path, typer.Option(help="the .parquet; a .json is written beside it")],
    settings: Settings,
    features: Annotated[Path | None, typer.Option(help="needed by Small Cluster noise")] = None,
    labels: Annotated[Path | None, typer.Option(help="needed by authors- noise: the released list")] = None,
    clean: Annotated[Path | None, typer.Option(help="needed by authors- noise: the list's companion")] = None,
    kind: Annotated[str | None, typer.Option(help="needed by authors- noise: cars, cub or sop")] = None,
) -> None:
    """Give the training images wrong labels, and store them."""
    from prism.noise.authors import ListFiles
    from prism.noise.generate import make_noise
    from prism.noise.settings import Noise

    authors = ListFiles(labels, clean) if labels and clean else None
    make_noise(name, index, features, output, parsed(Noise, settings), authors, kind)
