"""List where a study departs from the paper's settings, which are those of the study `paper`."""

from collections.abc import Callable, Iterable

from prism.study.params import DatasetOverrides, Params
from prism.study.runs import backbone_of
from prism.study.specs import Deviation

REFERENCE = "paper"


def deviations(params: Params) -> list[Deviation]:
    """Return what is different in the paper and here; seeds and the iteration that counts always are."""
    always = [
        Deviation(what="Seeds", paper="not given, one run each", here=_join(params.active_seeds)),
        Deviation(
            what="Iteration shown",
            paper="not said; the released code prints the best on test",
            here="the last, and the best on test beside it",
        ),
    ]
    if REFERENCE not in params.studies:
        return always
    paper = params.model_copy(update={"study": REFERENCE, "only": None})
    compared = [
        Deviation(what=what, paper=describe(paper), here=describe(params)) for what, describe in ASPECTS.items()
    ]
    return [aspect for aspect in compared if aspect.paper != aspect.here] + always


def _describe_data(params: Params) -> str:
    return _join(params.datasets[dataset].title for dataset in params.active_study.datasets)


def _describe_network(params: Params) -> str:
    backbones = {backbone_of(params, dataset) for dataset in params.active_study.datasets}
    architectures = {params.backbones[backbone].architecture for backbone in backbones}
    whole = params.active_study.end_to_end is not None
    training = "trained end to end" if whole else "frozen, a linear layer on its features is trained"
    return f"{_join(sorted(architectures))}, {training}"


def _describe_pretraining(params: Params) -> str:
    backbones = dict.fromkeys(backbone_of(params, dataset) for dataset in params.active_study.datasets)
    titles = [params.datasets[entry.dataset].title for name in backbones if (entry := params.pretraining.get(name))]
    return f"classes of {_join(titles)} that are in neither split" if titles else "ImageNet"


def _describe_augmentation(params: Params) -> str:
    whole = params.active_study.end_to_end
    return whole.augmentation.replace("_", " ") if whole else "none: the features are fixed"


def _describe_training(key: str) -> Callable[[Params], str]:
    """Return a function that describes one setting of a study's trainings on all its datasets."""

    def describe(params: Params) -> str:
        study = params.active_study
        overrides = [study.per_dataset.get(dataset, DatasetOverrides()) for dataset in study.datasets]
        values = [getattr(override.training, key) or getattr(study.training, key) for override in overrides]
        own = any(getattr(method.training, key) for method in study.methods.values())
        where = "as searched for a method" if params.study in params.tuning else "a method's own"
        return _join(dict.fromkeys(values)) + (f", or {where}" if own else "")

    return describe


def _describe_labels(params: Params) -> str:
    return "the authors' lists where they released them" if params.active_study.authors_lists else "drawn anew"


def _join(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


ASPECTS: dict[str, Callable[[Params], str]] = {
    "Data": _describe_data,
    "Network": _describe_network,
    "Pretraining": _describe_pretraining,
    "Augmentation": _describe_augmentation,
    "Iterations": _describe_training("iterations"),
    "Classes in a batch": _describe_training("classes_per_batch"),
    "Images of a class": _describe_training("images_per_class"),
    "Embedding": _describe_training("embedding_dim"),
    "Learning rate": _describe_training("learning_rate"),
    "Wrong labels": _describe_labels,
}
