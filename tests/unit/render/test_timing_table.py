from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml

from prism.errors import PrismError
from prism.io.records import write_record
from prism.judge.paper import Paper
from prism.render.timing_table import render_timing_table, timing_cells
from prism.results.provenance import Machine
from prism.results.timing import TimingRecord
from prism.study.specs import TimingSpec
from records import timing_record

ROWS = [
    {"method": "softtriple", "label": "Soft & Triple", "group": "proxy"},
    {"method": "mcl", "label": "MCL", "group": "pair"},
    {"method": "mcl_prism", "label": "MCL + PRISM", "group": "pair"},
]
SPEC = {
    "caption": "Times of <A> & B.",
    "rows": ROWS,
    "baseline": "mcl",
    "noise": {"emoji": "symmetric-10"},
    "titles": {"emoji": "Emoji", "cub": "CUB", "cars": "CARS"},
}
PAPER_TABLE = {
    "place": "Table 4", "label": "tab:time", "caption": "c", "unit": "seconds", "datasets": ["cars", "cub"],
    "metrics": ["seconds_per_5000_iterations"], "noise": ["symmetric-10"], "columns": ["CARS", "CUB"], "notes": [],
    "rows": {"mcl": {"head": "MCL", "values": [1000.0, 2000.0]},
             "mcl_prism": {"head": "MCL + PRISM", "values": [1100.0, 2500.0]}},
}  # fmt: skip
PAPER = {"notes": [], "tables": {"times": PAPER_TABLE}}
# Seconds per iteration; the machine slows down from turn to turn.
BLOCKS = {"softtriple": [0.5, 1.0, 2.0], "mcl": [1.0, 2.0, 4.0], "mcl_prism": [1.1, 3.0, 6.0]}


def measurement(**changes: Any) -> TimingRecord:
    machine = Machine(node="n", cpu="Some CPU", processor="p", system="s")
    return timing_record(BLOCKS, machine=machine, **changes)


def cells(noise: dict[str, str]) -> pd.DataFrame:
    spec = TimingSpec.model_validate(SPEC | {"noise": noise})
    found = timing_cells("times", spec, {dataset: measurement() for dataset in noise}, Paper.model_validate(PAPER))
    return found.set_index(["source", "dataset", "method"])


def render(folder: Path, measured: dict[str, TimingRecord], name: str = "times") -> dict[str, str]:
    spec = TimingSpec.model_validate(SPEC | {"noise": dict.fromkeys(measured, "symmetric-10")})
    (folder / "paper.yaml").write_text(yaml.safe_dump(PAPER))
    for dataset, content in measured.items():
        write_record(folder / f"{dataset}.json", content)
    files = [folder / f"{dataset}.json" for dataset in measured]
    render_timing_table(name, spec, files, folder / "paper.yaml", folder / name)
    return {suffix: (folder / f"{name}.{suffix}").read_text(encoding="utf-8") for suffix in ("tex", "csv", "html")}


def test_a_ratio_is_the_median_over_turns() -> None:
    """The ratios are 1.1 / 1, 3 / 2 and 6 / 4, although the machine slows down from turn to turn."""
    ours = cells({"emoji": "symmetric-10"}).loc[("ours", "emoji")]
    assert ours["ratio"].to_dict() == {"softtriple": 0.5, "mcl": 1.0, "mcl_prism": 1.5}
    assert ours.loc["mcl_prism", ["ratio_lower_quartile", "ratio_upper_quartile"]].tolist() == pytest.approx([1.3, 1.5])
    assert ours.loc["mcl_prism", "seconds_per_5000_iterations"] == 15_000
    assert ours.loc["mcl", ["lower_quartile", "upper_quartile"]].tolist() == [7_500, 15_000]
    assert (ours["blocks"] == 3).all()


def test_the_paper_stands_beside_ours() -> None:
    found = cells({"cub": "authors-symmetric-10"})
    assert found.loc[("paper", "cub", "mcl_prism"), "ratio"] == 1.25
    assert "cars" not in found.index.get_level_values("dataset")
    assert ("paper", "cub", "softtriple") not in found.index


def test_where_the_paper_has_none_of_our_data_it_is_shown_on_its_own() -> None:
    assert list(dict.fromkeys(key[:2] for key in cells({"emoji": "symmetric-10"}).index)) == [
        ("ours", "emoji"),
        ("paper", "cars"),
        ("paper", "cub"),
    ]
    both = cells({"cub": "symmetric-10", "cars": "symmetric-10"})
    order = [("ours", "cub"), ("paper", "cub"), ("ours", "cars"), ("paper", "cars")]
    assert list(dict.fromkeys(key[:2] for key in both.index)) == order


def test_latex_by_hand(tmp_path: Path) -> None:
    lines = render(tmp_path, {"cub": measurement()})["tex"].splitlines()
    start = lines.index(r"\toprule")
    assert lines[start:-2] == [
        r"\toprule",
        r" & \multicolumn{2}{c}{CUB} & \multicolumn{2}{c}{Paper, CUB} \\",
        r"\cmidrule(lr){2-3} \cmidrule(lr){4-5}",
        r" & s / 5,000 it. & $\times$ MCL & s / 5,000 it. & $\times$ MCL \\",
        r"\midrule",
        r"\multicolumn{5}{@{}l}{\textit{DML with proxy-based losses}} \\",
        r"Soft \& Triple & 5,000.0 (3,750.0--7,500.0) & 0.50 & -- & -- \\",
        r"\midrule",
        r"\multicolumn{5}{@{}l}{\textit{DML with pair-based losses}} \\",
        r"MCL & 10,000.0 (7,500.0--15,000.0) & 1.00 & 2,000.0 & 1.00 \\",
        r"MCL + PRISM & 15,000.0 (10,250.0--22,500.0) & 1.50 & 2,500.0 & 1.25 \\",
        r"\bottomrule",
        r"\end{tabular}}",
    ]
    assert lines[-2].endswith("The paper has no such row.")


def test_the_caption_says_how_and_on_what_it_was_measured(tmp_path: Path) -> None:
    html = render(tmp_path, {"cub": measurement()})["html"]
    assert "Times of &lt;A&gt; &amp; B. Seconds for 5,000 iterations from a full memory bank on" in html
    assert "of 3 blocks of 30 iterations" in html
    assert "Ratios are to MCL in the same turn. Measured on Some CPU with 1 thread. The paper does not name" in html


def test_the_caption_tells_two_machines_apart(tmp_path: Path) -> None:
    other = measurement(device="Some GPU", threads=5)
    html = render(tmp_path, {"cub": measurement(), "cars": other})["html"]
    assert "Measured on Some CPU with 1 thread (CUB); Some GPU and Some CPU with 5 threads (CARS)." in html
    same = render(tmp_path, {"cub": other, "cars": other})["html"]
    assert "Measured on Some GPU and Some CPU with 5 threads." in same


def test_a_table_that_the_paper_does_not_have_stands_alone(tmp_path: Path) -> None:
    files = render(tmp_path, {"emoji": measurement()}, name="own")
    assert "aper" not in files["html"]
    assert "--" not in files["tex"].replace("0--", "")


def test_rendering_twice_gives_equal_bytes(tmp_path: Path) -> None:
    assert render(tmp_path, {"cub": measurement()}) == render(tmp_path, {"cub": measurement()})


def test_a_missing_measurement_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"none\.json does not exist"):
        render_timing_table("t", TimingSpec.model_validate(SPEC), [tmp_path / "none.json"], tmp_path, tmp_path / "t")
