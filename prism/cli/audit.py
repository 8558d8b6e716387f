"""The verbs that find wrong labels among somebody's own images, and that apply what people decide about them."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from prism.cli.groups import FOR_PEOPLE, verbs
from prism.cli.options import rate_of
from prism.errors import PrismError

ABOVE = 3  # exit code of a share of wrong labels above --fail-above; 1 is a mistake, 2 an option that is not known

app = verbs()


@app.command(rich_help_panel=FOR_PEOPLE)
def audit(
    folder: Annotated[Path, typer.Argument(help="the images: a folder for each class")],
    labels: Annotated[
        Path | None, typer.Option(help="a CSV of path,label, or a JSON file, instead of folders of classes")
    ] = None,
    features: Annotated[
        Path | None,
        typer.Option(help="your own features (.npy, .safetensors, .parquet), a row an image, in the order of the list"),
    ] = None,
    noise_rate: Annotated[str, typer.Option(help="share of wrong labels to flag, or auto: it is estimated")] = "auto",
    backbone: Annotated[str, typer.Option(help="the network that looks at the images")] = "efficientnet_lite0",
    weights: Annotated[Path | None, typer.Option(help="its weights, if no package brings them")] = None,
    output: Annotated[Path, typer.Option(help="folder for all that is written; never inside FOLDER")] = Path("audit"),
    top: Annotated[int, typer.Option(min=0, help="images on the page, the most suspicious ones")] = 200,
    threads: Annotated[
        int | None, typer.Option(min=1, help="processes and threads to compute with; one a core if not given")
    ] = None,
    fail_above: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="SHARE",
            help=f"exit code {ABOVE} if the estimated share of wrong labels is above",
        ),
    ] = None,
    train: Annotated[
        bool, typer.Option("--train", help="train MCL + PRISM on the features first, and judge by its embedding")
    ] = False,
) -> None:
    """Find the wrong labels among your own images: how many, which, and what they should be.

    Nothing leaves the machine, and nothing is written into FOLDER.

    Example:

    prism audit photos/ --output audit/

    It ends with exit code 0, with 1 after a mistake, and with 3 if the estimated share of wrong labels (the value
    itself, not the end of its range) is above --fail-above; then too, all files are written.
    """
    rate = rate_of(noise_rate)
    if fail_above is not None and rate != "auto":
        raise PrismError("--fail-above needs the estimated share, which --noise-rate replaces: leave one of them out.")
    from prism.audit.describe import describe
    from prism.audit.files import told_in_a_sentence, write_audit
    from prism.audit.network import image_network
    from prism.audit.run import audit_folder
    from prism.runtime.threads import use_threads

    cores = threads or len(os.sched_getaffinity(0))
    use_threads(cores)
    with told_in_a_sentence(output):
        found = audit_folder(folder, labels, output, image_network(backbone, weights), features, rate, train, cores)
        write_audit(output, found, top)
    print(describe(found.summary, output))
    share = found.summary.noise_rate.value
    if fail_above is not None and share > fail_above:
        print(f"prism: the estimated share, {100 * share:.2f} %, is above --fail-above {fail_above}.", file=sys.stderr)
        raise typer.Exit(ABOVE)


@app.command(rich_help_panel=FOR_PEOPLE)
def apply(
    decisions: Annotated[Path, typer.Argument(help="decisions.csv, which the page of an audit exports")],
    folder: Annotated[Path, typer.Argument(help="folder of the images that were audited")],
    labels: Annotated[
        Path | None, typer.Option(help="file of labels that was audited, if the folders are not it")
    ] = None,
    copy_to: Annotated[Path | None, typer.Option(metavar="NEW", help="new folder for a copy, a folder a class")] = None,
    labels_to: Annotated[Path | None, typer.Option(metavar="CSV", help="new CSV file of path and label")] = None,
) -> None:
    """Make a corrected copy of audited images, or of their labels; the images themselves stay as they are.

    Example:

    prism apply decisions.csv photos/ --copy-to photos-corrected/
    """
    from prism.audit.decisions import apply_decisions

    print(apply_decisions(decisions, folder, labels, copy_to, labels_to))
