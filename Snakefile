# Reproduces the PRISM paper (CVPR 2021): download -> features -> noise -> training -> tables, figures, report.
# `snakemake` runs the study that params.yaml names; `snakemake -n` shows the plan.
from pathlib import Path

from snakemake.utils import min_version

min_version("9.20")


configfile: "params.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/noise.smk"
include: "workflow/rules/train.smk"
include: "workflow/rules/timing.smk"
include: "workflow/rules/render.smk"
include: "workflow/rules/targets.smk"


rule all:
    default_target: True
    input:
        rules.report.output,
        rules.pdf.output if HAS_LATEX else [],
