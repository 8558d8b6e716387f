from pathlib import Path
from typing import Any

import pytest

from prism.errors import PrismError
from prism.study import parse
from prism.study.check_settings import check_method_settings


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("windw", 1, ["mcl_prism", "'windw'", "window"]),
        ("window", 0, ["mcl_prism", "settings.window", "is 0", "minimum of 1"]),
        ("window", 1.5, ["mcl_prism", "settings.window", "1.5", "integer"]),
        ("margin", "1e-4", ["mcl_prism", "settings.margin", "'1e-4'", "number"]),
        ("score", "center", ["mcl_prism", "settings.score", "'center'", "'centers'"]),
        ("noise_rate", 1.5, ["mcl_prism", "settings.noise_rate", "1.5", "maximum of 1"]),
        ("noise_rate", "nomial", ["mcl_prism", "settings.noise_rate", "'nomial'", "'nominal'"]),
        ("noise_rate", "automatic", ["mcl_prism", "settings.noise_rate", "'automatic'", "'auto'"]),
        ("memory_size", 0, ["mcl_prism", "settings.memory_size", "is 0", "minimum of 1"]),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence(
    small_content: dict[str, Any], schema_file: Path, setting: str, value: Any, words: list[str]
) -> None:
    small_content["methods"]["mcl_prism"]["settings"][setting] = value
    with pytest.raises(PrismError) as caught:
        check_method_settings(parse(small_content), schema_file)
    message = str(caught.value)
    assert message.startswith("params.yaml: ")
    assert message.endswith(".")
    assert "\n" not in message
    assert [word for word in words if word not in message] == []


def test_the_values_of_a_sweep_are_checked(small_content: dict[str, Any], schema_file: Path) -> None:
    small_content["figures"]["window"]["values"] = [1, 0]
    with pytest.raises(PrismError, match="window is 0"):
        check_method_settings(parse(small_content), schema_file)


def test_what_is_timed_is_checked(content: dict[str, Any], schema_file: Path) -> None:
    content["tables"]["training_time"]["rows"]["no score"] = "mcl_prism@score=centre"
    with pytest.raises(PrismError, match=r"mcl_prism@score=centre\.settings\.score is 'centre'"):
        check_method_settings(parse(content), schema_file)


def test_a_method_newer_than_the_schema_is_left_to_its_training(
    small_content: dict[str, Any], schema_file: Path
) -> None:
    small_content["methods"]["mcl"]["uses"] = "brand_new"
    check_method_settings(parse(small_content), schema_file)


def test_the_shipped_settings_are_known(content: dict[str, Any], schema_file: Path) -> None:
    for study in content["studies"]:
        check_method_settings(parse(content | {"study": study}), schema_file)
