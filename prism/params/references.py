"""That every name in `params.yaml` that points at another entry finds it."""

from collections.abc import Iterable
from difflib import get_close_matches

from prism.errors import PrismError
from prism.params.models import Method, Params, SweepFigure
from prism.params.runs import split_method, why_undefined
from prism.params.settings import Training


def check_references(params: Params) -> None:
    _check("study", [params.study], params.studies)
    for name, study in params.studies.items():
        _check(f"studies.{name}.datasets", study.datasets, params.datasets)
        _check(f"studies.{name}.backbone", [study.backbone], params.backbones)
        _check(f"studies.{name}.methods", study.methods, params.methods)
        _check(f"studies.{name}.tables", study.tables, params.tables)
        _check(f"studies.{name}.figures", study.figures, params.figures)
    for name, table in params.tables.items():
        _check(f"tables.{name}.rows", table.rows, params.methods)
        labels = [params.methods[row].label for row in table.rows]
        if len(set(labels)) < len(labels):
            raise PrismError(f"params.yaml: tables.{name}.rows has two rows with one label; give each method its own.")
    for name, figure in params.figures.items():
        lines = [figure.method] if isinstance(figure, SweepFigure) else figure.lines.values()
        for line in lines:
            try:
                method, overrides = split_method(line)
            except PrismError as error:
                raise PrismError(f"params.yaml: figures.{name}: {error}") from error
            _check(f"figures.{name}", [method], params.methods)
            _check_settings(f"figures.{name}", overrides, params.methods[method])
            if why := why_undefined(params, method, figure.noise):
                raise PrismError(f"params.yaml: figures.{name} draws {method} under {figure.noise}, but {why}.")
        if isinstance(figure, SweepFigure):
            _check_settings(f"figures.{name}.setting", [figure.setting], params.methods[figure.method])


def _check(key: str, names: Iterable[str], known: Iterable[str]) -> None:
    known = list(known)
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"it must be one of {', '.join(known)}."
            raise PrismError(f"params.yaml: {key} names {name!r}, which is not defined; {hint}")


def _check_settings(key: str, names: Iterable[str], method: Method) -> None:
    _check(key, names, [*method.settings, *Training.model_fields])
