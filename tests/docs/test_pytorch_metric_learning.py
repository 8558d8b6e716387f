"""The code of docs/pytorch-metric-learning.md runs, block after block."""

import re
from pathlib import Path
from typing import Any

import pytest
import torch

PAGE = Path(__file__).parents[2] / "docs/pytorch-metric-learning.md"


@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad=True:UserWarning")  # the trainer's progress
def test_the_code_runs() -> None:
    torch.manual_seed(0)
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), names)
    assert len(blocks) == 5
    assert names["embeddings"].grad is not None
    assert len(names["prism"].bank) > 0
