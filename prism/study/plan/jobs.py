"""The jobs of a study, as the rules in workflow/rules/ make them; a test compares them with Snakemake's own plan."""

from collections.abc import Iterable
from dataclasses import dataclass

from prism.noise.name import AUTHORS
from prism.results.settings import RunSettings
from prism.study.params import Params
from prism.study.runs import Run, backbone_of, figure_runs, resolve, study_runs, table_runs
from prism.study.timings import timing_settings, timing_tables

DATA = "logs/data/benchmarks"  # of what studies share


@dataclass(frozen=True)
class Job:
    rule: str
    name: str  # what tells it from the others of its rule, such as cub/symmetric-10/mcl/seed0
    needs: tuple[str, ...] = ()  # the jobs before it
    run: RunSettings | None = None  # what is trained
    timed: tuple[RunSettings, ...] = ()  # what a measurement of training time compares
    gpu: bool = False

    @property
    def label(self) -> str:
        about = f"{self.run.method} on {self.run.dataset}" if self.run else self.name
        return f"{self.rule} {about}".rstrip()


Jobs = dict[str, Job]  # by the file in which Snakemake writes what the job took; each is after all that it needs


def study_jobs(params: Params) -> Jobs:
    """Every job of the chosen study, up to its report; not the PDF of that, for which LaTeX must be there."""
    return _Graph(params).whole()


def with_all_before(jobs: Jobs, names: Iterable[str]) -> set[str]:
    """These jobs, and all that must be done before them."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += jobs[name].needs
    return found


def jobs_by_part(params: Params, jobs: Jobs) -> dict[str, tuple[list[Run], set[str]]]:
    """For each table and figure its runs, and the jobs that would make it alone."""
    parts = {}
    for kind, names, runs_of in (
        ("table", params.chosen.tables, table_runs),
        ("figure", params.chosen.figures, figure_runs),
    ):
        for name in names:
            runs = list(dict.fromkeys(runs_of(params, name)))
            file = _file(params, f"{kind}s/{name}")
            before = [need for need in jobs[file].needs if jobs[need].rule != "collect"]
            if len(before) < len(jobs[file].needs):  # of all that is collected, its own runs
                before += [_file(params, f"train/{run.path}") for run in runs]
            parts[f"{kind} {name}"] = (runs, with_all_before(jobs, before) | {file})
    return parts


def _file(params: Params, stem: str) -> str:
    return f"logs/{params.study}/benchmarks/{stem}.tsv"


class _Graph:
    """Adds a job, and first the jobs that it needs, unless they are there; each method returns the job's file."""

    def __init__(self, params: Params) -> None:
        self.params = params
        self.settings = {run: resolve(params, run) for run in study_runs(params)}
        self.jobs: Jobs = {}

    def whole(self) -> Jobs:
        study = self.params.chosen
        collect = self._in_study("collect", Job("collect", "", tuple(map(self.train, self.settings))))
        timed = timing_tables(self.params)
        parts = [
            self.timing_table(name)
            if name in timed
            else self._in_study(f"tables/{name}", Job("table", name, (collect,)))
            for name in study.tables
        ]
        parts += [self.figure(name, collect) for name in study.figures]
        timings = [file for file, job in self.jobs.items() if job.rule == "timing"]
        claims = self._in_study("claims", Job("claims", "", (collect, *timings)))
        self._in_study("report", Job("report", "", (*parts, collect, claims)))
        return self.jobs

    def figure(self, name: str, collect: str) -> str:
        runs = figure_runs(self.params, name)
        prepared = [self.prepare(dataset) for dataset in self.params.chosen.figures[name]]
        needs = {
            "curves": [collect],
            "p_clean": [need for run in runs for need in (self.train(run), self.noise(run.dataset, run.noise))],
            "index": prepared,
            "images": prepared,
        }
        needed = dict.fromkeys(need for source in self.params.figures[name].sources for need in needs[source])
        return self._in_study(f"figures/{name}", Job("figure", name, tuple(needed)))

    def timing_table(self, name: str) -> str:
        needs = tuple(self.timing(name, dataset) for dataset in self.params.chosen.tables[name])
        return self._in_study(f"tables/{name}", Job("timing_table", name, needs))

    def timing(self, table: str, dataset: str) -> str:
        runs = timing_settings(self.params, table, dataset).runs
        gpu = self.params.chosen.end_to_end is not None
        job = Job("timing", f"{table}/{dataset}", self._before_steps(runs[0]), timed=tuple(runs), gpu=gpu)
        return self._in_study(f"timing/{table}/{dataset}", job)

    def train(self, run: Run) -> str:
        settings = self.settings[run]
        gpu = self.params.chosen.end_to_end is not None
        job = Job("train", run.path, self._before_steps(settings), settings, gpu=gpu)
        return self._in_study(f"train/{run.path}", job)

    def _before_steps(self, run: RunSettings) -> tuple[str, ...]:
        """What must be there before a run can make a step."""
        how = self.params.chosen.end_to_end
        needs = [self.prepare(run.dataset), self.noise(run.dataset, run.noise)]
        if how is None:
            needs.append(self.features(run.dataset))
        elif how.pretrained:
            needs += self.weights(run.backbone)
        return tuple(needs)

    def noise(self, dataset: str, noise: str) -> str:
        needs = [self.prepare(dataset)]
        if noise.startswith("smallcluster"):
            needs.append(self.features(dataset))
        if noise.startswith(AUTHORS):
            needs.append(self.authors_list(self.params.datasets[dataset].kind, noise.removeprefix(AUTHORS)))
        name = f"{dataset}/{noise}"
        return self._in_study(f"noise/{name}", Job("noise", name, tuple(needs)))

    def features(self, dataset: str) -> str:
        backbone = self.params.chosen.noise_backbone or backbone_of(self.params, dataset)
        needs = (self.prepare(dataset), *self.weights(backbone))
        return self._in_study(f"features/{dataset}", Job("features", dataset, needs))

    def prepare(self, dataset: str) -> str:
        download = self._add(f"{DATA}/download/{dataset}.tsv", Job("download", dataset))
        return self._add(f"{DATA}/prepare/{dataset}.tsv", Job("prepare", dataset, (download,)))

    def weights(self, backbone: str) -> list[str]:
        """None where a Python package brings them."""
        architecture = self.params.backbones[backbone].architecture
        if architecture == "efficientnet_lite0":
            return []
        return [self._add(f"{DATA}/weights/{architecture}.tsv", Job("weights", architecture))]

    def authors_list(self, kind: str, noise: str) -> str:
        return self._add(f"{DATA}/lists/{kind}/{noise}.tsv", Job("authors_list", f"{kind}/{noise}"))

    def _in_study(self, stem: str, job: Job) -> str:
        return self._add(_file(self.params, stem), job)

    def _add(self, file: str, job: Job) -> str:
        self.jobs.setdefault(file, job)
        return file
