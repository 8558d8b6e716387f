"""The verbs that keep this repository's own copies up to date."""

from pathlib import Path
from typing import Annotated

import typer

from prism.cli.groups import FOR_UPKEEP, verbs

app = verbs()


@app.command(rich_help_panel=FOR_UPKEEP)
def publish(
    results: Annotated[Path, typer.Argument(help="results/STUDY")],
    output: Annotated[Path, typer.Option(help="folder for the copy")],
    readme: Annotated[Path, typer.Option(help="the document that gives an overview")] = Path("README.md"),
    table: Annotated[Path, typer.Option(help="the document that shows all methods")] = Path("docs/results.md"),
    pages: Annotated[Path, typer.Option(help="folder of the methods' pages")] = Path("docs/methods"),
) -> None:
    """Copy a finished study's tables, figures, metrics and report, and put its scores into the documents."""
    from prism.render.publish import publish_study

    publish_study(results, output, readme, table, pages)


@app.command(rich_help_panel=FOR_UPKEEP)
def schema(
    output: Annotated[Path, typer.Option(help="the file to write")] = Path("prism/study/params.schema.json"),
) -> None:
    """Export the JSON schema of params.yaml from its models."""
    from prism.io.files import write_json
    from prism.study.schema import params_schema

    write_json(output, params_schema())
