import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from prism.runtime.lazy import import_later


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that the module `slow_module` leaves behind when it runs."""
    ran = tmp_path / "ran"
    (tmp_path / "slow_module.py").write_text(f"open({str(ran)!r}, 'w').close()\nanswer = 42\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield ran
    sys.modules.pop("slow_module", None)


def test_a_module_runs_when_something_of_it_is_used(ran: Path) -> None:
    import_later("slow_module")
    import slow_module  # type: ignore[import-not-found]

    assert not ran.exists()
    assert slow_module.answer == 42
    assert ran.exists()
    from slow_module import answer

    assert answer == 42
    assert sys.modules["slow_module"].__file__


def test_what_is_imported_already_stays(ran: Path) -> None:
    import slow_module

    import_later("slow_module")
    assert sys.modules["slow_module"] is slow_module


def test_what_it_does_not_have_is_an_attribute_error(ran: Path) -> None:
    import_later("slow_module")
    import slow_module

    with pytest.raises(AttributeError):
        _ = slow_module.question
