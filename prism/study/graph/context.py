"""Answers to what the stages of the graph ask about a study: its parameters, its runs, the files of its jobs."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from prism.backbones import architecture_class
from prism.results.settings import RunSettings
from prism.study.graph.job import File, Inputs, Job, JobKey
from prism.study.layout import Layout
from prism.study.params import Params, Study
from prism.study.runs import Run, backbone_of, resolve, study_runs


@dataclass(frozen=True)
class StudyContext:
    """The active study of `params`, in which names of files and settings of runs are looked up once."""

    params: Params

    @cached_property
    def study(self) -> Study:
        """Return the entry of the active study."""
        return self.params.active_study

    @cached_property
    def layout(self) -> Layout:
        """Return where the files of the study lie."""
        return Layout(self.params.study)

    @cached_property
    def runs(self) -> dict[Run, RunSettings]:
        """Return every run of the study with its settings."""
        return {run: resolve(self.params, run) for run in study_runs(self.params)}

    def settings_of(self, run: Run) -> RunSettings:
        """Return the settings of a run, which need not be one of the study's own."""
        return self.runs[run] if run in self.runs else resolve(self.params, run)

    def job(self, rule: str, wildcards: dict[str, str], inputs: Inputs, code: Iterable[str] = (), **fields: Any) -> Job:
        """Return a job of a rule, which makes the files that the layout says."""
        return Job(
            key=JobKey(rule, tuple(wildcards.items())),
            inputs=inputs,
            outputs=self.outputs(rule, **wildcards),
            benchmark=self.layout.benchmark(rule).format(**wildcards),
            code=tuple(code),
            **fields,
        )

    def outputs(self, rule: str, **wildcards: str) -> dict[str, str]:
        """Return the files that a job makes."""
        return {name: pattern.format(**wildcards) for name, pattern in self.layout.outputs(rule).items()}

    def output(self, rule: str, name: str, **wildcards: str) -> File:
        """Return one of the files that a job makes, to be read by another."""
        return File(self.outputs(rule, **wildcards)[name], JobKey(rule, tuple(wildcards.items())))

    def all_outputs(self, rule: str, **wildcards: str) -> list[File]:
        """Return all files that a job makes."""
        return [self.output(rule, name, **wildcards) for name in self.layout.outputs(rule)]

    def run_outputs(self, name: str, runs: Iterable[Run]) -> list[File]:
        """Return one of the files of each of these trainings."""
        return [self.output("train", name, **run_wildcards(run)) for run in runs]

    def features_backbone(self, dataset: str) -> str:
        """Return the backbone whose features are extracted: for noise alone, if the study trains whole networks."""
        return self.study.noise_backbone or backbone_of(self.params, dataset)

    def architecture_module(self, backbone: str) -> str:
        """Return the module that declares a backbone's architecture."""
        return f"prism.backbones.architectures.{self.params.backbones[backbone].architecture}"

    def weights(self, backbone: str) -> list[File]:
        """Return the file of a backbone's weights, or nothing where a Python package brings them."""
        if backbone in self.params.pretraining:
            return [self.output("pretrain", "weights", backbone=backbone)]
        architecture = self.params.backbones[backbone].architecture
        if architecture_class(architecture).weights is None:
            return []
        return [self.output("weights", "weights", architecture=architecture)]


def run_wildcards(run: Run) -> dict[str, str]:
    """Return a run's wildcards as the rule `train` has them."""
    return {"dataset": run.dataset, "noise": run.noise, "method": run.method, "seed": str(run.seed)}


def run_key(run: Run) -> JobKey:
    """Return the key of the job that trains a run."""
    return JobKey("train", tuple(run_wildcards(run).items()))
