from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prism.errors import PrismError
from prism.study import Params, Run, parse
from prism.study.check_settings import check_method_settings
from prism.study.describe import table_spec
from prism.study.runs import (
    figure_methods,
    figure_runs,
    resolve,
    split_method,
    study_runs,
    table_methods,
    table_runs,
    variant,
)


@pytest.mark.parametrize(
    ("method", "name", "overrides"),
    [
        ("mcl", "mcl", {}),
        ("mcl@window=1", "mcl", {"window": 1}),
        ("mcl@window=1@score=memory", "mcl", {"window": 1, "score": "memory"}),
        ("mcl@margin=0.5@per_anchor=false", "mcl", {"margin": 0.5, "per_anchor": False}),
    ],
)
def test_a_method_is_split_into_name_and_overrides(method: str, name: str, overrides: dict[str, Any]) -> None:
    assert split_method(method) == (name, overrides)


@pytest.mark.parametrize("method", ["mcl@", "mcl@window", "mcl@window=", "mcl@=1", "mcl@window=1@score"])
def test_half_an_override_is_told(method: str) -> None:
    with pytest.raises(PrismError, match=f"{method!r}.*method@key=value"):
        split_method(method)


def test_an_override_that_changes_nothing_disappears(small: Params) -> None:
    assert variant(small, "mcl_prism", {"window": 30}) == "mcl_prism"
    assert variant(small, "mcl_prism", {"window": 30, "score": "memory"}) == "mcl_prism@score=memory"
    assert variant(small, "mcl_prism", {"learning_rate": 0.1, "iterations": 10}) == "mcl_prism"


def test_an_override_by_the_default_that_a_method_declares_disappears(small: Params) -> None:
    assert variant(small, "mcl_prism", {"cold_start": "keep"}) == "mcl_prism"
    assert variant(small, "mcl_prism", {"cold_start": "drop"}) == "mcl_prism@cold_start=drop"


def test_any_declared_setting_can_be_overridden(small_content: dict[str, Any]) -> None:
    """`memory_size` is a setting of MCL + PRISM that params.yaml does not mention."""
    small_content["tables"]["symmetric"]["rows"] = {"Small bank": "mcl_prism@memory_size=1000"}
    params = parse(small_content)
    check_method_settings(params)
    (run,) = {run for run in study_runs(params) if "memory_size" in run.method and run.seed == 0 and "10" in run.noise}
    assert run.method == "mcl_prism@memory_size=1000"
    assert resolve(params, run).settings["memory_size"] == 1000


def test_a_setting_that_no_method_declares_is_told(small_content: dict[str, Any]) -> None:
    small_content["tables"]["symmetric"]["rows"] = {"Small bank": "mcl_prism@memory=1000"}
    with pytest.raises(PrismError, match=r"names 'memory', which is not defined; did you mean 'memory_size'\?"):
        parse(small_content)


def test_the_order_of_overrides_does_not_matter(small: Params) -> None:
    assert variant(small, "mcl_prism", {"window": 1, "score": "memory"}) == "mcl_prism@score=memory@window=1"
    assert variant(small, "mcl_prism", {"score": "memory", "window": 1}) == "mcl_prism@score=memory@window=1"


@given(st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans()))
@example(1e-05)
@example(1e16)
def test_the_name_of_a_variant_says_its_value(small: Params, value: float) -> None:
    overrides = {"memory_size": value}
    assert split_method(variant(small, "mcl_prism", overrides)) == ("mcl_prism", overrides)


def test_null_survives_the_name_of_a_variant(small_content: dict[str, Any]) -> None:
    small_content["methods"]["mcl"]["settings"]["memory_size"] = 8
    name = variant(parse(small_content), "mcl", {"memory_size": None})
    assert split_method(name) == ("mcl", {"memory_size": None})


@pytest.mark.parametrize(("levels", "winner"), [(1, "study"), (2, "method"), (3, "study's method"), (4, "run")])
def test_the_more_particular_training_wins(small_content: dict[str, Any], levels: int, winner: str) -> None:
    rates = {"study": 0.1, "method": 0.2, "study's method": 0.3, "run": 0.4}
    if levels >= 2:
        small_content["methods"]["mcl"]["training"] = {"learning_rate": rates["method"]}
    if levels >= 3:
        small_content["studies"]["main"]["methods"] = {"mcl": {"training": {"learning_rate": rates["study's method"]}}}
    method = "mcl@learning_rate=0.4" if levels == 4 else "mcl"
    resolved = resolve(parse(small_content), Run("emoji", "clean", method, 0))
    assert resolved.training.learning_rate == rates[winner]
    assert resolved.training.iterations == 10
    assert "learning_rate" not in resolved.settings


def test_the_more_particular_setting_wins(small_content: dict[str, Any]) -> None:
    run = Run("emoji", "clean", "mcl_prism", 0)
    assert resolve(parse(small_content), run).settings["window"] == 30
    small_content["studies"]["main"]["methods"] = {"mcl_prism": {"settings": {"window": 20}}}
    params = parse(small_content)
    assert resolve(params, run).settings["window"] == 20
    assert resolve(params, run._replace(method="mcl_prism@window=10")).settings["window"] == 10


@pytest.mark.parametrize(("noise", "rate"), [("symmetric-20", 0.2), ("smallcluster-25", 0.25), ("clean", 0.0)])
def test_nominal_is_the_rate_of_the_noise(small: Params, noise: str, rate: float) -> None:
    resolved = resolve(small, Run("emoji", noise, "mcl_prism", 1))
    assert resolved.settings == {"noise_rate": rate, "window": 30}
    assert (resolved.noise_rate, resolved.uses, resolved.seed) == (rate, "mcl_prism", 1)


def test_the_lines_and_points_of_figures(small: Params) -> None:
    assert figure_methods(small, "window") == {"1": "mcl_prism@window=1", "30": "mcl_prism"}
    assert figure_methods(small, "lines") == {"plain": "mcl", "short": "mcl_prism@window=1", "long": "mcl_prism"}


def showing(content: dict[str, Any], *figures: str) -> Params:
    content["studies"]["main"]["figures"] = {name: ["emoji"] for name in figures}
    return parse(content)


def test_a_figure_knows_its_runs(small_content: dict[str, Any]) -> None:
    params = showing(small_content, "sizes", "sheet", "path", "spread", "found")
    both = [Run("emoji", "symmetric-10", "mcl_prism", seed) for seed in (0, 1)]
    assert figure_runs(params, "sizes") == []
    assert figure_runs(params, "sheet") == both[:1]  # of the first seed alone
    assert figure_runs(params, "path") == [*(run._replace(method="mcl_prism@window=1") for run in both), *both]
    assert figure_runs(params, "spread") == figure_runs(params, "found") == both
    assert figure_runs(showing(small_content, "rates"), "rates") == []  # it shows what the tables train


def test_figures_of_runs_that_a_table_trains_add_none(small_content: dict[str, Any]) -> None:
    assert study_runs(showing(small_content)) == study_runs(showing(small_content, "sizes", "sheet", "spread", "found"))


def test_a_study_runs_everything_once(small: Params) -> None:
    runs = study_runs(small)
    noises, methods = ("symmetric-10", "symmetric-20"), ("mcl", "mcl_prism")
    table = [Run("emoji", noise, method, seed) for noise in noises for method in methods for seed in (0, 1)]
    assert runs == [*table, *(Run("emoji", "symmetric-20", "mcl_prism@window=1", seed) for seed in (0, 1))]
    assert runs[0].path == "emoji/symmetric-10/mcl/seed0"


def test_a_study_may_have_its_own_seeds(small_content: dict[str, Any]) -> None:
    small_content["studies"]["main"]["seeds"] = [7]
    assert {run.seed for run in study_runs(parse(small_content))} == {7}


def with_data(content: dict[str, Any], **studies: Any) -> Params:
    """The small configuration with two datasets of the paper."""
    content["datasets"] |= {"cub": {"kind": "cub", "title": "CUB"}, "cars98n": NATURAL}
    content["studies"]["main"] |= studies
    return parse(content)


NATURAL = {"kind": "cars98n", "title": "CARS-98N", "noise_rate": 0.5}


def test_the_authors_lists_are_used_where_they_are_and_the_study_wants_them(small_content: dict[str, Any]) -> None:
    params = with_data(small_content, tables={"symmetric": ["emoji", "cub"]}, authors_lists=True)
    noises = {(run.dataset, run.noise) for run in study_runs(params) if "@" not in run.method}
    assert ("cub", "authors-symmetric-10") in noises
    assert ("emoji", "symmetric-10") in noises
    assert resolve(params, Run("cub", "authors-symmetric-20", "mcl_prism", 0)).settings["noise_rate"] == 0.2


def test_natural_noise_has_the_rate_that_its_dataset_says(small_content: dict[str, Any]) -> None:
    params = with_data(small_content)
    assert resolve(params, Run("cars98n", "natural", "mcl_prism", 0)).settings["noise_rate"] == 0.5


def test_where_nobody_says_a_rate_filters_estimate_it(small_content: dict[str, Any]) -> None:
    small_content["datasets"]["cars98n"] = {"kind": "cars98n", "title": "CARS-98N"}
    resolved = resolve(parse(small_content), Run("cars98n", "natural", "mcl_prism", 0))
    assert resolved.settings["noise_rate"] == "auto"
    assert resolved.noise_rate is None
    known = resolve(parse(small_content), Run("cars98n", "natural", "mcl_prism@noise_rate=0.3", 0))
    assert known.settings["noise_rate"] == 0.3
    assert resolve(parse(small_content), Run("cars98n", "natural", "mcl", 0)).noise_rate is None


def test_a_rate_of_zero_is_a_rate(small_content: dict[str, Any]) -> None:
    small_content["datasets"]["cars98n"] = NATURAL | {"noise_rate": 0.0}
    assert resolve(parse(small_content), Run("cars98n", "natural", "mcl_prism", 0)).settings["noise_rate"] == 0.0


def test_a_method_that_needs_a_rate_is_refused_where_nobody_says_one(small_content: dict[str, Any]) -> None:
    small_content["datasets"]["cars98n"] = {"kind": "cars98n", "title": "CARS-98N"}
    entry = {"label": "Co-teaching", "group": "classification", "uses": "coteaching", "networks": 2}
    small_content["methods"]["coteaching"] = entry | {"settings": {"noise_rate": "nominal"}}
    small_content["studies"]["main"]["tables"] = {"symmetric": ["cars98n"]}
    small_content["tables"]["symmetric"] |= {"rows": ["mcl_prism", "coteaching"], "noise": ["natural"]}
    with pytest.raises(
        PrismError, match=r"coteaching needs .* on cars98n.* set datasets\.cars98n\.noise_rate"
    ) as caught:
        check_method_settings(parse(small_content))
    assert "\n" not in str(caught.value)


def test_an_estimated_rate_can_be_asked_for_by_name(small: Params) -> None:
    assert variant(small, "mcl_prism", {"noise_rate": "auto"}) == "mcl_prism@noise_rate=auto"
    run = Run("emoji", "symmetric-20", "mcl_prism@noise_rate=auto", 0)
    resolved = resolve(small, run)
    assert (resolved.settings["noise_rate"], resolved.noise_rate) == ("auto", 0.2)


def test_a_study_may_give_a_table_other_columns(small_content: dict[str, Any]) -> None:
    params = with_data(small_content, noise={"symmetric": ["symmetric-50"]})
    assert {run.noise for run in table_runs(params, "symmetric")} == {"symmetric-50"}
    assert [column.label for column in table_spec(params, "symmetric").columns] == ["50%", "50%"]
    with pytest.raises(PrismError, match=r"studies\.main\.noise names 'symetric', .*did you mean 'symmetric'"):
        with_data(small_content, noise={"symetric": ["symmetric-50"]})


def test_a_dataset_may_have_its_own_network_and_budget(small_content: dict[str, Any]) -> None:
    small_content["backbones"]["other"] = small_content["backbones"]["net"]
    own = {"backbone": "other", "training": {"embedding_dim": 2}, "methods": {"mcl": {"settings": {"margin": 0.1}}}}
    params = with_data(small_content, tables={"symmetric": ["emoji", "cub"]}, per_dataset={"cub": own})
    cub, emoji = (resolve(params, Run(dataset, "clean", "mcl", 0)) for dataset in ("cub", "emoji"))
    assert (cub.backbone, cub.training.embedding_dim, cub.settings["margin"]) == ("other", 2, 0.1)
    assert (emoji.backbone, emoji.training.embedding_dim, emoji.settings["margin"]) == ("net", 4, 0.5)
    assert cub.network is None


ORACLE = {"label": "Oracle", "group": "beyond", "uses": "mcl", "follows": "mcl", "only_clean": True}


def test_a_method_follows_another_in_every_study(small_content: dict[str, Any]) -> None:
    small_content["methods"]["mcl_oracle"] = ORACLE
    rate, margin = {"training": {"learning_rate": 0.3}}, {"settings": {"margin": 1}}
    params = with_data(small_content, methods={"mcl": rate}, per_dataset={"cub": {"methods": {"mcl": margin}}})
    oracle, followed = (resolve(params, Run("cub", "symmetric-20", name, 0)) for name in ("mcl_oracle", "mcl"))
    assert oracle.settings == followed.settings == {"margin": 1}
    assert oracle.training == followed.training
    assert (oracle.training.learning_rate, oracle.only_clean, followed.only_clean) == (0.3, True, None)


def test_an_oracle_is_not_run_where_nobody_knows_what_is_clean(small_content: dict[str, Any]) -> None:
    small_content["methods"]["mcl_oracle"] = ORACLE
    small_content["tables"]["symmetric"] |= {"rows": ["mcl", "mcl_oracle"], "noise": ["natural", "symmetric-10"]}
    params = with_data(small_content, tables={"symmetric": ["cars98n"]}, figures={}, seeds=[0])
    assert [(run.noise, run.method) for run in study_runs(params)] == [
        ("natural", "mcl"),
        ("symmetric-10", "mcl"),
        ("symmetric-10", "mcl_oracle"),
    ]
    (why,) = table_spec(params, "symmetric").rows[1].undefined.values()
    assert why == "nobody knows which labels are clean under natural noise"


def test_a_study_can_be_limited_to_some_of_its_data(small_content: dict[str, Any]) -> None:
    small_content["only"] = ["cub"]
    params = with_data(small_content, tables={"symmetric": ["emoji", "cub"]})
    assert {run.dataset for run in study_runs(params)} == {"cub"}
    assert params.active_study.figures == {}


def test_rows_may_be_variants_with_labels_of_their_own(small_content: dict[str, Any]) -> None:
    small_content["tables"]["symmetric"]["rows"] = {"Plain": "mcl", "R = 0.3": "mcl_prism@noise_rate=0.3"}
    params = parse(small_content)
    methods = table_methods(params, params.tables["symmetric"])
    assert methods == {"Plain": "mcl", "R = 0.3": "mcl_prism@noise_rate=0.3"}
    run = next(run for run in study_runs(params) if run.method == "mcl_prism@noise_rate=0.3")
    assert resolve(params, run).settings["noise_rate"] == 0.3


def test_each_seed_may_have_wrong_labels_of_its_own(small_content: dict[str, Any]) -> None:
    run = Run("emoji", "symmetric-20", "mcl", 1)
    assert resolve(parse(small_content), run).labels is None
    small_content["noise"]["per_seed"] = True
    params = parse(small_content)
    assert resolve(params, run).labels == "symmetric-20-draw1"
    assert resolve(params, run._replace(noise="clean")).labels is None
