# Training time, measured by a rule of its own: the memory banks are full, and nothing runs beside it.


localrules:
    timing_table,


rule timing:
    input:
        index=rules.prepare.output.index,
        noise=timing_noise,
        features=train_features,
        images=train_images,
        weights=train_weights,
    output:
        "<results>/timing/{table}/{dataset}.json",
    log:
        "<logs>/timing/{table}/{dataset}.log",
    benchmark:
        "<benchmarks>/timing/{table}/{dataset}.tsv"
    wildcard_constraints:
        table=one_of(TIMING_TABLES),
    priority: timing_priority
    conda:
        "../../environment.yml"
    # All of this machine. On a cluster what a training gets, on a node that the profile reserves.
    threads: workflow.cores if workflow.local_exec else TRAIN_THREADS
    resources:
        mem_mb=scaled(16000 if STUDY.end_to_end else 4000),
        runtime=timing_runtime,
        gpu=1 if STUDY.end_to_end else 0,
    params:
        code=timing_code,
        settings=lambda wildcards: dumped(timed(wildcards)),
        features=lambda wildcards, input: option("features", input.features),
        weights=lambda wildcards, input: option("weights", input.weights),
        threads=TRAIN_THREADS,
    shell:
        "python -m prism time --index {input.index} --noise {input.noise} {params.features} {params.weights}"
        " --output {output} --settings {params.settings:q} --threads {params.threads} 2> {log}"


rule timing_table:
    input:
        measured=lambda wildcards: expand(
            "<results>/timing/{table}/{dataset}.json",
            table=wildcards.table,
            dataset=STUDY.tables[wildcards.table],
        ),
        paper="prism/judge/paper_values.yaml",
    output:
        tex="<results>/tables/{table}.tex",
        csv="<results>/tables/{table}.csv",
        html=in_report("<results>/tables/{table}.html", "Tables", "{table}"),
    log:
        "<logs>/tables/{table}.log",
    benchmark:
        "<benchmarks>/tables/{table}.tsv"
    wildcard_constraints:
        table=one_of(TIMING_TABLES),
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=code("prism.render.timing_table"),
        stem=subpath(output[0], strip_suffix=".tex"),
        settings=lambda wildcards: timing_spec(PARAMS, wildcards.table).model_dump_json(),
    shell:
        "python -m prism timing-table {wildcards.table} {input.measured} --paper {input.paper}"
        " --output {params.stem} --settings {params.settings:q} 2> {log}"
