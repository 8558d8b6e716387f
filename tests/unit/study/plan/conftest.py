"""The small study, and a way to write down what its jobs took."""

from collections.abc import Callable
from pathlib import Path

import pytest

from prism.study import Params
from prism.study.graph import Graph, JobKey
from small_study import content, frozen, small  # noqa: F401

HEAD = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"
Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path, small: Params) -> Write:  # noqa: F811
    """Write the benchmark file of a job as Snakemake does."""
    jobs = Graph(small).whole()

    def write(key: JobKey, seconds: float, cpu: float = 0.0, memory: float = 0.0) -> None:
        path = tmp_path / jobs[key].benchmark
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{HEAD}{seconds}\t0:00:00\t{memory}\t0\t0\t0\t0\t0\t0\t{cpu}\n")

    return write
