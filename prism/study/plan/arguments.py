"""What the user asked for on the command line."""

from collections.abc import Sequence

from prism.errors import PrismError
from prism.study.params import Params
from prism.study.references import check_references


def chosen(params: Params, study: str | None) -> Params:
    """The parameters with another study, if one is named."""
    if study is None:
        return params
    if study not in params.studies:
        raise PrismError(f"there is no study {study!r}: --study is one of {', '.join(params.studies)}.")
    changed = params.model_copy(update={"study": study})
    check_references(changed)  # `only` may name what this study does not have
    return changed


def gpu_counts(first: Sequence[str], more: Sequence[str]) -> list[int]:
    """`--gpus 1 8 64`, of which click gives the option `first` and leaves `more`, or `--gpus 1 --gpus 8`."""
    if more and not first:
        raise PrismError(f"{more[0]!r} is not understood: numbers of GPUs stand behind --gpus.")
    wrong = [text for text in (*first, *more) if not text.isdecimal() or int(text) < 1]
    if wrong:
        raise PrismError(f"--gpus is {wrong[0]!r}, but it takes numbers of GPUs from 1 on, such as --gpus 1 8 64.")
    return [int(text) for text in (*first, *more)]
