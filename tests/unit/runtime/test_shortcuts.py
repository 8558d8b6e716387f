import atexit
import ctypes
import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from torch import nn

from prism.runtime.shortcuts import _freeze, adam_class, collect_garbage_rarely, import_later, reuse_freed_memory


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that the module `slow_module` writes when it is loaded."""
    loaded = tmp_path / "loaded"
    (tmp_path / "slow_module.py").write_text(f"open({str(loaded)!r}, 'w').close()\nanswer = 42\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield loaded
    sys.modules.pop("slow_module", None)


def test_a_lazy_module_is_loaded_when_an_attribute_is_used(loaded: Path) -> None:
    import_later("slow_module")
    import slow_module  # type: ignore[import-not-found]

    assert not loaded.exists()
    assert slow_module.answer == 42
    assert loaded.exists()
    from slow_module import answer

    assert answer == 42
    assert sys.modules["slow_module"].__file__


def test_a_module_that_is_imported_already_stays(loaded: Path) -> None:
    import slow_module

    import_later("slow_module")
    assert sys.modules["slow_module"] is slow_module


def test_a_missing_attribute_of_a_lazy_module_is_an_attribute_error(loaded: Path) -> None:
    import_later("slow_module")
    import slow_module

    with pytest.raises(AttributeError):
        _ = slow_module.question


@pytest.mark.parametrize("name", ["no_such_module", "no_such_package.stats", "json.no_such_module"])
def test_a_module_that_is_not_installed_fails_where_it_is_imported(name: str) -> None:
    import_later(name)
    assert name not in sys.modules


@pytest.fixture
def plain_gc(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The functions that would run at the end of the process; the collector is restored afterwards."""
    threshold, registered = gc.get_threshold(), list[object]()
    monkeypatch.setattr(atexit, "register", registered.append)
    yield registered
    gc.set_threshold(*threshold)


def test_garbage_is_collected_rarely(plain_gc: list[object]) -> None:
    collect_garbage_rarely()
    assert gc.get_threshold()[0] == 100_000
    assert plain_gc == [_freeze]


def test_the_compiler_reports_no_leaks_when_a_process_ends() -> None:
    code = "from prism.runtime.shortcuts import collect_garbage_rarely as rarely; rarely(); import torch._dynamo"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "leaked" not in ended.stderr


def test_an_interpreter_without_freeze_ends_as_usual(plain_gc: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(gc, "freeze")
    collect_garbage_rarely()
    assert plain_gc == []


def test_malloc_keeps_freed_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    class Glibc:
        def __init__(self, name: str) -> None:
            assert name == "libc.so.6"

        def mallopt(self, name: int, value: int) -> None:
            options[name] = value

    options: dict[int, int] = {}
    monkeypatch.setattr(ctypes, "CDLL", Glibc)
    reuse_freed_memory()
    assert options == {-1: 2**30, -2: 2**26, -3: 2**30}


@pytest.mark.parametrize("error", [OSError, AttributeError])
def test_another_c_library_is_left_alone(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def library(name: str) -> None:
        raise error(name)

    monkeypatch.setattr(ctypes, "CDLL", library)
    reuse_freed_memory()


def weights_trained_by(adam: type[torch.optim.Adam]) -> torch.Tensor:
    torch.manual_seed(0)
    layer = nn.Linear(4, 3)
    optimizer = adam([{"params": list(layer.parameters()), "lr": 0.1, "weight_decay": 0.01}])
    for _ in range(5):
        optimizer.zero_grad()
        layer(torch.randn(8, 4)).square().sum().backward()
        optimizer.step()
    return layer.weight.detach()


def test_adam_without_the_compiler_takes_the_steps_of_torch() -> None:
    adam = adam_class()
    assert adam is not torch.optim.Adam
    assert weights_trained_by(adam).equal(weights_trained_by(torch.optim.Adam))
    assert weights_trained_by(adam_class()).equal(weights_trained_by(adam))  # after torch wrapped its own step


def test_adam_does_not_import_the_compiler() -> None:
    program = (
        "import sys, torch; from prism.runtime.shortcuts import adam_class; p = torch.nn.Parameter(torch.ones(1));"
        "a = adam_class()([{'params': [p]}]); p.sum().backward(); a.step(); a.zero_grad();"
        "a.load_state_dict(a.state_dict()); sys.exit('torch._dynamo' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def undecorated(self: torch.optim.Optimizer, *args: object) -> None:
    """A function of torch as it would be without a decorator."""


@pytest.mark.parametrize(
    ("owner", "name"), [(torch.optim.Adam, "step"), (torch.optim.Optimizer, "zero_grad")], ids=["step", "zero_grad"]
)
def test_a_torch_with_other_internals_gives_its_own_adam(
    owner: type[torch.optim.Optimizer], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, undecorated)
    assert adam_class() is torch.optim.Adam
