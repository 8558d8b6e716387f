# The parameters, checked once, and the paths and helpers that all rules share.
import sys
import threading
from functools import cache

from snakemake.utils import validate

from prism.data.sources import source_of
from prism.errors import PrismError
from prism.metrics.registry import score_modules
from prism.noise.name import parse_noise
from prism import study as prism_params
from prism.study.check_settings import check_method_settings
from prism.study.cost import announcement, timing_seconds, training_seconds
from prism.study.runs import RELEASED_LISTS, Run, backbone_of, resolve, study_runs
from prism.study.describe import (
    claims_spec,
    figure_files,
    figure_spec,
    report_spec,
    table_spec,
    timing_spec,
)
from prism.study.timings import all_timed_runs, timing_settings, timing_tables

from prism.render.pdf import HOW_TO_GET, has_latex

from workflow.modules import digest
from workflow.records import all_unknown
from workflow.usage import note_usage

SCHEMA = Path(workflow.basedir) / "workflow/schemas/params.schema.json"

try:
    PARAMS = prism_params.parse(config)
    check_method_settings(PARAMS, SCHEMA)
except PrismError as error:
    sys.exit(
        f"prism: {error}"
    )  # one sentence, without the frames that Snakemake would add
validate(config, str(SCHEMA), set_default=False)

STUDY = PARAMS.chosen
HAS_LATEX = has_latex()
RUNS = study_runs(PARAMS)
RUNS_AND_TIMED = RUNS + all_timed_runs(PARAMS)
TIMING_TABLES = timing_tables(PARAMS)
TRAIN_THREADS = 1 + STUDY.end_to_end.workers if STUDY.end_to_end else 1
RUN_FILES = [f"results/{PARAMS.study}/runs/{run.path}/run.json" for run in RUNS]
# On a cluster, short trainings share jobs: the profile says how many.
RUN_GROUP = None if STUDY.end_to_end else "short_runs"
if workflow.is_main_process:
    print(announcement(PARAMS), file=sys.stderr)
    if not {"-t", "--touch", "--unlock"} & set(sys.argv) and all_unknown(RUN_FILES):
        sys.exit(
            f"prism: Snakemake has no record of the runs in results/{PARAMS.study}, so it cannot tell which are"
            " out of date: run `make adopt-results` if `dvc pull` brought them, or `snakemake --touch --forceall` if you are"
            " sure that params.yaml and the code are those that made them."
        )


pathvars:
    results=f"results/{PARAMS.study}",
    run="<results>/runs/{dataset}/{noise}/{method}/seed{seed}",
    logs=f"logs/{PARAMS.study}",
    benchmarks="<logs>/benchmarks",


onsuccess:
    stop_timers()
    note_usage(Path("logs") / PARAMS.study / "usage.jsonl")
    if not HAS_LATEX:
        print(HOW_TO_GET, file=sys.stderr)


onerror:
    stop_timers()


wildcard_constraints:
    dataset="|".join(PARAMS.datasets),
    kind="|".join(RELEASED_LISTS),
    architecture="|".join(sorted({b.architecture for b in PARAMS.backbones.values()})),
    noise="|".join(sorted({run.noise for run in RUNS_AND_TIMED})),
    method="|".join(sorted({run.method for run in RUNS}, key=len, reverse=True)),
    seed=r"\d+",
    table="|".join(PARAMS.tables),
    figure="|".join(PARAMS.figures),


def in_report(file, category, name):
    """A file that `snakemake --report` shows, in its category and under its name."""
    return report(file, category=category, labels={"name": name})


def one_of(names):
    """A wildcard's constraint: one of these names, or nothing at all where there are none."""
    return "|".join(sorted(names)) or "(?!)"


def stop_timers():
    """Those with which Snakemake limits the rate of jobs, and which would keep it from ending for that timespan."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.cancel()


@cache
def code(*modules):
    """A digest of the library files that these modules are made of, as a parameter: editing one of them, and no
    others, makes a rule run again. As inputs the files themselves would do so too, but Snakemake looks at every input
    of every waiting job each time that it starts one."""
    return digest(Path(workflow.basedir), modules)


def dumped(model):
    return model.model_dump_json(exclude_none=True)


def dataset_settings(wildcards):
    return dumped(PARAMS.datasets[wildcards.dataset])


def on_disk(wildcards):
    """The archive that a dataset's entry names, if it does: a newer one is unpacked again."""
    archive = getattr(PARAMS.datasets[wildcards.dataset], "archive", None)
    return archive or []


def download_code(wildcards):
    kind = PARAMS.datasets[wildcards.dataset].kind
    return code(source_of(kind).download_module, f"prism.data.sources.{kind}")


def prepare_code(wildcards):
    kind = PARAMS.datasets[wildcards.dataset].kind
    return code(source_of(kind).prepare_module, f"prism.data.sources.{kind}")


def network_of(dataset):
    return PARAMS.backbones[backbone_of(PARAMS, dataset)]


def features_backbone(wildcards):
    """A frozen study trains on features of its backbone; elsewhere they are for Small Cluster noise alone."""
    if STUDY.noise_backbone:
        return PARAMS.backbones[STUDY.noise_backbone]
    return network_of(wildcards.dataset)


def features_code(wildcards):
    return code(
        "prism.backbones.extract",
        "prism.data.features",
        f"prism.backbones.{features_backbone(wildcards).architecture}",
    )


def weights_of(backbone):
    """A file of the rule `weights`, apart from the backbone whose weights a Python package brings."""
    if backbone.architecture == "efficientnet_lite0":
        return []
    return f"data/weights/{backbone.architecture}.pth"


def option(name, value):
    return f"--{name} {value}" if value else ""


def authors_list(wildcards):
    if not wildcards.noise.startswith("authors-"):
        return []
    kind = PARAMS.datasets[wildcards.dataset].kind
    return f"data/lists/{kind}/{wildcards.noise.removeprefix('authors-')}.csv"


def train_features(wildcards):
    return (
        []
        if STUDY.end_to_end
        else f"<results>/features/{wildcards.dataset}.safetensors"
    )


def train_images(wildcards):
    return f"data/{wildcards.dataset}/images.bin" if STUDY.end_to_end else []


def train_weights(wildcards):
    pretrained = STUDY.end_to_end and STUDY.end_to_end.pretrained
    return weights_of(network_of(wildcards.dataset)) if pretrained else []


@cache
def settings_of(run):
    return resolve(PARAMS, run)


def resolved(wildcards):
    """The settings of a job's run, which several of its directives ask for."""
    return settings_of(
        Run(wildcards.dataset, wildcards.noise, wildcards.method, int(wildcards.seed))
    )


def run_settings(wildcards):
    return dumped(resolved(wildcards))


def scaled(amount):
    """A resource of which a job gets more each time that it is tried again."""

    def with_attempt(wildcards, attempt):
        return attempt * amount

    return with_attempt


def train_runtime(wildcards, attempt):
    """Minutes. Of whole networks, three times what the steps are estimated to take, for evaluations and slower GPUs."""
    minutes = train_priority(wildcards) / 60
    return attempt * (60 + 3 * round(minutes) if STUDY.end_to_end else 15)


def train_priority(wildcards):
    """Its estimated seconds: long trainings first, so that the last ones to run are short."""
    return training_seconds(PARAMS, resolved(wildcards)) or 0


def training_code(module, runs):
    """Of a module that trains, and of the scores, the methods and the network that it finds by their names."""
    modules = [module, *score_modules(), *(f"prism.methods.{run.uses}" for run in runs)]
    if STUDY.end_to_end:
        modules.append(f"prism.backbones.{network_of(runs[0].dataset).architecture}")
    return code(*modules)


def method_code(wildcards):
    return training_code("prism.training.run", [resolved(wildcards)])


def timed(wildcards):
    return timing_settings(PARAMS, wildcards.table, wildcards.dataset)


def timing_noise(wildcards):
    noise = timed(wildcards).runs[0].noise
    return f"<results>/noise/{wildcards.dataset}/{noise}.parquet"


def timing_code(wildcards):
    return training_code("prism.training.timing", timed(wildcards).runs)


def timing_runtime(wildcards, attempt):
    """Minutes: as generous as that of trainings; filling the banks takes a part of it."""
    return attempt * (60 + 3 * round(timing_priority(wildcards) / 60))


def timing_priority(wildcards):
    """Its estimated seconds, as of trainings, of which none is as long."""
    return timing_seconds(PARAMS, timed(wildcards).runs) or 0


def table_settings(wildcards):
    return table_spec(PARAMS, wildcards.table).model_dump_json()


def figure_settings(wildcards):
    return figure_spec(PARAMS, wildcards.figure).model_dump_json()


def figure_inputs(wildcards):
    return figure_files(PARAMS, wildcards.figure, "<results>", "data")


def figure_code(wildcards):
    kind = PARAMS.figures[wildcards.figure].kind
    return code("prism.figures.render", f"prism.figures.{kind}")


def statement_modules():
    """The files of claims, which are found by their names, and so by no import statement."""
    folder = Path(workflow.basedir) / "prism/judge/claims/statements"
    return [
        f"prism.judge.claims.statements.{path.stem}"
        for path in sorted(folder.glob("[a-z]*.py"))
    ]


def noise_code(wildcards):
    """Of the step, and of the noise model that it finds by its name."""
    kind = parse_noise(wildcards.noise).kind
    return code("prism.noise.generate", f"prism.noise.models.{kind}")


def noise_features(wildcards):
    """Small Cluster noise clusters features; the other kinds do without."""
    return (
        "<results>/features/{dataset}.safetensors"
        if wildcards.noise.startswith("smallcluster")
        else []
    )


def all_data():
    """What the study takes from others. A run has the wildcards that the functions above ask for."""
    files = [f"data/{dataset}/images.bin" for dataset in STUDY.datasets]
    for run in RUNS_AND_TIMED:
        files += [authors_list(run), train_weights(run)]
        if train_features(run) or noise_features(run):
            files.append(weights_of(features_backbone(run)))
    return list(dict.fromkeys(file for file in files if file))


def all_noise():
    files = []
    for run in RUNS_AND_TIMED:
        files += [
            f"<results>/noise/{run.dataset}/{run.noise}.parquet",
            train_features(run),
        ]
    return list(dict.fromkeys(file for file in files if file))


def all_runs():
    return [f"<results>/runs/{run.path}/metrics.json" for run in RUNS]


def all_timings():
    return [
        f"<results>/timing/{table}/{dataset}.json"
        for table in TIMING_TABLES
        for dataset in STUDY.tables[table]
    ]


def all_tables():
    return expand(
        "<results>/tables/{table}.{suffix}",
        table=STUDY.tables,
        suffix=["tex", "csv", "html"],
    )


def all_figures():
    return expand(
        "<results>/figures/{figure}.{suffix}",
        figure=STUDY.figures,
        suffix=["pdf", "svg", "csv"],
    )
