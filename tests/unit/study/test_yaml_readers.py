from pathlib import Path
from typing import Any

import pytest
import yaml
from ruamel.yaml import YAML


def as_dvc_reads(text: str) -> Any:
    return YAML(typ="safe").load(text)  # as in dvc.utils.serialize


def test_dvc_and_prism_read_the_same(params_file: Path) -> None:
    text = params_file.read_text(encoding="utf-8")
    assert as_dvc_reads(text) == yaml.safe_load(text)


@pytest.mark.parametrize(("text", "same"), [("1.0e-4", True), ("0.0001", True), ("1e-4", False)])
def test_why_numbers_are_written_with_a_point(text: str, same: bool) -> None:
    assert (as_dvc_reads(text) == yaml.safe_load(text)) is same
