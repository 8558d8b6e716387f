"""A copy of the project, in which tests run its workflow."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Project:
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """Return environment variables with which commands are those of this Python environment."""
        return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the project's folder, and wait for it."""
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a command in the project's folder; what it prints goes to the file `printed` there."""
        with (self.folder / "printed").open("ab") as printed:
            return subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=printed, stderr=printed)

    def snakemake(self, *arguments: str, study: str = "smoke") -> subprocess.CompletedProcess[str]:
        """Run Snakemake for a study."""
        return self.run("snakemake", *arguments, "--config", f"study={study}")

    def plan(self, *arguments: str, study: str = "smoke") -> str:
        """Return what a dry run of Snakemake prints."""
        result = self.snakemake(*arguments, "--dry-run", study=study)
        assert result.returncode == 0, result.stderr
        return result.stdout + result.stderr

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace every `old` in a file of the project, which must have one."""
        path = self.folder / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def fresh_copy(folder: Path) -> Project:
    """Copy what a clone would hold into `folder`, with changes that are not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in listed.stdout.splitlines():
        source, target = ROOT / name, folder / name
        if source.is_symlink() or source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    return Project(folder)
