"""Sentences that say on what the numbers of a plan are based."""

from collections import Counter
from collections.abc import Iterable
from math import ceil

from prism.results.settings import RunSettings
from prism.study.graph import JobKey
from prism.study.plan.disk import expected_images
from prism.study.plan.estimate import Basis
from prism.study.plan.format import UNKNOWN, Amount, total
from prism.study.plan.study_plan import StudyPlan


def basis_text(plan: StudyPlan, keys: Iterable[JobKey]) -> str:
    """Return how many of the jobs have a measured time, and where the others have theirs from."""
    listed = list(keys)
    bases = Counter(time.basis if (time := plan.times.get(key)) else None for key in listed)
    words: dict[Basis | None, str] = {
        "measured": "measured",
        "like measured": "as measured jobs of the same dataset and method, or the nearest there are",
        "params.yaml": f"estimated from backbones.*.seconds_per_iteration in params.yaml ({_rates(plan)})",
        None: "unknown",
    }
    known = "; ".join(f"{bases[basis]:,} {text}" for basis, text in words.items() if bases[basis])
    return f"of {len(listed):,} jobs, {known}"


def _rates(plan: StudyPlan) -> str:
    networks = {run.backbone: run.network for run in _estimated_runs(plan)}
    return ", ".join(f"{name} {network.seconds_per_iteration}" for name, network in networks.items() if network)


def left_out(plan: StudyPlan) -> str | None:
    """Return what the estimates do not count: the test images that trainings score between their steps."""
    if not (runs := _estimated_runs(plan)):
        return None
    trained = scored = Amount(0.0)
    for run in runs:
        budget = run.training
        networks = plan.params.methods[run.method.partition("@")[0]].networks
        batch = budget.classes_per_batch * budget.images_per_class
        scorings = 1 + ceil(budget.iterations / budget.evaluate_every)  # one before the first step
        test = expected_images(plan.params.datasets[run.dataset], "test", "query")
        trained = total([trained, Amount(networks * budget.iterations * batch)])
        scored = total([scored, UNKNOWN if test is None else Amount(networks * scorings * test)])
    return (
        f"Estimates are of training steps alone, on {trained.written(_millions)} images. What comes on top: these "
        f"trainings score {scored.written(_millions)} test images between steps."
    )


def _millions(count: float) -> str:
    return f"{count / 1e6:,.0f} million"


def _estimated_runs(plan: StudyPlan) -> list[RunSettings]:
    keys = [key for key, time in plan.times.items() if time.basis == "params.yaml"]
    return [run for key in keys if (run := plan.jobs[key].trained)]
