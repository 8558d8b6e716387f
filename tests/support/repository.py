"""A copy of the project under Git, as DVC needs it."""

import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from project import Project

AUTHOR = {"user.name": "Test", "user.email": "test@example.org"}


@dataclass(frozen=True)
class Repository(Project):
    def do(self, command: str) -> str:
        """Run a command that must succeed, and return what it prints."""
        result = self.run(*command.split())
        output = result.stdout + result.stderr
        assert result.returncode == 0, f"{command}: {output}"
        return output

    def commit(self, message: str) -> None:
        self.do("git add --all")
        self.do(f"git commit --quiet --message {message}")

    def clone(self, folder: Path) -> "Repository":
        self.do(f"git clone --quiet . {folder}")
        return Repository(folder).configured()

    def copy(self, folder: Path) -> "Repository":
        """Copy the folder with all that Git ignores: data, results, and the records of Snakemake and DVC."""
        return Repository(Path(shutil.copytree(self.folder, folder, symlinks=True)))

    def configured(self) -> "Repository":
        for key, value in AUTHOR.items():
            self.do(f"git config {key} {value}")
        return self

    def stored(self) -> dict[str, str]:
        """Return checksums of all files that DVC stores; the PDF is not among them, because it needs LaTeX."""
        files = (path for top in ("data", "results") for path in (self.folder / top).rglob("*") if path.is_file())
        named = {str(path.relative_to(self.folder)): sha256(path.read_bytes()).hexdigest() for path in files}
        left_out = ("/raw/", "/.state/", "/report.pdf", "results/README.md")
        return {name: digest for name, digest in named.items() if not any(part in name for part in left_out)}


def initialised(project: Project) -> Repository:
    """Return the project as a new repository with one commit."""
    repository = Repository(project.folder)
    repository.do("git init --quiet")
    repository.configured().commit("start")
    return repository
