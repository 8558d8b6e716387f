"""Check that all cross-references in `params.yaml` resolve."""

from collections.abc import Iterable
from difflib import get_close_matches

from prism.errors import PrismError
from prism.results.settings import Training
from prism.study.method_settings import declared_settings
from prism.study.params import MethodEntry, Params, Study, Table, TimingTable
from prism.study.pretraining import check_pretraining
from prism.study.runs import split_method, why_undefined


def check_references(params: Params) -> None:
    """Raise a PrismError for the first name that points at an entry that is not there."""
    _check("study", [params.study], params.studies)
    _check("tuning", params.tuning, params.studies)
    _check("pretraining", params.pretraining, params.backbones)
    for name, entry in params.pretraining.items():
        _check(f"pretraining.{name}.dataset", [entry.dataset], params.datasets)
    check_pretraining(params)
    for name, study in params.studies.items():
        _check_study(f"studies.{name}", study, params)
    if params.only is not None:
        _check("only", params.only, params.studies[params.study].datasets)
        if not params.active_study.tables:
            raise PrismError(f"params.yaml: only leaves {params.study} without a table; add a dataset that fills one.")
    _check_followed(params)
    for name, table in params.tables.items():
        if isinstance(table, TimingTable):
            _check_timing(f"tables.{name}", table, params)
        if isinstance(table.rows, dict):
            for line in table.rows.values():
                _check_variant(f"tables.{name}.rows", line, params)
            continue
        _check(f"tables.{name}.rows", table.rows, params.methods)
        labels = [params.methods[row].label for row in table.rows]
        if len(set(labels)) < len(labels):
            raise PrismError(f"params.yaml: tables.{name}.rows has two rows with one label; give each method its own.")
    for name, figure in params.figures.items():
        noise = figure.shown_noise()
        for line in figure.methods().values():
            method = _check_variant(f"figures.{name}", line, params, figure.settings_key)
            if noise and (why := why_undefined(params, method, noise)):
                raise PrismError(f"params.yaml: figures.{name} draws {method} under {noise}, but {why}.")


def _check_study(key: str, study: Study, params: Params) -> None:
    for part, known in (("tables", params.tables), ("figures", params.figures)):
        entries: dict[str, list[str]] = getattr(study, part)
        _check(f"{key}.{part}", entries, known)
        for name, datasets in entries.items():
            _check(f"{key}.{part}.{name}", datasets, params.datasets)
    scores = [name for name in study.tables if isinstance(params.tables[name], Table)]
    _check(f"{key}.noise", study.noise, scores)
    _check(f"{key}.backbone", [study.backbone], params.backbones)
    _check(f"{key}.methods", study.methods, params.methods)
    if study.noise_backbone is not None:
        _check(f"{key}.noise_backbone", [study.noise_backbone], params.backbones)
        if study.end_to_end is None:
            raise PrismError(f"params.yaml: {key}.noise_backbone is for end_to_end studies; remove it.")
    for dataset, changes in study.per_dataset.items():
        _check(f"{key}.per_dataset", [dataset], params.datasets)
        _check(f"{key}.per_dataset.{dataset}.methods", changes.methods, params.methods)
        _check(f"{key}.per_dataset.{dataset}.backbone", [changes.backbone or study.backbone], params.backbones)


def _check_followed(params: Params) -> None:
    """Check that each method that follows another follows one that exists and follows none itself."""
    leaders = [name for name, method in params.methods.items() if method.follows is None]
    for name, method in params.methods.items():
        if method.follows is not None:
            _check(f"methods.{name}.follows", [method.follows], leaders)


def _check_timing(key: str, table: TimingTable, params: Params) -> None:
    methods = list(table.rows.values()) if isinstance(table.rows, dict) else table.rows
    _check(f"{key}.baseline", [table.baseline], methods)
    for line in methods:
        method = _check_variant(f"{key}.rows", line, params)
        if why := why_undefined(params, method, table.noise):
            raise PrismError(f"params.yaml: {key} times {method} under {table.noise}, but {why}.")
        if params.methods[method].only_clean:
            raise PrismError(f"params.yaml: {key} times {method}, which trains on fewer samples; leave it out.")


def _check_variant(key: str, line: str, params: Params, settings_key: str | None = None) -> str:
    """Check that the method of `method@key=value` and its settings exist, and return the method.

    `settings_key` is the key below `key` that names the settings, where the method's own key does not.
    """
    try:
        method, overrides = split_method(line)
    except PrismError as error:
        raise PrismError(f"params.yaml: {key}: {error}") from error
    _check(key, [method], params.methods)
    _check_settings(f"{key}.{settings_key}" if settings_key else key, overrides, params.methods[method])
    return method


def _check(key: str, names: Iterable[str], known: Iterable[str]) -> None:
    known = list(known)
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"it must be one of {', '.join(known)}."
            raise PrismError(f"params.yaml: {key} names {name!r}, which is not defined; {hint}")


def _check_settings(key: str, names: Iterable[str], method: MethodEntry) -> None:
    """Check that a method has settings of these names: any that it declares, or a key of its training."""
    _check(key, names, dict.fromkeys([*method.settings, *declared_settings(method.uses), *Training.model_fields]))
