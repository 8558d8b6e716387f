from pathlib import Path

import pandas as pd
import pytest

from prism.errors import PrismError
from prism.render.tables import TableSpec, render_table, table_cells

CAPTION = "5 % of A & B_c <script>alert(1)</script>"
ROWS = [
    {"method": "softtriple", "label": "Soft & Triple_100%", "group": "proxy"},
    {"method": "mcl", "label": "<script>MCL", "group": "pair"},
    {"method": "mcl_prism", "label": "MCL + PRISM", "group": "pair"},
]
COLUMN = {"dataset": "emoji", "metric": "map_at_r", "head": "Emoji, MAP@R"}
COLUMNS = [COLUMN | {"noise": "symmetric-10", "label": "10%"}, COLUMN | {"noise": "symmetric-20", "label": "20%"}]
RUNS = pd.DataFrame(
    [
        ("emoji", "symmetric-10", "softtriple", 0, 0.30, 1.0),
        ("emoji", "symmetric-10", "mcl", 0, 0.40, 2.0),
        ("emoji", "symmetric-10", "mcl", 1, 0.42, 4.0),
        ("emoji", "symmetric-10", "mcl_prism", 0, 0.50, 3.0),
        ("emoji", "symmetric-20", "mcl", 0, 0.20, 2.0),
        ("other", "symmetric-10", "mcl", 0, 0.99, 9.0),
    ],
    columns=["dataset", "noise", "method", "seed", "map_at_r", "seconds_per_1000_iterations"],
)


SPEC = TableSpec.model_validate({"caption": CAPTION, "rows": ROWS, "columns": COLUMNS})


def render(folder: Path, runs: pd.DataFrame = RUNS, spec: TableSpec = SPEC) -> dict[str, str]:
    runs.to_csv(folder / "metrics.csv", index=False)
    render_table("main", spec, folder / "metrics.csv", folder / "main")
    return {suffix: (folder / f"main.{suffix}").read_text(encoding="utf-8") for suffix in ("tex", "csv", "html")}


def test_a_cell_is_the_mean_over_seeds() -> None:
    cells = table_cells(SPEC, RUNS).set_index(["method", "noise"])
    measured = cells.loc[("mcl", "symmetric-10")]
    assert measured["mean"] == pytest.approx(0.41)
    assert measured["cell"] == "41.0 ± 12.7"  # 12.706 is the t quantile for one degree of freedom
    assert (measured["seeds"], measured["seconds_per_1000_iterations"]) == (2, 3.0)
    assert cells.loc[("mcl_prism", "symmetric-10"), "cell"] == "50.0"


def test_a_missing_run_says_so(tmp_path: Path) -> None:
    files = render(tmp_path)
    assert files["tex"].count("not run") == files["html"].count("not run") == files["csv"].count("not run") == 2
    assert files["csv"].splitlines()[2] == "softtriple,emoji,symmetric-20,map_at_r,,,0,,not run,"


def test_a_cell_in_which_the_method_is_not_defined_says_why_in_a_note(tmp_path: Path) -> None:
    why = {"undefined": {"symmetric-20": "it has no <matrix> & 5 % of nothing"}}
    spec = TableSpec.model_validate({"caption": CAPTION, "rows": [ROWS[0] | why, *ROWS[1:]], "columns": COLUMNS})
    files = render(tmp_path, spec=spec)
    assert files["csv"].splitlines()[2].endswith(",0,,–,it has no <matrix> & 5 % of nothing")
    assert r"Soft \& Triple\_100\% & 30.0 & -- \\" in files["tex"]
    assert r"\footnotesize Soft \& Triple\_100\%: it has no <matrix> \& 5 \% of nothing." in files["tex"]
    assert (
        '<p class="note">– Soft &amp; Triple_100%: it has no &lt;matrix&gt; &amp; 5 % of nothing.</p>' in files["html"]
    )
    assert files["tex"].count("not run") == 1


def test_latex_by_hand(tmp_path: Path) -> None:
    lines = render(tmp_path)["tex"].splitlines()
    start = lines.index(r"\toprule")
    assert lines[start:] == [
        r"\toprule",
        r" & \multicolumn{2}{c}{Emoji, MAP@R} \\",
        r" & 10\% & 20\% \\",
        r"\midrule",
        r"\multicolumn{3}{@{}l}{\textit{DML with proxy-based losses}} \\",
        r"Soft \& Triple\_100\% & 30.0 & not run \\",
        r"\midrule",
        r"\multicolumn{3}{@{}l}{\textit{DML with pair-based losses}} \\",
        r"<script>MCL & 41.0 $\pm$ 12.7 & \bfseries 20.0 \\",
        r"MCL + PRISM & \bfseries 50.0 & not run \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    assert r"\caption{5 \% of A \& B\_c <script>alert(1)</script>}" in lines
    assert r"\label{tab:main}" in lines


def test_what_was_not_run_is_not_the_best(tmp_path: Path) -> None:
    files = render(tmp_path, runs=RUNS[RUNS["dataset"] == "other"])
    assert "bfseries" not in files["tex"]
    assert "bold" not in files["html"]


def test_html_escapes_what_comes_from_outside(tmp_path: Path) -> None:
    html = render(tmp_path)["html"]
    assert "<script>" not in html
    assert "&lt;script&gt;MCL" in html
    assert "&lt;script&gt;alert(1)" in html
    assert "Soft &amp; Triple_100%" in html


def test_rendering_twice_gives_equal_bytes(tmp_path: Path) -> None:
    assert render(tmp_path) == render(tmp_path)


def test_missing_metrics_are_told(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"metrics\.csv does not exist"):
        render_table("main", SPEC, tmp_path / "metrics.csv", tmp_path / "main")
