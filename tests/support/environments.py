"""Environments that hold a chosen part of what is installed here, as links, so that they are made in a moment."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(sysconfig.get_path("purelib"))
UV = Path(sys.executable).parent / "uv"


def closure(requirements: Iterable[str]) -> dict[str, Distribution]:
    """Return the distributions, by name, that these requirements need here, with all that those need in turn."""
    found: dict[str, Distribution] = {}
    done: set[tuple[str, str]] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras}:
            if (name, extra) in done:
                continue
            done.add((name, extra))
            found[name] = distribution(name)
            needed = [Requirement(text) for text in found[name].requires or []]
            waiting += [one for one in needed if one.marker is None or one.marker.evaluate({"extra": extra})]
    return found


def top_levels(packages: Iterable[Distribution]) -> set[str]:
    """Return the names of the files and folders that distributions have in site-packages."""
    files = [file.parts for one in packages for file in one.files or []]
    return {parts[0] for parts in files} - {"..", "__pycache__"}


def make_environment(folder: Path, packages: Iterable[Distribution]) -> Path:
    """Make an environment that has these distributions and nothing else, and return its folder of programs."""
    venv.create(folder, with_pip=False)
    (site,) = (folder / "lib").glob("python*/site-packages")
    for name in top_levels(packages):
        if name.endswith(".dist-info"):  # uv does not follow links to these
            shutil.copytree(HERE / name, site / name)
        else:
            (site / name).symlink_to(HERE / name)
    return folder / "bin"


def install(programs: Path, requirement: str) -> None:
    """Install into an environment as a user would, but fail if anything would have to be downloaded."""
    command = [UV, "pip", "install", "--quiet", "--offline", "--python", programs / "python", requirement]
    subprocess.run(command, check=True, cwd=programs)
