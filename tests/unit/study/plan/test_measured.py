from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.study.plan.measured import Measured, read_benchmark

# As Snakemake 9 wrote it.
REAL = """\
s	h:m:s	max_rss	max_vms	max_uss	max_pss	io_in	io_out	mean_load	cpu_time
51.73	0:00:51	2868.32	15220.69	1743.46	2142.98	168.36	1.98	163.20	85.12
"""


def test_a_file_of_snakemake(tmp_path: Path) -> None:
    (tmp_path / "cub.tsv").write_text(REAL)
    assert read_benchmark(tmp_path / "cub.tsv") == Measured(51.73, 85.12, 2868.32)


def test_repetitions_add_up(tmp_path: Path) -> None:
    (tmp_path / "cub.tsv").write_text(REAL + REAL.splitlines()[1].replace("51.73", "8.27").replace("85.12", "0.88"))
    assert read_benchmark(tmp_path / "cub.tsv") == Measured(60.0, 86.0, 2868.32)


def test_a_job_that_ended_before_it_was_looked_at(tmp_path: Path) -> None:
    (tmp_path / "cub.tsv").write_text(REAL.replace("85.12", "NA").replace("2868.32", "NA"))
    assert read_benchmark(tmp_path / "cub.tsv") == Measured(51.73, 0.0, 0.0)


@pytest.mark.parametrize("text", ["", "no columns\n1\n", REAL.replace("51.73", "long"), "s\tcpu_time\tmax_rss\n1\n"])
def test_what_is_no_benchmark_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "cub.tsv").write_text(text)
    with pytest.raises(PrismError, match=r"cub\.tsv is not a benchmark file of Snakemake: delete it"):
        read_benchmark(tmp_path / "cub.tsv")
