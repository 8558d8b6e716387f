"""The printed plan of the small study, whose every number can be counted in conftest.py."""

import subprocess
import sys
from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.study import Params
from prism.study.graph import Graph
from prism.study.plan import plan_text
from small_study import COTEACHING, DOWNLOAD, MCL, MCL_PRISM

from .conftest import Write

IMAGES = (5_864 + 5_924) * 256 * 256 * 3 / 1e9  # GB: 2.318


def cells(text: str, row: str) -> str:
    """Return what stands behind `row` in the first line that begins with it, without the gaps between columns."""
    return next(" ".join(line.removeprefix(row).split()) for line in text.splitlines() if line.startswith(row))


def sentence(text: str, beginning: str) -> str:
    """A sentence of the text, with its lines joined."""
    return " ".join(text[text.index(beginning) :].split()).partition(". ")[0]


def test_a_line_a_table(small: Params, tmp_path: Path) -> None:
    """Jobs of the table `symmetric`: train twice, download, prepare, weights, noise, table; coteaching is its own."""
    text = plan_text(small, folder=tmp_path)
    gigabytes = IMAGES + 3 * (10_290_341 + 4_100) * 4 / 1e9
    assert cells(text, "table symmetric") == f"2 1 7 2 0.04 > {gigabytes:.1f} GB"
    assert cells(text, "table filtered").startswith("2 1 7 2 0.03 >")
    assert cells(text, "figure window").startswith("2 0 8 5 0.03 >")
    assert cells(text, "total").startswith("5 1 17 0.08 >")


def test_the_estimate_says_what_it_is_based_on(small: Params, tmp_path: Path) -> None:
    text = plan_text(small, folder=tmp_path)
    assert sentence(text, "GPU-hours:").endswith(
        "of 5 jobs, 5 estimated from backbones.*.seconds_per_iteration in params.yaml (net 0.5)"
    )
    assert "Measured" not in text


def test_the_estimate_says_what_it_leaves_out(small: Params, tmp_path: Path) -> None:
    """Six networks see 100,000 batches of 4 images; before, and after every 100, CUB's 5,924 test images are scored."""
    training = small.active_study.training.model_copy(update={"iterations": 100_000, "evaluate_every": 100})
    study = small.active_study.model_copy(update={"training": training})
    text = plan_text(small.model_copy(update={"studies": {"main": study}}), folder=tmp_path)
    assert sentence(text, "Estimates are").endswith("on 2 million images")  # 2.4
    assert sentence(text, "What comes on top").endswith("score 36 million test images between steps")  # 35.6


def test_frozen_features_cost_cores_and_nobody_knows_how_many_hours(frozen: Params, tmp_path: Path) -> None:
    text = plan_text(frozen, folder=tmp_path)
    assert "core-hours" in text
    assert cells(text, "total").startswith("5 1 17 unknown >")
    assert sentence(text, "core-hours:").endswith("of 17 jobs, 17 unknown")


def test_what_was_measured(small: Params, tmp_path: Path, write: Write) -> None:
    write(MCL, seconds=60, cpu=90, memory=1000)
    write(COTEACHING, seconds=150, cpu=180, memory=2000)
    write(DOWNLOAD, seconds=30)
    text = plan_text(small, folder=tmp_path)
    assert "from the benchmark files of 3 of 17 jobs" in text
    assert cells(text, "train") == "2 5 3.5 min 4.5 min 2.1 GB 2.5 min cub/symmetric-20/coteaching/seed0"
    assert cells(text, "mcl  ") == "1 1 1.0 min 1.5 min 1.0 GB 1.0 min cub/symmetric-20/mcl/seed0"
    assert cells(text, "mcl_prism") == "0 3"  # three runs, of which one has a window of its own


def test_measured_times_override_the_estimate_of_what_is_still_to_do(
    small: Params, tmp_path: Path, write: Write
) -> None:
    write(MCL, seconds=3_600)
    write(MCL_PRISM, seconds=7_200)
    text = plan_text(small, folder=tmp_path)
    # Twice 2 h like mcl_prism; coteaching's two networks like the average of 1.5 h.
    assert sentence(text, "Still to do") == (
        "Still to do: 15 jobs, 7.0 GPU-hours: of 3 jobs, 3 as measured jobs of the same dataset and method, or the "
        "nearest there are."
    )
    assert cells(text, "total").startswith("5 1 17 10.0 >")


def test_a_finished_study_has_nothing_left_to_do(small: Params, tmp_path: Path, write: Write) -> None:
    for key in Graph(small).whole():
        write(key, seconds=1)
    assert plan_text(small, folder=tmp_path).endswith("Nothing is left to do.")


def test_few_gpus_are_bounded_by_the_work_and_many_by_the_longest_training(small: Params, tmp_path: Path) -> None:
    """Four trainings of 50 s and one of 100 s: on two GPUs 100 + 50 and 50 + 50 + 50."""
    text = plan_text(small, [1, 2, 8], tmp_path)
    assert cells(text, "   1") == "5.0 min 100% total work, 5.0 min on each GPU"
    assert cells(text, "   2") == "2.5 min 100% total work, 2.5 min on each GPU"
    chain = "longest chain, 1.7 min, mostly train coteaching on cub (1.7 min)"
    assert cells(text, "   8") == f"1.7 min 38% {chain}"
    assert sentence(text, "Times:").endswith("(net 0.5); 12 unknown")
    assert "Unknown times count as nothing: 1 download, 1 prepare" in text


def test_a_slow_download_bounds_it(small: Params, tmp_path: Path, write: Write) -> None:
    write(DOWNLOAD, seconds=7_200)
    text = plan_text(small, [8], tmp_path)
    assert cells(text, "   8") == "2.0 h 1% longest chain, 2.0 h, mostly download cub (2.0 h)"
    assert "1 measured; 5 estimated" in sentence(text, "Times:")


def test_frozen_features_need_no_gpu(frozen: Params, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"study frozen .* needs no GPU: leave out --gpus"):
        plan_text(frozen, [8], tmp_path)


def test_it_imports_nothing_that_takes_seconds() -> None:
    program = (
        "import sys, prism.study.plan; print([name for name in ('torch', 'pandas', 'numpy') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
