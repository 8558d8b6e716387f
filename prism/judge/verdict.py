"""Judge whether a cell of a study's table agrees with the paper's."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import pandas as pd

from prism.judge.paper import PAPER_SECONDS, SECONDS, Paper, PaperTable
from prism.metrics.statistics import Interval, interval

POINT = 0.01  # a percentage point, as a fraction
# An interval that is wider on each side than most differences in the paper's tables would take in anything.
WIDEST = 3 * POINT
Verdict = Literal["reproduced", "trend only", "not reproduced", "can't tell", "not run"]


class Difference(NamedTuple):
    """The difference of a row and its baseline: ours over the seeds that both have, and the paper's (fractions)."""

    ours: Interval
    paper: float

    @property
    def same_order(self) -> bool:
        """Return whether both have the same sign, ours beyond its interval, or both are ties, within a point.

        A single seed has no interval; its difference must be beyond a point.
        """
        margin = POINT if self.ours.seeds == 1 else self.ours.half_width
        same_sign = self.ours.mean * self.paper > 0 and abs(self.ours.mean) > margin
        return same_sign or max(abs(self.ours.mean), abs(self.paper)) <= POINT


class Judgement(NamedTuple):
    """A cell beside the paper's. If it is a time, both are the share that PRISM adds to the time of the same loss."""

    ours: Interval | None  # fractions
    paper: float  # percent
    verdict: Verdict

    @property
    def difference(self) -> float | None:
        """Return ours less the paper's, in points."""
        return None if self.ours is None else 100 * self.ours.mean - self.paper


def verdict(ours: Interval | None, paper: float, differences: Iterable[Difference]) -> Verdict:
    """Compare our cell (fractions) with the paper's (percent).

    reproduced: the paper's single run fits ours, because it is within their 95 % prediction interval or within 1 point
    of their mean.
    can't tell: it fits them because they are so far apart that their prediction interval is wider than ± 3 points.
    trend only: otherwise, if our cell has the same order as in the paper against every baseline that was run.
    """
    if ours is None:
        return "not run"
    away = abs(ours.mean - paper / 100)
    spread = ours.prediction_half_width
    if away <= spread or round(away, 9) <= POINT:
        return "can't tell" if spread > WIDEST else "reproduced"
    orders = [difference.same_order for difference in differences]
    return "trend only" if orders and all(orders) else "not reproduced"


def baselines(method: str, table: PaperTable) -> list[str]:
    """Return the rows with which a row is compared to find its trend.

    A row with PRISM is compared with the same loss without it, or with R = 0. A row without PRISM is compared with
    all variants of the same loss with PRISM, or with MCL + PRISM if the table has none.
    """
    loss = method.partition("@")[0].removesuffix("_prism")
    plain = [row for row in table.rows if row in (loss, f"{loss}_prism@noise_rate=0")]
    if method not in plain:
        return plain
    filtered = {row: row.partition("@")[0] for row in table.rows if row not in plain}
    own = [row for row, name in filtered.items() if name == f"{loss}_prism"]
    return own or [row for row, name in filtered.items() if name == "mcl_prism"]


def judge(
    paper: Paper, metrics: pd.DataFrame, table: str, method: str, dataset: str, noise: str, metric: str
) -> Judgement | None:
    """Compare our cell with the paper's; return None where the paper has none, and for times of losses without PRISM.

    Seconds of two machines cannot be compared, so times are compared by the share that PRISM adds to its loss.
    """
    timed = metric == SECONDS

    def printed(row: str) -> float | None:
        return paper.value(table, row, dataset, noise, PAPER_SECONDS if timed else metric)

    def ours(row: str) -> pd.Series:
        """Return our values by seed; empty where the row was not run."""
        here = (metrics["method"] == row) & (metrics["dataset"] == dataset) & (metrics["noise"] == noise)
        return metrics[here].set_index("seed").reindex(columns=[metric])[metric].dropna()

    value = printed(method)
    if value is None:
        return None
    against = {row: number for row in baselines(method, paper.tables[table]) if (number := printed(row)) is not None}
    if timed:
        loss = method.partition("@")[0].removesuffix("_prism")
        return None if method == loss else _judge_time(ours(method) / ours(loss) - 1, value / against[loss] - 1)
    differences = [
        Difference(interval(paired), (value - number) / 100)
        for row, number in against.items()
        if len(paired := (ours(method) - ours(row)).dropna())
    ]
    measured = interval(ours(method)) if len(ours(method)) else None
    return Judgement(measured, value, verdict(measured, value, differences))


def _judge_time(added: pd.Series, printed: float) -> Judgement:
    """Compare the shares that PRISM adds to the time of a loss: ours by seed, and the paper's."""
    measured = interval(added.dropna()) if added.notna().any() else None
    order = [Difference(measured, printed)] if measured else []
    return Judgement(measured, 100 * printed, verdict(measured, 100 * printed, order))
