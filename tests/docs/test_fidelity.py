"""The settings of the study `paper` that docs/fidelity.md lists are those of params.yaml."""

import re
from pathlib import Path

import pytest

from prism.study import load
from prism.study.runs import Run, resolve

ROOT = Path(__file__).parents[2]
PARAMS = load(ROOT / "params.yaml").model_copy(update={"study": "paper"})
TEXT = (ROOT / "docs/fidelity.md").read_text(encoding="utf-8")
SOURCES = {"paper", "code", "own", "guess"}


def rows(first: str) -> list[list[str]]:
    """Return the cells of the rows of the table whose first head is `first`."""
    _, _, table = TEXT.partition(f"\n| {first} |")
    lines = table.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


METHODS = {row[0].strip("`"): row[1:] for row in rows("method")}


def numbers(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"[\d.,]*\d(?:e-\d+)?", text)]


def test_every_method_is_listed_with_a_source() -> None:
    assert list(METHODS) == list(PARAMS.methods)
    for method, row in METHODS.items():
        sources = set(row[3].split(", ")) if row[3] else set()
        assert sources <= SOURCES
        assert sources or PARAMS.methods[method].group == "beyond"


@pytest.mark.parametrize("method", METHODS)
def test_a_method_has_the_listed_settings(method: str) -> None:
    run = resolve(PARAMS, Run("cars", "symmetric-20", method, 0))
    rate = run.training.learning_rate
    rates = [rate]
    if run.training.head_rate != 1:
        rates.append(run.training.head_rate * rate)
    if "proxy_learning_rate" in run.settings:
        rates.append(run.settings["proxy_learning_rate"])
    listed_rates, weight_decay, epsilon, *_ = METHODS[method]
    assert numbers(listed_rates) == pytest.approx(rates)
    assert numbers(weight_decay) == [run.training.weight_decay]
    assert numbers(epsilon) == [run.training.adam_eps]


@pytest.mark.parametrize(
    ("dataset", "row"), [(name, row) for names, *row in rows("dataset") for name in re.findall(r"`(\w+)`", names)]
)
def test_a_dataset_has_the_listed_settings(dataset: str, row: list[str]) -> None:
    iterations, _, rate, start, _ = row
    run = resolve(PARAMS, Run(dataset, "natural", "mcl", 0))
    assert numbers(iterations) == [run.training.iterations]
    assert numbers(rate) == [run.training.learning_rate]
    assert numbers(start) == [run.settings["start_iteration"]]
