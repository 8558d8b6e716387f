# The parameters, checked once, and what the rules ask about their jobs. What a job reads and makes, the code and the
# settings that decide it, and what it takes, is said in prism/study/graph/: a module a stage, a function a rule.
import re
import shlex
import sys

from snakemake.utils import validate

from prism.errors import PrismError
from prism.render.pdf import HOW_TO_GET, has_latex
from prism import study as prism_study
from prism.study.check_copies import check_copies
from prism.study.check_settings import check_method_settings
from prism.study.code_digest import code_digest
from prism.study.cost import announcement
from prism.study.graph import Graph, JobKey
from prism.study.method_settings import SCHEMA
from prism.study.timings import timing_tables
from workflow.records import refuse_unknown_runs
from workflow.timers import stop_timers
from workflow.usage import note_usage

try:
    PARAMS = prism_study.parse(config)  # a bare `parse` would hide Snakemake's own
    check_method_settings(PARAMS)
    check_copies(PARAMS)
except PrismError as error:
    # One sentence, without the frames that Snakemake would add.
    sys.exit(f"prism: {error}")
validate(config, str(SCHEMA), set_default=False)

GRAPH = Graph(PARAMS)
FILES = GRAPH.layout
STUDY = PARAMS.active_study
HAS_LATEX = has_latex()
TIMING_TABLES = set(timing_tables(PARAMS))

if workflow.is_main_process:
    print(announcement(PARAMS), file=sys.stderr)
    refuse_unknown_runs(PARAMS.study, GRAPH.outputs("train"))


onsuccess:
    stop_timers()
    note_usage(Path("logs") / PARAMS.study / "usage.jsonl")
    if not HAS_LATEX:
        print(HOW_TO_GET, file=sys.stderr)


onerror:
    stop_timers()


def one_of(names):
    """Return a wildcard's constraint: one of these names, or nothing at all where there are none."""
    return "|".join(map(re.escape, sorted(names))) or "(?!)"


wildcard_constraints:
    dataset=one_of(PARAMS.datasets),
    kind=one_of({dataset.kind for dataset in PARAMS.datasets.values()}),
    architecture=one_of({net.architecture for net in PARAMS.backbones.values()}),
    backbone=one_of(PARAMS.pretraining),
    noise=one_of(GRAPH.wildcard("noise")),
    method=one_of(GRAPH.wildcard("method")),
    seed=r"\d+",
    table=one_of(PARAMS.tables),
    figure=one_of(PARAMS.figures),


def ask(rule, question):
    """Return a function of a job's wildcards that asks the graph about the job of this rule."""
    return lambda wildcards: question(GRAPH.job(JobKey(rule, tuple(wildcards.items()))))


def inputs_of(rule):
    return ask(rule, lambda job: job.paths())


def code_of(rule):
    return ask(rule, lambda job: code_digest(job.code))


def settings_of(rule):
    return ask(rule, lambda job: job.settings_json())


def priority_of(rule):
    """Return the estimated seconds: long jobs go first, so that the last ones to run are short."""
    return ask(rule, lambda job: job.seconds or 0)


def threads_of(rule):
    def threads(job):
        whole_machine = job.resources.whole_machine and workflow.local_exec
        return workflow.cores if whole_machine else job.resources.threads

    return ask(rule, threads)


def resources_of(rule):
    """Return what a job takes; it gets more memory and time each time that it is tried again."""
    memory = ask(rule, lambda job: job.resources.memory_mb)
    minutes = ask(rule, lambda job: job.resources.minutes)
    return {
        "mem_mb": lambda wildcards, attempt: attempt * memory(wildcards),
        "runtime": lambda wildcards, attempt: attempt * minutes(wildcards),
    }


def optional(name):
    """Return a function that writes the option `--name` with the input of that name, or nothing where there is none."""
    return lambda wildcards, input: (
        f"--{name} {shlex.quote(str(input[name]))}" if input.get(name) else ""
    )


def in_report(files, name, category, label):
    """Return `files` with one of them shown by `snakemake --report`, in its category and under its label."""
    return files | {
        name: report(files[name], category=category, labels={"name": label})
    }
