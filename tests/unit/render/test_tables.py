import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml

from prism.errors import PrismError
from prism.judge.paper import Paper
from prism.render.tables import render_table, table_cells, table_sheet
from prism.study.specs import TableSpec

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
        ("emoji", "symmetric-10", "softtriple", 0, 0.30, 0.30, 1.0),
        ("emoji", "symmetric-10", "mcl", 0, 0.40, 0.46, 2.0),
        ("emoji", "symmetric-10", "mcl", 1, 0.42, 0.42, 4.0),
        ("emoji", "symmetric-10", "mcl_prism", 0, 0.50, 0.55, 3.0),
        ("emoji", "symmetric-20", "mcl", 0, 0.20, 0.20, 2.0),
        ("other", "symmetric-10", "mcl", 0, 0.99, 0.99, 9.0),
    ],
    columns=["dataset", "noise", "method", "seed", "map_at_r", "best_map_at_r", "seconds_per_1000_iterations"],
)
PAPER: dict[str, Any] = {
    "notes": [],
    "tables": {
        "main": {
            "place": "Table 1", "label": "tab:x", "caption": "The <paper's>.", "datasets": ["emoji"],
            "metrics": ["map_at_r"], "noise": ["symmetric-10", "symmetric-20"], "columns": ["10%", "20%"], "notes": [],
            "rows": {"mcl": {"head": "MCL", "values": [31.0, 20.5]},
                     "mcl_prism": {"head": "MCL + PRISM", "values": [60.0, 55.25]}},
        },
    },
}  # fmt: skip
NO_PAPER: dict[str, Any] = {"notes": [], "tables": {}}
SPEC = TableSpec.model_validate({"caption": CAPTION, "rows": ROWS, "columns": COLUMNS})


def render(
    folder: Path, runs: pd.DataFrame = RUNS, spec: TableSpec = SPEC, paper: dict[str, Any] = NO_PAPER
) -> dict[str, str]:
    runs.to_csv(folder / "metrics.csv", index=False)
    (folder / "paper.yaml").write_text(yaml.safe_dump(paper))
    render_table("main", spec, folder / "metrics.csv", folder / "paper.yaml", folder / "main")
    return {suffix: (folder / f"main.{suffix}").read_text(encoding="utf-8") for suffix in ("tex", "csv", "html")}


def cells(paper: dict[str, Any] = PAPER) -> pd.DataFrame:
    return table_cells("main", SPEC, RUNS, Paper.model_validate(paper)).set_index(["method", "noise"])


def test_a_cell_is_the_mean_over_seeds() -> None:
    measured = cells().loc[("mcl", "symmetric-10")]
    assert measured["mean"] == pytest.approx(0.41)
    assert measured["cell"] == "41.0 ± 12.7"  # 12.706 is the t quantile for one degree of freedom
    assert (measured["seeds"], measured["seconds_per_1000_iterations"]) == (2, 3.0)
    assert cells().loc[("mcl_prism", "symmetric-10"), "cell"] == "50.0"


def test_the_best_on_test_stands_beside_the_last() -> None:
    assert cells().loc[("mcl", "symmetric-10"), "best_on_test"] == pytest.approx(0.44)


def test_the_paper_stands_beside_ours() -> None:
    """31 is within 41 ± 12.7. One seed has no interval: 50 is ten points from 60, and above MCL as in the paper."""
    beside = cells()[["paper_percent", "difference_points", "verdict"]]
    assert beside.loc[("mcl", "symmetric-10")].tolist() == [31.0, pytest.approx(10.0), "can't tell"]
    assert beside.loc[("mcl_prism", "symmetric-10")].tolist() == [60.0, pytest.approx(-10.0), "trend only"]
    assert beside.loc[("mcl_prism", "symmetric-20"), "verdict"] == "not run"
    assert beside.loc[("softtriple", "symmetric-10")].isna().all()


def test_the_best_of_a_group_is_bold() -> None:
    found = table_cells("main", SPEC, RUNS, Paper.model_validate(PAPER))
    printed = table_sheet("main", SPEC, found, Paper.model_validate(PAPER)).cells
    assert [[cell.bold for cell in row] for row in printed] == [[True, False], [False, True], [True, False]]


def test_what_is_beyond_the_paper_stands_apart_and_is_never_bold(tmp_path: Path) -> None:
    oracle = {"method": "mcl_oracle", "label": "Oracle", "group": "beyond"}
    runs = pd.concat([RUNS, RUNS[RUNS["method"] == "mcl"].assign(method="mcl_oracle", map_at_r=0.9)])
    spec = TableSpec.model_validate({"caption": CAPTION, "rows": [*ROWS, oracle], "columns": COLUMNS})
    files = render(tmp_path, runs=runs, spec=spec, paper=PAPER)
    assert (
        "\\midrule[\\heavyrulewidth]\n\\multicolumn{3}{@{}l}{\\textit{Beyond the paper}} \\\\\n"
        "Oracle & 90.0 $\\pm$ 0.0 & 90.0 \\\\\n\\bottomrule"
    ) in files["tex"]
    _, _, apart = files["html"].partition('<tbody class="beyond">')
    assert apart.startswith('\n<tr class="group"><th scope="rowgroup" colspan="3">Beyond the paper')
    assert files["html"].count("best-of-group") == render(tmp_path, paper=PAPER)["html"].count("best-of-group")


def test_a_missing_run_says_so(tmp_path: Path) -> None:
    files = render(tmp_path)
    assert files["tex"].count("not run") == files["html"].count("not run") == files["csv"].count("not run") == 2
    assert files["csv"].splitlines()[2] == "softtriple,emoji,symmetric-20,map_at_r,,,0,,,,,,not run,"


def test_a_cell_in_which_the_method_is_not_defined_says_why_in_a_note(tmp_path: Path) -> None:
    why = {"undefined": {"symmetric-20": "it has no <matrix> & 5 % of nothing"}}
    spec = TableSpec.model_validate({"caption": CAPTION, "rows": [ROWS[0] | why, *ROWS[1:]], "columns": COLUMNS})
    files = render(tmp_path, spec=spec)
    assert files["csv"].splitlines()[2].endswith(",–,it has no <matrix> & 5 % of nothing")
    assert r"Soft \& Triple\_100\% & \textbf{30.0} & -- \\" in files["tex"]
    assert r"\footnotesize -- Soft \& Triple\_100\%: it has no \textless{}matrix\textgreater{} \&" in files["tex"]
    assert (
        '<p class="note">– Soft &amp; Triple_100%: it has no &lt;matrix&gt; &amp; 5 % of nothing.</p>' in files["html"]
    )
    assert files["tex"].count("not run") == 1


def test_latex_by_hand(tmp_path: Path) -> None:
    lines = render(tmp_path, paper=PAPER)["tex"].splitlines()
    start = lines.index(r"\toprule")
    assert lines[start:] == [
        r"\toprule",
        r" & \multicolumn{2}{c}{Emoji, MAP@R} \\",
        r"\cmidrule(lr){2-3}",
        r" & 10\% & 20\% \\",
        r"\midrule",
        r"\multicolumn{3}{@{}l}{\textit{DML with proxy-based losses}} \\",
        r"Soft \& Triple\_100\% & \textbf{30.0} & not run \\",
        r"\midrule",
        r"\multicolumn{3}{@{}l}{\textit{DML with pair-based losses}} \\",
        r"\textless{}script\textgreater{}MCL & \shortstack[r]{41.0 $\pm$ 12.7\\{\scriptsize\itshape 31.00 (+10.0) ?}}"
        r" & \shortstack[r]{\textbf{20.0}\\{\scriptsize\itshape 20.50 (-0.5) $=$}} \\",
        r"MCL + PRISM & \shortstack[r]{\textbf{50.0}\\{\scriptsize\itshape 60.00 (-10.0) $\sim$}}"
        r" & \shortstack[r]{not run\\{\scriptsize\itshape 55.25 }} \\",
        r"\bottomrule",
        r"\end{tabular}}",
        r"\end{table}",
    ]
    assert r"\label{tab:main}" in lines
    caption = next(line for line in lines if line.startswith(r"\caption"))
    assert r"5 \% of A \& B\_c \textless{}script\textgreater{}alert(1)\textless{}/script\textgreater{}" in caption
    assert r"Mean and 95 \% interval over 1 to 2 seeds, at the last iteration." in caption
    assert "All seeds have the same wrong labels, so the interval does not include their draw." in caption
    assert "the paper's value" in caption


def test_the_caption_of_a_table_that_the_paper_lacks_does_not_speak_of_it(tmp_path: Path) -> None:
    files = render(tmp_path, runs=RUNS[RUNS["seed"] == 0])
    assert "One seed, at the last iteration." in files["html"]
    assert "paper's value" not in files["html"]


def test_html_has_every_side_of_a_cell(tmp_path: Path) -> None:
    html = re.sub(r"\s*\n\s*", "", render(tmp_path, paper=PAPER)["html"])
    assert (
        '<td title="2 seeds"><a class="ours" href="#runs-emoji-symmetric-10-mcl">41.0 ± 12.7</a><span class="best">44.0'
        '</span><span class="paper">31.00</span><span class="difference">+10.0</span> <span class="verdict"'
        ' data-verdict="can&#39;t tell">can&#39;t tell</span></td>'
    ) in html
    assert '<span class="ours missing">not run</span><span class="best absent">–</span>' in html
    assert "The paper's own Table 1" in html.replace("&#39;", "'")
    assert "The &lt;paper&#39;s&gt;." in html


def test_what_was_not_run_is_not_the_best(tmp_path: Path) -> None:
    files = render(tmp_path, runs=RUNS[RUNS["dataset"] == "other"])
    assert "textbf" not in files["tex"]
    assert "best-of-group" not in files["html"]
    assert "Nothing of it was run." in files["html"]


def test_html_escapes_what_comes_from_outside(tmp_path: Path) -> None:
    html = render(tmp_path)["html"]
    assert "<script>" not in html
    assert "&lt;script&gt;MCL" in html
    assert "&lt;script&gt;alert(1)" in html
    assert "Soft &amp; Triple_100%" in html


def test_rendering_twice_gives_equal_bytes(tmp_path: Path) -> None:
    assert render(tmp_path) == render(tmp_path)


def test_missing_metrics_are_reported(tmp_path: Path) -> None:
    (tmp_path / "paper.yaml").write_text(yaml.safe_dump(NO_PAPER))
    with pytest.raises(PrismError, match=r"metrics\.csv does not exist"):
        render_table("main", SPEC, tmp_path / "metrics.csv", tmp_path / "paper.yaml", tmp_path / "main")
