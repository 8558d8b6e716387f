"""Read `params.yaml`, and tell a mistake in it in one sentence."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from prism.errors import PrismError
from prism.io.files import existing
from prism.study.params import Params
from prism.study.references import check_references


def load(path: Path = Path("params.yaml")) -> Params:
    """Return the checked parameters of a file."""
    try:
        content = yaml.safe_load(existing(path).read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise PrismError(f"{path} is not valid YAML: {' '.join(str(error).split())}.") from error
    return parse(content)


def parse(content: Any) -> Params:
    """Return the checked parameters of a configuration that has been read already."""
    try:
        params = Params.model_validate(content)
    except ValidationError as error:
        raise PrismError(_sentence(error)) from error
    check_references(params)
    return params


def with_study(params: Params, study: str | None) -> Params:
    """Return the parameters with another active study, if one is named."""
    if study is None:
        return params
    if study not in params.studies:
        raise PrismError(f"there is no study {study!r}: --study is one of {', '.join(params.studies)}.")
    changed = params.model_copy(update={"study": study})
    check_references(changed)  # `only` may name what this study does not have
    return changed


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    path = [str(part) for part in first["loc"] if part != "[key]"]
    if path[:1] in (["tables"], ["figures"], ["datasets"]):
        del path[2:3]  # pydantic's path has the kind of the entry in it, the file's has not
    key = ".".join(["params.yaml: " + (path[0] if path else "it"), *path[1:]])
    more = error.error_count() - 1
    rest = f" ({more} more after this one)" if more else ""
    if first["type"] == "missing":
        return f"{key} is missing; add it{rest}."
    if first["type"] == "value_error":  # a sentence of the models' own
        return f"{key} {first['ctx']['error']}{rest}."
    return f"{key} is {first['input']!r}, but {first['msg'][:1].lower()}{first['msg'][1:]}{rest}."
