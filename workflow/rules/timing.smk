# Training time, measured by a rule of its own: the memory banks are full, and nothing runs beside it.


localrules:
    timing_table,


rule timing:
    input:
        unpack(inputs_of("timing")),
    output:
        **FILES.outputs("timing"),
    log:
        FILES.log("timing"),
    benchmark:
        FILES.benchmark("timing")
    wildcard_constraints:
        table=one_of(TIMING_TABLES),
    priority: priority_of("timing")
    conda:
        "../../environment.yml"
    # All of this machine, so that nothing runs beside it. On a cluster what a training gets, on a node that the profile
    # reserves.
    threads: threads_of("timing")
    resources:
        **resources_of("timing"),
        gpu=ask("timing", lambda job: job.resources.gpus),
    params:
        code=code_of("timing"),
        settings=settings_of("timing"),
        features=optional("features"),
        weights=optional("weights"),
        threads=ask("timing", lambda job: job.resources.threads),
    shell:
        "python -m prism time --index {input.index:q} --noise {input.noise:q} {params.features} {params.weights}"
        " --output {output.measured:q} --settings {params.settings:q} --threads {params.threads} 2> {log:q}"


rule timing_table:
    input:
        unpack(inputs_of("timing_table")),
    output:
        **in_report(FILES.outputs("timing_table"), "html", "Tables", "{table}"),
    log:
        FILES.log("timing_table"),
    benchmark:
        FILES.benchmark("timing_table")
    wildcard_constraints:
        table=one_of(TIMING_TABLES),
    conda:
        "../../environment.yml"
    threads: threads_of("timing_table")
    resources:
        **resources_of("timing_table"),
    params:
        code=code_of("timing_table"),
        settings=settings_of("timing_table"),
        stem=subpath(output.tex, strip_suffix=".tex"),
    shell:
        "python -m prism timing-table {wildcards.table} {input.measured:q} --paper {input.paper:q}"
        " --output {params.stem:q} --settings {params.settings:q} 2> {log:q}"
