"""The verb that makes an embedding of somebody's own images."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from prism.cli.groups import FOR_PEOPLE, verbs
from prism.cli.options import names_of, rate_of, seeds_of

app = verbs()


@app.command(rich_help_panel=FOR_PEOPLE)
def embed(
    folder: Annotated[Path, typer.Argument(help="the images: a folder for each class")],
    labels: Annotated[
        Path | None, typer.Option(help="a CSV of path,label, or a JSON file, instead of folders of classes")
    ] = None,
    output: Annotated[Path, typer.Option(help="folder for all that is written")] = Path("embedding"),
    split: Annotated[
        Literal["class", "image"] | None,
        typer.Option(help="test on other classes (from 20 classes on), or on other images of the same ones"),
    ] = None,
    methods: Annotated[str, typer.Option(help="methods to compare, with commas between them")] = "mcl,mcl_prism",
    noise_rate: Annotated[str, typer.Option(help="share of wrong labels, or auto: it is estimated")] = "auto",
    iterations: Annotated[int | None, typer.Option(min=1, help="of each training, if not by its size")] = None,
    backbone: Annotated[str, typer.Option(help="the network that looks at the images")] = "efficientnet_lite0",
    weights: Annotated[Path | None, typer.Option(help="its weights, if no package brings them")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="processes that look at images; one a core if not given")
    ] = None,
    seeds: Annotated[str, typer.Option(help="a training of each method for each, with commas between them")] = "0",
) -> None:
    """Train an embedding of your own images despite wrong labels, and say how well it retrieves.

    Example:

    prism embed photos/ --output embedding/
    """
    rate, wanted, numbers = rate_of(noise_rate), names_of("--methods", methods), seeds_of(seeds)
    from prism.audit.network import image_network
    from prism.embed.files import describe, write_embedding
    from prism.embed.run import embed_folder
    from prism.runtime.threads import use_threads

    cores = threads or len(os.sched_getaffinity(0))
    use_threads(1)  # a head is so small that threads would wait for each other longer than they compute
    network = image_network(backbone, weights)
    found = embed_folder(folder, labels, output, split, wanted, numbers, iterations, rate, cores, network)
    write_embedding(output, found)
    print(describe(found, output))
