"""Where a study departs from the paper's settings, which are those of the study `paper`."""

from collections.abc import Callable, Iterable

from prism.study.params import OnDataset, Params
from prism.study.runs import backbone_of

REFERENCE = "paper"


def deviations(params: Params) -> list[dict[str, str]]:
    """What is different, there and here; seeds and the iteration that counts always are."""
    told = [
        {"what": "Seeds", "paper": "not given, one run each", "here": _listed(params.chosen_seeds)},
        {
            "what": "Iteration shown",
            "paper": "not said; the released code prints the best on test",
            "here": "the last, and the best on test beside it",
        },
    ]
    if REFERENCE not in params.studies:
        return told
    paper = params.model_copy(update={"study": REFERENCE, "only": None})
    both = [{"what": what, "paper": tell(paper), "here": tell(params)} for what, tell in ASPECTS.items()]
    return [entry for entry in both if entry["paper"] != entry["here"]] + told


def _data(params: Params) -> str:
    return _listed(params.datasets[dataset].title for dataset in params.chosen.datasets)


def _network(params: Params) -> str:
    backbones = {backbone_of(params, dataset) for dataset in params.chosen.datasets}
    architectures = {params.backbones[backbone].architecture for backbone in backbones}
    how = "trained end to end" if params.chosen.end_to_end else "frozen, a linear layer on its features is trained"
    return f"{_listed(sorted(architectures))}, {how}"


def _training(key: str) -> Callable[[Params], str]:
    """A setting of the trainings, on all datasets; methods may differ."""

    def tell(params: Params) -> str:
        ons = [params.chosen.per_dataset.get(dataset, OnDataset()) for dataset in params.chosen.datasets]
        common = getattr(params.chosen.training, key)
        values = [getattr(on.training, key) or common for on in ons]
        own = any(getattr(method.training, key) for method in params.chosen.methods.values())
        return _listed(dict.fromkeys(values)) + (", or as searched for a method" if own else "")

    return tell


def _labels(params: Params) -> str:
    return "the authors' lists where they released them" if params.chosen.authors_lists else "drawn anew"


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


ASPECTS: dict[str, Callable[[Params], str]] = {
    "Data": _data,
    "Network": _network,
    "Iterations": _training("iterations"),
    "Classes in a batch": _training("classes_per_batch"),
    "Images of a class": _training("images_per_class"),
    "Embedding": _training("embedding_dim"),
    "Learning rate": _training("learning_rate"),
    "Wrong labels": _labels,
}
