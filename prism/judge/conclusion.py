"""Say in one sentence what a study found, whatever it found."""

from collections import Counter
from collections.abc import Iterable
from math import isnan

import pandas as pd

from prism.judge.claims.claim import ClaimVerdict
from prism.judge.comparison import Change, changes_by_filter


def conclusion(metrics: pd.DataFrame, verdicts: Iterable[ClaimVerdict]) -> str:
    """Return how MCL + PRISM compares with MCL in a study's runs, and how many of the paper's statements hold."""
    parts = [*_effect(changes_by_filter(metrics, "mcl", "MCL")), _statements(Counter(verdicts))]
    sentence = "; ".join(parts) + "."
    return sentence[0].upper() + sentence[1:]


def _effect(changes: list[Change]) -> list[str]:
    """Count the comparisons in which PRISM is above, with the range of all differences; none if nothing is compared."""
    if not changes:
        return []
    above = sum(change.change.mean > 0 for change in changes)
    compared = f"{_counted(len(changes), 'comparison')} ({_where(changes)})"
    return [f"MCL + PRISM is above MCL in {above} of {compared}, {_by_how_much(changes)}, {_how_certain(changes)}"]


def _where(changes: list[Change]) -> str:
    """Return the metrics, and how many noises and datasets there are."""
    metrics, noises, datasets = (
        list(dict.fromkeys(getattr(change, key) for change in changes)) for key in ("metric", "noise", "dataset")
    )
    places = [" and ".join(metrics), _counted(len(noises), "noise")]
    return ", ".join(places + ([_counted(len(datasets), "dataset")] if len(datasets) > 1 else []))


def _by_how_much(changes: list[Change]) -> str:
    """Return the range of the differences in points, with signs unless PRISM is above in all."""
    points = [100 * change.change.mean for change in changes]
    sign = "" if min(points) > 0 else "+"
    ends = dict.fromkeys(f"{end:{sign}.1f}".replace("-", "−") for end in (min(points), max(points)))
    return f"{'with differences of' if sign else 'by'} {' to '.join(ends)} points"


def _how_certain(changes: list[Change]) -> str:
    """Return how many differences are larger than their interval, which a single seed does not have."""
    if all(isnan(change.change.half_width) for change in changes):
        return "from one seed each"
    counts = Counter(change.verdict for change in changes)
    worse = f", and below MCL beyond the interval in {counts['worse']}" if counts["worse"] else ""
    return f"beyond the 95\N{NO-BREAK SPACE}% interval in {counts['better']}{worse}"


def _statements(counts: "Counter[ClaimVerdict]") -> str:
    """Count the statements that hold, fail and stay open among those that the study's runs test."""
    tested = counts.total() - counts["not run"]
    if not tested:
        return f"this study can test none of the {_counted(counts.total(), 'statement')} of the paper"
    statements = f"of the {_counted(tested, 'statement')} of the paper that this study can test"
    verbs = {"hold": counts["holds"], "fail": counts["fails"], "stay": counts["can't tell"]}
    hold, fail, stay = (f"{count} {verb}{'s' if count == 1 else ''}" for verb, count in verbs.items())
    return f"{statements}, {hold}, {fail} and {stay} open"


def _counted(count: int, noun: str) -> str:
    """Return a count with its noun, such as "1 noise" or "5 noises"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
