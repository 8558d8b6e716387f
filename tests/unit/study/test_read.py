import re
from pathlib import Path
from typing import Any

import pytest

from prism.errors import PrismError
from prism.study import load, parse

MISSING = object()
TRAINING = "studies.mini.training"

MISTAKES = {
    "unknown key": ("sedes", [0], ["sedes", "seeds"]),
    "unknown key of a study": (f"{TRAINING}.iteratons", 5, [TRAINING, "'iteratons'", "iterations,", "weight_decay"]),
    "unknown key of a figure": ("figures.window.valuse", [1], ["figures.window has", "'valuse'", "setting", "values"]),
    "unknown key of an override": (
        "studies.emoji.methods.mcl",
        {"training": {"learning_rte": 0.1}},
        ["studies.emoji.methods.mcl", "learning_rte", "learning_rate"],
    ),
    "word for a number": (f"{TRAINING}.iterations", "many", [f"{TRAINING}.iterations", "'many'", "integer"]),
    "fraction for a count": (f"{TRAINING}.iterations", 1.5, [f"{TRAINING}.iterations", "1.5", "integer"]),
    "truth for a count": (f"{TRAINING}.iterations", True, [f"{TRAINING}.iterations", "True", "integer"]),
    "1e-4, which YAML reads as a word": (f"{TRAINING}.learning_rate", "1e-4", ["learning_rate", "'1e-4'", "number"]),
    "1e-4 in an override": (
        "studies.emoji.methods.mcl.training",
        {"learning_rate": "1e-4"},
        ["studies.emoji.methods.mcl", "learning_rate", "'1e-4'", "number"],
    ),
    "1e-4 in a list": (
        "tuning.emoji.grid.learning_rate",
        ["1e-4"],
        ["tuning.emoji.grid.learning_rate.0", "'1e-4'", "number"],
    ),
    "more trials with proxies": (
        "tuning.emoji.grid_with_proxies.learning_rate",
        [0.1, 0.2],
        ["tuning", "12 trials", "with proxies 6"],
    ),
    "kind of noise that there is not": (
        "methods.mcl.undefined_under",
        {"smal": "why"},
        ["methods.mcl.undefined_under", "smal", "smallcluster"],
    ),
    "figure of a method where it is undefined": (
        "methods.mcl_prism.undefined_under",
        {"smallcluster": "it is not fair"},
        ["figures.window", "mcl_prism", "smallcluster-25", "it is not fair"],
    ),
    "number for a list": ("tables.symmetric.rows", 5, ["tables.symmetric.rows", "5", "list"]),
    "unknown study": ("study", "mni", ["study", "'mni'", "'mini'"]),
    "unknown dataset": (
        "studies.emoji.tables.symmetric",
        ["carz"],
        ["studies.emoji.tables.symmetric", "'carz'", "'cars'"],
    ),
    "dataset that the study lacks": ("only", ["cub"], ["only", "'cub'", "glyphs"]),
    "backbone for the noise of a frozen study": (
        "studies.emoji.noise_backbone",
        "resnet18",
        ["studies.emoji.noise_backbone", "end_to_end", "remove it"],
    ),
    "unknown backbone": ("studies.mini.backbone", "vit", ["studies.mini.backbone", "'vit'", "efficientnet_lite0"]),
    "unknown table": (
        "studies.emoji.tables",
        {"symetric": ["emoji"]},
        ["studies.emoji.tables", "'symetric'", "'symmetric'"],
    ),
    "unknown method": ("tables.symmetric.rows", ["mlc"], ["tables.symmetric.rows", "'mlc'", "'mcl'"]),
    "unknown metric": ("tables.symmetric.metrics", ["recall"], ["tables.symmetric.metrics", "'recall'", "map_at_r"]),
    "unknown noise": (
        "tables.symmetric.noise",
        ["symetric-10"],
        ["tables.symmetric.noise", "symetric-10", "|"],
    ),
    "unknown group": ("methods.mcl.group", "pairs", ["methods.mcl.group", "'pairs'", "'pair'"]),
    "unknown kind of table": ("tables.training_time.kind", "timming", ["tables.training_time", "scores", "timing"]),
    "table that is a word": ("tables.symmetric", "rows", ["tables.symmetric is 'rows'", "dictionary"]),
    "unknown key of a table": ("tables.symmetric.mertics", [1], ["tables.symmetric has", "'mertics'", "metrics"]),
    "times of scores": ("tables.training_time.metrics", ["map_at_r"], ["tables.training_time has", "'metrics'"]),
    "times relative to a row that there is not": (
        "tables.training_time.baseline",
        "contrastive",
        ["tables.training_time.baseline", "'contrastive'", "softtriple"],
    ),
    "times of a method where it is undefined": (
        "methods.mcl_prism.undefined_under",
        {"symmetric": "it is not fair"},
        ["tables.training_time", "mcl_prism", "symmetric-10", "it is not fair"],
    ),
    "method that follows none": ("methods.mcl_oracle.follows", "mlc", ["methods.mcl_oracle.follows", "'mlc'", "'mcl'"]),
    "method that follows itself": (
        "methods.mcl_oracle.follows",
        "mcl_oracle",
        ["methods.mcl_oracle.follows", "'mcl_oracle'", "did you mean"],
    ),
    "times of an oracle": (
        "tables.training_time.rows.Oracle",
        "mcl_oracle",
        ["tables.training_time", "mcl_oracle", "fewer samples", "leave it out"],
    ),
    "one repeat, which has no quartiles": (
        "studies.mini.timing",
        {"repeats": 1},
        ["studies.mini.timing.repeats", "is 1", "2"],
    ),
    "unknown kind of figure": ("figures.window.kind", "sweeep", ["figures.window", "'sweeep'", "'sweep'"]),
    "unknown setting in a sweep": ("figures.window.setting", "windw", ["figures.window", "'windw'", "'window'"]),
    "unknown metric of the figure called iterations": (
        "figures.iterations.metric",
        "recall",
        ["figures.iterations.metric", "'recall'", "map_at_r"],
    ),
    "time against iterations": (
        "figures.iterations.metric",
        "seconds_per_1000_iterations",
        ["figures.iterations.metric", "'precision_at_1'"],
    ),
    "detection of noise that nobody knows": (
        "figures.detection.noise",
        "natural",
        ["figures.detection.noise is natural", "wrong labels are known"],
    ),
    "method of a contact sheet": ("figures.examples.method", "mcl_prsm", ["figures.examples", "'mcl_prism'"]),
    "method of a line without a value": (
        "figures.iterations.lines",
        {"one": "mcl_prism@window"},
        ["figures.iterations", "'mcl_prism@window'", "key=value"],
    ),
    "method of a line with half a list": (
        "figures.iterations.lines",
        {"one": "mcl_prism@window=["},
        ["figures.iterations", "mcl_prism@window=["],
    ),
    "upper case in a name": ("tables.Big", {}, ["tables.Big", "a-z"]),
    "zero iterations": (f"{TRAINING}.iterations", 0, [f"{TRAINING}.iterations", "is 0", "1"]),
    "negative seed": ("seeds", [-1], ["seeds.0", "-1", "0"]),
    "no seeds": ("seeds", [], ["seeds", "[]", "at least 1"]),
    "100 % noise": ("tables.symmetric.noise", ["symmetric-100"], ["tables.symmetric.noise", "symmetric-100"]),
    "more sets than there are": ("datasets.emoji.min_sets", 12, ["datasets.emoji.min_sets", "12", "11"]),
    "all classes held out": ("tuning.mini.held_out", 1.0, ["tuning.mini.held_out", "1.0", "less than 1"]),
    "missing key": (f"{TRAINING}.iterations", MISSING, [f"{TRAINING}.iterations", "missing", "add it"]),
    "missing section": ("tuning", MISSING, ["tuning", "missing", "add it"]),
}


def edit(content: dict[str, Any], key: str, value: Any) -> None:
    *parents, last = key.split(".")
    for parent in parents:
        content = content[parent]
    if value is MISSING:
        del content[last]
    else:
        content[last] = value


def assert_one_sentence(text: str) -> None:
    assert "\n" not in text
    assert text.endswith((".", "?"))


@pytest.mark.parametrize(("key", "value", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_sentence(content: dict[str, Any], key: str, value: Any, words: list[str]) -> None:
    edit(content, key, value)
    with pytest.raises(PrismError) as caught:
        parse(content)
    message = str(caught.value)
    assert_one_sentence(message)
    assert [word for word in words if word not in message] == []


def test_the_number_of_further_mistakes_is_told(content: dict[str, Any]) -> None:
    edit(content, "seeds", [-1, -2, -3])
    with pytest.raises(PrismError, match=r"seeds\.0 is -1.*\(2 more after this one\)"):
        parse(content)


def test_1e_4_in_the_file_is_caught(params_file: Path, tmp_path: Path) -> None:
    text, edits = re.subn(r"learning_rate: \S+", "learning_rate: 1e-4", params_file.read_text(), count=1)
    assert edits == 1
    (tmp_path / "params.yaml").write_text(text)
    with pytest.raises(PrismError, match=r"learning_rate is '1e-4', but .*number"):
        load(tmp_path / "params.yaml")


INVALID = {"open list": b"seeds: [0", "tab": b"\tseeds: 0", "unknown alias": b"a: *b", "not UTF-8": b"title: \xff\xfe"}


@pytest.mark.parametrize("text", INVALID.values(), ids=INVALID)
def test_invalid_yaml_is_told_in_one_sentence(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "params.yaml"
    path.write_bytes(text)
    with pytest.raises(PrismError, match="not valid YAML") as caught:
        load(path)
    assert_one_sentence(str(caught.value))
    assert str(path) in str(caught.value)


def test_a_missing_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"none\.yaml does not exist: .* check the name\.$"):
        load(tmp_path / "none.yaml")


@pytest.mark.parametrize("text", ["", "just words", "- a list"])
def test_a_file_without_keys_is_told_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "params.yaml").write_text(text)
    with pytest.raises(PrismError, match=r"^params\.yaml") as caught:
        load(tmp_path / "params.yaml")
    assert_one_sentence(str(caught.value))


def test_the_shipped_file_loads(params_file: Path) -> None:
    params = load(params_file)
    assert params.active_study is params.studies[params.study]
