# The parameters, checked once, and the paths and helpers that all rules share.
import json
import sys

from snakemake.utils import validate

from prism.errors import PrismError
from prism import params as prism_params
from prism.params.check import check_method_settings
from prism.params.runs import Run, resolve, study_runs
from prism.params.specs import figure_spec, report_spec, table_spec

from workflow.modules import digest

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
RUNS = study_runs(PARAMS)


pathvars:
    results=f"results/{PARAMS.study}",
    run="<results>/runs/{dataset}/{noise}/{method}/seed{seed}",
    logs=f"logs/{PARAMS.study}",
    benchmarks="<logs>/benchmarks",


wildcard_constraints:
    dataset="|".join(PARAMS.datasets),
    noise="|".join(sorted({run.noise for run in RUNS})),
    method="|".join(sorted({run.method for run in RUNS}, key=len, reverse=True)),
    seed=r"\d+",
    table="|".join(PARAMS.tables),
    figure="|".join(PARAMS.figures),


def code(*modules):
    """A digest of the library files that these modules are made of, as a parameter: editing one of them, and no
    others, makes a rule run again. As inputs the files themselves would do so too, but Snakemake looks at every input
    of every waiting job each time that it starts one."""
    return digest(Path(workflow.basedir), modules)


def dumped(model):
    return model.model_dump_json(exclude_none=True)


def dataset_settings(wildcards):
    return dumped(PARAMS.datasets[wildcards.dataset])


def run_settings(wildcards):
    return dumped(
        resolve(
            PARAMS,
            Run(
                wildcards.dataset,
                wildcards.noise,
                wildcards.method,
                int(wildcards.seed),
            ),
        )
    )


def method_code(wildcards):
    uses = PARAMS.methods[wildcards.method.partition("@")[0]].uses
    return code("prism.training.run", f"prism.methods.{uses}")


def table_settings(wildcards):
    return json.dumps(table_spec(PARAMS, wildcards.table))


def figure_settings(wildcards):
    return json.dumps(figure_spec(PARAMS, wildcards.figure))


def report_settings():
    return json.dumps(report_spec(PARAMS))


def noise_features(wildcards):
    """Small Cluster noise clusters features; the other kinds do without."""
    return (
        "<results>/features/{dataset}.safetensors"
        if wildcards.noise.startswith("smallcluster")
        else []
    )


def noise_features_option(wildcards, input):
    return f"--features {input.features}" if input.features else ""


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
