from prism.render.report.environment import environment
from prism.results.provenance import Machine
from records import run_record, run_settings

RUN = run_record(
    run_settings(dataset="emoji"),
    commit="abc",
    lock_sha256="l",
    instruction_set="AVX2",
    machine=Machine(node="n", cpu="A CPU", processor="p", system="Linux"),
    versions={"torch": "2.7"},
    data_sha256={"index": "i", "noise": "n"},
)


def test_a_value_that_all_runs_share_stands_once() -> None:
    assert environment([RUN, RUN]) == {
        "Commit": "abc",
        "sha256 of requirements.lock": "l",
        "Versions": "torch 2.7",
        "Hardware": "A CPU, 1 thread a run",
        "Instruction set": "AVX2",
        "System": "Linux",
        "sha256 of the index, emoji": "i",
    }


def test_values_that_differ_are_all_listed() -> None:
    other = RUN.model_copy(update={"modified": True, "device": "A GPU", "threads": 5, "lock_sha256": None})
    found = environment([RUN, other])
    assert found["Commit"] == "abc; abc with changes"
    assert found["Hardware"] == "A CPU, 1 thread a run; A GPU, A CPU, 5 threads a run"
    assert found["sha256 of requirements.lock"] == "l; not known"


def test_data_have_their_own_checksums() -> None:
    checksums = {"index": "j", "features": "f", "noise": "n"}
    other = RUN.model_copy(update={"settings": run_settings(dataset="cub"), "data_sha256": checksums})
    found = environment([RUN, other])
    assert (found["sha256 of the index, cub"], found["sha256 of the features, cub"]) == ("j", "f")
    assert "sha256 of the features, emoji" not in found
