from typing import Any

from prism.render.report.environment import environment

RUN: dict[str, Any] = {
    "commit": "abc", "modified": False, "lock_sha256": "l", "threads": 1, "device": "cpu",
    "machine": {"cpu": "A CPU", "system": "Linux"}, "versions": {"torch": "2.7"},
    "settings": {"dataset": "emoji"}, "data_sha256": {"index": "i", "noise": "n"},
}  # fmt: skip


def test_what_is_common_is_said_once() -> None:
    assert environment([RUN, RUN]) == {
        "Commit": "abc",
        "sha256 of requirements.lock": "l",
        "Versions": "torch 2.7",
        "Hardware": "A CPU, 1 thread a run",
        "System": "Linux",
        "sha256 of the index, emoji": "i",
    }


def test_what_differs_is_said_with_every_value() -> None:
    other = RUN | {"modified": True, "device": "A GPU", "threads": 5, "lock_sha256": None}
    found = environment([RUN, other])
    assert found["Commit"] == "abc; abc with changes"
    assert found["Hardware"] == "A CPU, 1 thread a run; A GPU, A CPU, 5 threads a run"
    assert found["sha256 of requirements.lock"] == "l; not known"


def test_data_have_their_own_checksums() -> None:
    other = RUN | {"settings": {"dataset": "cub"}, "data_sha256": {"index": "j", "features": "f", "noise": "n"}}
    found = environment([RUN, other])
    assert (found["sha256 of the index, cub"], found["sha256 of the features, cub"]) == ("j", "f")
    assert "sha256 of the features, emoji" not in found
