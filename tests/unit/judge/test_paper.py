"""Check the paper's numbers against its LaTeX source, where there is one, and against sums and facts that were taken
from the source by other means."""

from itertools import pairwise
from pathlib import Path

import pytest

import papertex
from prism.errors import PrismError
from prism.judge.paper import PAPER_SECONDS, SECONDS, PaperTable, load_paper
from prism.study import Params, load
from prism.study.describe import table_spec, timing_spec
from project import ROOT

PAPER = load_paper(ROOT / "prism/judge/paper_values.yaml")
# The sums of the paper's columns, which another program took from the LaTeX source, not from the YAML file.
SUMS = {
    "symmetric": [942.83, 905.91, 672.46, 900.44, 871.02, 748.52, 693.06, 668.89, 546.22],
    "small_cluster": [899.43, 696.31, 908.03, 820.56, 668.50, 575.22],
    "real_noise": [548.43, 80.01, 563.95, 128.58],
    "training_time": [19204.80],
    "p_clean_design": [298.58, 66.16],
    "noise_rate": [42.07, 54.90, 58.72, 65.99, 62.34, 57.56],
    "training_time_appendix": [4928.258, 4965.53],
    "oxford_rparis": [250.50, 196.70, 102.20],
    "landmarks_rparis": [165.02, 44.13],
    "clean_data": [223.90, 222.90, 221.30, 220.20],
}
COUNTS = {
    "symmetric": 117,
    "small_cluster": 78,
    "real_noise": 40,
    "training_time": 5,
    "p_clean_design": 8,
    "noise_rate": 12,
    "training_time_appendix": 8,
    "oxford_rparis": 12,
    "landmarks_rparis": 4,
    "clean_data": 12,
}


def p_at_1(table: str, row: str, dataset: str, noise: str) -> float:
    value = PAPER.value(table, row, dataset, noise, "precision_at_1")
    assert value is not None
    return value


def seconds(row: str, dataset: str) -> float:
    table = "training_time" if dataset == "sop" else "training_time_appendix"
    value = PAPER.value(table, row, dataset, "symmetric-10", "seconds_per_5000_iterations")
    assert value is not None
    return value


def as_printed(table: PaperTable) -> dict[tuple[str, str], tuple[float, float | None]]:
    """Return the value of each row and column as the paper prints it."""
    return {
        (column, row.head) if table.transposed else (row.head, column): (value, added)
        for row in table.rows.values()
        for column, value, added in zip(
            table.columns, row.values, row.added_percent or [None] * len(row.values), strict=True
        )
    }


if papertex.PAPER_TEX.exists():  # not skipped but left out: only the paper's source can show it

    @pytest.mark.parametrize("name", PAPER.tables)
    def test_every_number_is_the_one_in_the_source(name: str) -> None:
        printed = {
            (cell.row, cell.column): (cell.value, cell.added_percent)
            for cell in papertex.printed_cells(PAPER.tables[name].label)
        }
        assert as_printed(PAPER.tables[name]) == printed

    def test_no_table_of_the_source_is_missing_and_each_has_its_number() -> None:
        labels = papertex.table_labels()
        first_of_supplement = labels.index("tab:time_appendix")
        places = {
            label: f"Table {i + 1}"
            if i < first_of_supplement
            else f"Table {i + 1 - first_of_supplement} of the supplement"
            for i, label in enumerate(labels)
        }
        assert {table.label: table.place for table in PAPER.tables.values()} == places


@pytest.mark.parametrize("name", PAPER.tables)
def test_the_columns_have_the_sums_of_the_source(name: str) -> None:
    table = PAPER.tables[name]
    rows = [row.values for row in table.rows.values()]
    columns = rows if table.transposed else list(zip(*rows, strict=True))
    assert [sum(column) for column in columns] == pytest.approx(SUMS[name], abs=1e-6)
    assert sum(map(len, rows)) == COUNTS[name]


def test_facts_that_were_read_off_the_paper_by_hand() -> None:
    assert p_at_1("p_clean_design", "softtriple", "cars", "smallcluster-25") == 73.40
    assert p_at_1("p_clean_design", "softtriple_prism@window=1", "cars", "smallcluster-25") == 75.40
    assert p_at_1("small_cluster", "softtriple", "cars", "smallcluster-25") == 73.26
    assert p_at_1("small_cluster", "softtriple_prism", "cars", "smallcluster-25") == 77.60
    assert [p_at_1("clean_data", "mcl_prism@noise_rate=0", data, "clean") for data in ("cub", "cars", "sop")] == [
        60.8,
        82.1,
        81.0,
    ]
    best, rival = (p_at_1("symmetric", row, "cars", "symmetric-50") for row in ("mcl_prism", "coteaching_temperature"))
    assert best - rival == pytest.approx(6.06)  # the abstract's
    drops = [p_at_1("symmetric", "mcl_prism", "cub", f"symmetric-{rate}") for rate in (10, 20, 50)]
    assert drops[0] - drops[1] == pytest.approx(0.05)
    assert drops[0] - drops[2] < 3


def test_added_times_follow_from_the_seconds_except_where_a_note_says_so() -> None:
    assert seconds("mcl_prism@score=memory", "sop") / seconds("mcl_prism", "sop") == pytest.approx(6.92, abs=0.005)
    added = {
        (data, row): 100 * (seconds(f"{row}_prism", data) / seconds(row, data) - 1)
        for data in ("sop", "cars", "cub")
        for row in ("mcl", "softtriple")
    }
    assert added == pytest.approx(
        {
            ("sop", "mcl"): 5.8,
            ("sop", "softtriple"): 4.9,
            ("cars", "mcl"): 10.4,
            ("cars", "softtriple"): 7.9,
            ("cub", "mcl"): 9.7,  # printed: 8.0
            ("cub", "softtriple"): 8.5,  # printed: 10.2
        },
        abs=0.06,
    )
    table = PAPER.tables["training_time_appendix"]
    assert [table.rows[f"{row}_prism"].added_percent for row in ("mcl", "softtriple")] == [[10.4, 8.0], [7.9, 10.2]]
    assert "9.7 (MCL) and 8.5 (Soft Triple)" in table.notes[0]


def test_scores_that_rise_with_the_noise_are_those_of_the_note() -> None:
    rising = [
        (row, data, low, high)
        for row in PAPER.tables["symmetric"].rows
        for data in ("cars", "sop", "cub")
        for low, high in pairwise(p_at_1("symmetric", row, data, f"symmetric-{rate}") for rate in (10, 20, 50))
        if high > low
    ]
    assert rising == [
        ("coteaching_plus", "sop", 63.44, 67.93),
        ("f_correction", "sop", 46.34, 48.92),
        ("proxynca", "cars", 69.79, 70.31),
        ("ms", "cars", 66.31, 67.14),
        ("contrastive", "sop", 68.70, 68.80),
    ]
    note = PAPER.tables["symmetric"].notes[0]
    assert all(f"{low:.2f}, {high:.2f}" in " ".join(note.split()) for *_, low, high in rising)


def test_drops_smaller_than_prism_s_are_those_of_the_note() -> None:
    def drop(row: str, data: str) -> float:
        return round(p_at_1("symmetric", row, data, "symmetric-10") - p_at_1("symmetric", row, data, "symmetric-50"), 2)

    smaller = {
        (row, data): drop(row, data)
        for data in ("cars", "sop", "cub")
        for row in PAPER.tables["symmetric"].rows
        if drop(row, data) < drop("mcl_prism", data)
    }
    assert drop("mcl_prism", "sop") == 7.26
    assert smaller == {("coteaching_plus", "sop"): 5.15, ("f_correction", "sop"): 2.26, ("fastap", "sop"): 3.37}


def cells_of(params: Params, name: str) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Return the methods of a table's rows that the paper has, and dataset, noise and metric of its columns."""
    if PAPER.tables[name].unit == "seconds":
        timing = timing_spec(params, name)
        return [row.method for row in timing.rows], [(*place, PAPER_SECONDS) for place in timing.noise.items()]
    spec = table_spec(params, name)
    columns = [(column.dataset, column.noise, column.metric) for column in spec.columns]
    return [row.method for row in spec.rows if row.group != "beyond"], columns


def test_every_cell_of_the_study_paper_finds_its_number() -> None:
    """Rows and columns of params.yaml, in all ten tables, have the names that the paper's values have."""
    params = load(ROOT / "params.yaml").model_copy(update={"study": "paper"})
    assert set(params.active_study.tables) == set(PAPER.tables)
    for name, table in PAPER.tables.items():
        methods, columns = cells_of(params, name)
        assert set(methods) == set(table.rows)
        found = [
            PAPER.value(name, method, dataset, noise, metric)
            for method in methods
            for dataset, noise, metric in columns
            if metric in table.metrics
        ]
        assert None not in found
        assert len(found) == COUNTS[name]


def test_what_the_paper_does_not_have_is_none() -> None:
    assert PAPER.value("symmetric", "mcl_oracle", "cars", "authors-symmetric-10", "precision_at_1") is None
    assert PAPER.value("symmetric", "mcl", "cars", "authors-symmetric-10", "precision_at_1") == 74.22
    assert PAPER.value("symmetric", "mcl", "cars", "symmetric-10", "map_at_r") is None
    assert PAPER.value("symmetric", "softtriple_prism", "cars", "symmetric-10", "precision_at_1") is None
    assert PAPER.value("symmetric", "mcl", "emoji", "symmetric-10", "precision_at_1") is None
    assert PAPER.value("symmetric", "mcl", "cars", "symmetric-30", "precision_at_1") is None
    assert PAPER.value("unknown", "mcl", "cars", "symmetric-10", "precision_at_1") is None
    assert PAPER.value("training_time", "mcl", "sop", "symmetric-10", SECONDS) is None


def test_tables_as_a_study_of_one_seed() -> None:
    runs = PAPER.metrics(("training_time", "clean_data", "window")).set_index(["dataset", "noise", "method"])
    assert len(runs) == 5 + 12
    assert runs.loc[("sop", "symmetric-10", "mcl"), SECONDS] == pytest.approx(1679.22 / 5)
    assert runs.loc[("cub", "clean", "mcl_prism@noise_rate=0"), "precision_at_1"] == pytest.approx(0.608)
    assert set(runs["seed"]) == {0}
    assert PAPER.metrics(("window",)).empty


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("tables: [", "cannot be read"),
        ("{notes: [], tables: {}, table: {}}", "unknown key 'table'"),
        (
            "{notes: [], tables: {t: {place: a, label: b, caption: c, datasets: [cub], metrics: [m], noise: [clean],"
            " notes: [], columns: [CUB], rows: {mcl: {head: MCL, values: [1.0, 2.0]}}}}}",
            "row mcl that does not fit its 1 columns",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_reported(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "values.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PrismError, match=complaint):
        load_paper(path)
