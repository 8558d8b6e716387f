"""Methods of finding wrong labels by features: the library's, and cleanlab's with two kinds of class probabilities."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.audit_cases import Labels

FOLDS, NEIGHBOURS = 5, 10


class Verdict(NamedTuple):
    """A method's opinion on N labels."""

    scores: NDArray[np.float64]  # (N,): how well a label fits; low is bad
    is_flagged: NDArray[np.bool_]  # (N,)
    noise_rate: float  # the estimated share of wrong labels


Method = Callable[[NDArray[Any], Labels], Verdict]


def use_threads(count: int) -> None:
    """Let this process compute with `count` threads, in torch and in NumPy's libraries."""
    import torch
    from threadpoolctl import threadpool_limits

    torch.set_num_threads(count)
    threadpool_limits(count)


def ours(features: NDArray[Any], labels: Labels) -> Verdict:
    """Return the verdict of `prism.find_label_issues`, with the share of wrong labels that it estimated."""
    from prism.audit.issues import label_issues

    table, judgement = label_issues(features, labels)
    table = table.sort_index()
    return Verdict(table["label_score"].to_numpy(), table["is_label_issue"].to_numpy(), judgement.noise_rate)


def cleanlab(classifier: Callable[[], Any], features: NDArray[Any], labels: Labels) -> Verdict:
    """Return the verdict of cleanlab's defaults, with class probabilities by a classifier that has not seen the label.

    The share of wrong labels is what its estimate of the joint distribution of given and true labels has off its
    diagonal.
    """
    from cleanlab.count import estimate_joint
    from cleanlab.filter import find_label_issues
    from cleanlab.rank import get_label_quality_scores
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    probabilities = cross_val_predict(classifier(), features, labels, cv=folds, method="predict_proba")
    return Verdict(
        get_label_quality_scores(labels, probabilities),
        find_label_issues(labels, probabilities, n_jobs=1),  # in this process, whose memory is measured
        1 - float(np.trace(estimate_joint(labels, probabilities))),
    )


def nearest_neighbours() -> Any:
    """Return a classifier by the ten nearest neighbours."""
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(NEIGHBOURS, metric="cosine")


def logistic_regression() -> Any:
    """Return a linear classifier of unit vectors, with scikit-learn's defaults."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression()


def standardised_regression() -> Any:
    """Return a linear classifier of features that have mean 0 and variance 1, with scikit-learn's defaults."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), logistic_regression())


METHODS: dict[str, Method] = {
    "ours": ours,
    "cleanlab, nearest neighbours": partial(cleanlab, nearest_neighbours),
    "cleanlab, logistic regression": partial(cleanlab, logistic_regression),
    "cleanlab, standardised regression": partial(cleanlab, standardised_regression),
}
