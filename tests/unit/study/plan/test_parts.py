from pathlib import Path

from prism.study import Params
from prism.study.graph.context import run_key
from prism.study.plan.parts import jobs_by_part
from prism.study.plan.study_plan import study_plan
from small_study import DOWNLOAD, PREPARE, SYMMETRIC, WEIGHTS, key


def test_a_table_alone_needs_its_runs_and_what_is_before_them(small: Params, tmp_path: Path) -> None:
    parts = jobs_by_part(study_plan(small, tmp_path))
    assert list(parts) == ["table symmetric", "table filtered", "figure window"]
    runs, jobs = parts["table filtered"]
    assert [run.method for run in runs] == ["mcl", "mcl_prism"]
    trainings = set(map(run_key, runs))
    assert jobs == {DOWNLOAD, PREPARE, WEIGHTS, SYMMETRIC, key("table", table="filtered")} | trainings
