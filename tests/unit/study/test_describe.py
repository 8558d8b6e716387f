from pathlib import Path
from typing import Any

from pydantic import BaseModel

from prism.figures.any_figure import AnyFigureSpec
from prism.study import Params, load, parse
from prism.study.describe import claims_spec, figure_spec, report_spec, table_spec, timing_spec
from prism.study.runs import study_runs, table_methods
from prism.study.specs import ClaimsSpec, ReportSpec, Row, TableSpec, TimingSpec
from prism.study.timings import timing_tables


def test_a_table_has_its_metrics_side_by_side(small: Params) -> None:
    spec = table_spec(small, "symmetric")
    assert spec.rows == [
        Row(method="mcl", label="MCL", group="pair"),
        Row(method="mcl_prism", label="MCL + PRISM", group="pair"),
    ]
    assert [(column.head, column.label) for column in spec.columns] == [
        ("Emoji, P@1", "10%"),
        ("Emoji, P@1", "20%"),
        ("Emoji, MAP@R", "10%"),
        ("Emoji, MAP@R", "20%"),
    ]


def test_two_kinds_of_noise_of_one_rate_are_told_apart(small_content: dict[str, Any]) -> None:
    small_content["tables"]["symmetric"]["noise"] = ["symmetric-10", "pairwise-10"]
    columns = table_spec(parse(small_content), "symmetric").columns
    assert len({(column.head, column.label) for column in columns}) == len(columns)


def test_a_table_of_times_knows_its_rows_and_their_noise(params_file: Path) -> None:
    spec = timing_spec(load(params_file).model_copy(update={"study": "paper"}), "training_time_appendix")
    assert [row.method for row in spec.rows] == ["softtriple", "softtriple_prism", "mcl", "mcl_prism"]
    assert spec.rows[3] == Row(method="mcl_prism", label="MCL + PRISM", group="pair")
    assert (spec.baseline, spec.baseline_label) == ("mcl", "MCL")
    assert spec.noise == {"cars": "authors-symmetric-10", "cub": "authors-symmetric-10"}
    assert spec.titles["sop"] == "SOP"


def test_a_figure_knows_its_methods(small: Params) -> None:
    assert figure_spec(small, "window").model_dump(exclude={"entry"}) == {
        "noise": {"emoji": "symmetric-20"},
        "datasets": {"emoji": "Emoji"},
        "methods": {"1": "mcl_prism@window=1", "30": "mcl_prism"},
        "seeds": [0, 1],
        "noise_per_seed": False,
    }


def test_a_figure_carries_its_entry_without_the_caption(small: Params) -> None:
    spec = figure_spec(small, "window")
    assert spec.entry == small.figures["window"].model_copy(update={"caption": ""})
    assert small.figures["window"].caption == "A sweep"


def test_a_sweep_over_small_numbers_finds_its_runs(small_content: dict[str, Any]) -> None:
    """YAML reads 1e-05 as text and 1.0e-05 as a number."""
    small_content["figures"]["window"] |= {"setting": "learning_rate", "values": [1e-05, 0.1]}
    spec = figure_spec(showing(small_content, "window"), "window")
    assert spec.methods == {"1e-05": "mcl_prism@learning_rate=1.0e-05", "0.1": "mcl_prism"}


def showing(content: dict[str, Any], figure: str) -> Params:
    content["studies"]["main"]["figures"] = {figure: ["emoji"]}
    return parse(content)


def test_a_figure_of_the_data_alone_has_no_runs(small_content: dict[str, Any]) -> None:
    spec = figure_spec(showing(small_content, "sizes"), "sizes")
    assert (spec.noise, spec.methods) == ({}, {})


def test_a_figure_over_noise_rates_knows_all_its_methods(small_content: dict[str, Any]) -> None:
    spec = figure_spec(showing(small_content, "rates"), "rates")
    assert spec.methods == {"long": "mcl_prism", "plain": "mcl", "short": "mcl_prism@window=1"}
    assert spec.noise == {}


def test_the_headline_chooses_among_all_methods_of_its_tables_that_are_not_prism(params_file: Path) -> None:
    shipped = load(params_file)
    rows = {
        row
        for table in ("symmetric", "small_cluster")
        for row in table_methods(shipped, shipped.tables[table]).values()
    }
    assert set(shipped.figures["headline"].methods().values()) == {row for row in rows if "prism" not in row} | {
        "mcl_prism"
    }


def test_a_contact_sheet_is_of_one_run(small_content: dict[str, Any]) -> None:
    spec = figure_spec(showing(small_content, "sheet"), "sheet")
    assert (list(spec.methods.values()), spec.seeds, spec.entry.model_dump()["count"]) == (["mcl_prism"], [0], 4)


def test_the_report_knows_every_run(small: Params) -> None:
    spec = report_spec(small)
    assert (spec.study, spec.title, spec.tables) == ("main", "The main study", ["symmetric"])
    note = "Bands and bars: 95 % intervals over seeds."
    assert spec.figures == {"window": f"A sweep {note}", "lines": f"Lines {note}"}
    assert spec.methods == {"mcl": "MCL", "mcl_prism": "MCL + PRISM"}
    assert len(spec.runs) == 10
    assert spec.runs[-1] == "emoji/symmetric-20/mcl_prism@window=1/seed1"


def test_a_figure_of_the_data_alone_says_nothing_of_seeds(small_content: dict[str, Any]) -> None:
    assert report_spec(showing(small_content, "sizes")).figures == {"sizes": "Sizes."}


def assert_read_back(model: type[BaseModel], spec: BaseModel) -> None:
    assert model.model_validate_json(spec.model_dump_json()) == spec


def test_the_rendering_verbs_take_the_shipped_specs(params_file: Path) -> None:
    shipped = load(params_file)
    for study in shipped.studies:
        params = shipped.model_copy(update={"study": study})
        timing = timing_tables(params)
        for table in params.active_study.tables:
            if table in timing:
                assert_read_back(TimingSpec, timing_spec(params, table))
            else:
                assert_read_back(TableSpec, table_spec(params, table))
        for figure in params.active_study.figures:
            assert_read_back(AnyFigureSpec, figure_spec(params, figure))
        assert_read_back(ReportSpec, report_spec(params))
        assert_read_back(ClaimsSpec, claims_spec(params))


def test_a_cell_without_runs_has_its_reason(small_content: dict[str, Any]) -> None:
    small_content["methods"]["mcl"]["undefined_under"] = {"symmetric": "of something"}
    small_content["figures"].pop("lines")
    small_content["studies"]["main"]["figures"] = {}
    params = parse(small_content)
    rows = table_spec(params, "symmetric").rows
    assert rows[0].undefined == dict.fromkeys(params.tables["symmetric"].noise, "of something")
    assert {run.method for run in study_runs(params)} == {"mcl_prism"}
