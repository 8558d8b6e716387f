"""Check the settings of methods against the exported schema, which needs no torch, before anything runs."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema

from prism.errors import PrismError
from prism.study.method_settings import SCHEMA, settings_schema
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.timings import all_timed_runs


def check_method_settings(params: Params, schema_path: Path = SCHEMA) -> None:
    """Raise a PrismError for the first run of the active study whose method does not know its settings.

    A method that is newer than the schema is checked when it trains.
    """
    seen: list[tuple[str, dict[str, Any]]] = []
    for run in study_runs(params) + all_timed_runs(params):
        resolved = resolve(params, run)
        schema = settings_schema(resolved.uses, schema_path)
        if schema is None or (resolved.uses, resolved.settings) in seen:
            continue
        seen.append((resolved.uses, resolved.settings))
        error = next(jsonschema.Draft202012Validator(schema).iter_errors(resolved.settings), None)
        if error is not None:
            raise PrismError(f"params.yaml: {_sentence(run.method, error, schema['properties'])}")


def _sentence(method: str, error: jsonschema.ValidationError, known: Iterable[str]) -> str:
    if error.validator == "additionalProperties":
        instance: Any = error.instance
        unknown = sorted(set(instance) - set(known))
        return f"method {method} has no setting {unknown[0]!r}; it knows {', '.join(known)}."
    key = ".".join(str(part) for part in error.path)
    reasons = "; ".join(option.message for option in error.context or [error])
    return f"methods.{method}.settings.{key} is {error.instance!r}, but {reasons}."
