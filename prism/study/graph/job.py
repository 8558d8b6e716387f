"""One job of a study: the files it reads and makes, the code and settings that decide them, and what it takes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import BaseModel

from prism.results.settings import RunSettings

Wildcards = tuple[tuple[str, str], ...]  # name and value, in the order of the names


class JobKey(NamedTuple):
    """The rule and the wildcards of a job, which tell it from all others."""

    rule: str
    wildcards: Wildcards = ()


class File(NamedTuple):
    """A file that a job reads."""

    path: str
    made_by: JobKey | None = None  # None where it is there before the workflow starts


Inputs = dict[str, File | list[File]]  # by the names that the rule's command uses


@dataclass(frozen=True)
class Resources:
    """The threads, memory, time and GPUs of a job. Memory and time grow with each attempt at it."""

    threads: int = 1
    whole_machine: bool = False  # outside of a cluster it may take all threads that there are
    memory_mb: int = 1000
    minutes: int = 10
    gpus: int = 0


@dataclass(frozen=True)
class Job:
    key: JobKey
    inputs: Inputs
    outputs: dict[str, str]
    benchmark: str  # the file in which Snakemake writes what the job took
    code: tuple[str, ...]  # modules whose sources decide the outputs
    settings: BaseModel | None = None  # what the command is told with --settings
    resources: Resources = field(default=Resources())
    trained: RunSettings | None = None  # the run that it trains
    timed: tuple[RunSettings, ...] = ()  # the runs whose training time it compares
    seconds: float | None = None  # that its steps on a GPU are estimated to take

    @property
    def rule(self) -> str:
        """Return the name of the rule of which this is a job."""
        return self.key.rule

    @property
    def name(self) -> str:
        """Return what tells it from the others of its rule, such as cub/symmetric-10/mcl/seed0."""
        if self.trained is not None:
            run = self.trained
            return f"{run.dataset}/{run.noise}/{run.method}/seed{run.seed}"
        return "/".join(value for _, value in self.key.wildcards)

    @property
    def label(self) -> str:
        """Return the rule with its method and dataset, or with the name, for readers."""
        about = f"{self.trained.method} on {self.trained.dataset}" if self.trained else self.name
        return f"{self.rule} {about}".rstrip()

    def files(self) -> Iterator[File]:
        """Yield every file that the job reads."""
        for value in self.inputs.values():
            yield from [value] if isinstance(value, File) else value

    def needs(self) -> list[JobKey]:
        """Return the jobs that make its inputs, each once."""
        return list(dict.fromkeys(file.made_by for file in self.files() if file.made_by is not None))

    def paths(self) -> dict[str, str | list[str]]:
        """Return the inputs as Snakemake takes them: a path, or a list of paths, by name."""
        return {
            name: value.path if isinstance(value, File) else [file.path for file in value]
            for name, value in self.inputs.items()
        }

    def settings_json(self) -> str:
        """Return the settings as the command takes them."""
        return "{}" if self.settings is None else self.settings.model_dump_json(exclude_none=True)
