"""Options that several verbs have in common."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from prism.errors import PrismError

if TYPE_CHECKING:
    from pydantic import BaseModel

    Parsed = TypeVar("Parsed", bound=BaseModel)

Settings = Annotated[str, typer.Option(help="resolved settings of one run, as JSON")]
Threads = Annotated[int, typer.Option(min=1, help="threads to compute with")]
ParamsFile = Annotated[Path, typer.Option("--params", help="the configuration")]
DatasetSettings = Annotated[str, typer.Option("--settings", help="the dataset's entry in params.yaml, as JSON")]
Features = Annotated[Path | None, typer.Option(help="train a head on these; without them, a network on the images")]
Data = Annotated[Path, typer.Option(help="where data is kept")]
Logs = Annotated[Path, typer.Option(help="where the benchmark files are")]
StudyName = Annotated[str | None, typer.Option("--study", help="instead of the one that params.yaml names")]
Templates = Annotated[Path | None, typer.Option(help="folder of page.html and report.tex, if not this package's")]
Weights = Annotated[Path | None, typer.Option(help="pretrained weights of the backbone, if no package brings them")]


def parsed(model: "type[Parsed]", settings: str) -> "Parsed":
    """Return the JSON text of `--settings` as a model."""
    from pydantic import ValidationError

    try:
        return model.model_validate_json(settings)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise PrismError(f"--settings: {key}{': ' if key else ''}{first['msg']}; see params.yaml.") from error


def gpu_counts(first: Sequence[str], more: Sequence[str]) -> list[int]:
    """Return the numbers of `--gpus 1 8 64`, of which typer gives the option `first` and leaves `more`."""
    if more and not first:
        raise PrismError(f"{more[0]!r} is not understood: numbers of GPUs stand behind --gpus.")
    wrong = [text for text in (*first, *more) if not text.isdecimal() or int(text) < 1]
    if wrong:
        raise PrismError(f"--gpus is {wrong[0]!r}, but it takes numbers of GPUs from 1 on, such as --gpus 1 8 64.")
    return [int(text) for text in (*first, *more)]


def names_of(option: str, text: str) -> list[str]:
    """Return the names of `--methods mcl,mcl_prism`, each once."""
    names = list(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
    if not names:
        raise PrismError(f"{option} is empty: name at least one, with commas between several.")
    return names


def seeds_of(text: str) -> list[int]:
    """Return the numbers of `--seeds 0,1,2`, each once."""
    names = names_of("--seeds", text)
    wrong = [name for name in names if not name.isdecimal()]
    if wrong:
        raise PrismError(f"--seeds has {wrong[0]!r}, but it takes whole numbers from 0 on, such as --seeds 0,1,2.")
    return list(dict.fromkeys(map(int, names)))


def rate_of(text: str) -> float | Literal["auto"]:
    """Return the share of `--noise-rate 0.2`, or "auto"."""
    if text == "auto":
        return "auto"
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0 <= rate < 1:
        raise PrismError(f"--noise-rate is {text!r}, but it takes auto, or a share from 0 to below 1, such as 0.2.")
    return rate
