# One training a run, and the metrics of all runs in one table.


localrules:
    collect,



rule train:
    input:
        index=rules.prepare.output.index,
        noise=rules.noise.output.labels,
        features=train_features,
        images=train_images,
        weights=train_weights,
    output:
        model="<run>/model.safetensors",
        log="<run>/log.jsonl",
        p_clean="<run>/p_clean.parquet",
        run="<run>/run.json",
        metrics="<run>/metrics.json",
    log:
        "<logs>/train/{dataset}/{noise}/{method}/seed{seed}.log",
    benchmark:
        "<benchmarks>/train/{dataset}/{noise}/{method}/seed{seed}.tsv"
    priority: train_priority
    group:
        RUN_GROUP
    conda:
        "../../environment.yml"
    threads: TRAIN_THREADS
    resources:
        mem_mb=scaled(16000 if STUDY.end_to_end else 4000),
        runtime=train_runtime,
        gpu=1 if STUDY.end_to_end else 0,
        trainings=0 if STUDY.end_to_end else 1,
    params:
        code=method_code,
        folder=subpath(output.run, parent=True),
        # Outside the outputs, which Snakemake deletes before it starts a job again: so a killed training resumes.
        state=f"results/.state/{PARAMS.study}/{{dataset}}/{{noise}}/{{method}}/seed{{seed}}",
        settings=run_settings,
        features=lambda wildcards, input: option("features", input.features),
        weights=lambda wildcards, input: option("weights", input.weights),
    shell:
        # exec, so that a signal from SLURM reaches Python and not a shell that would die of it
        "exec python -m prism train --index {input.index} --noise {input.noise} {params.features} {params.weights}"
        " --output {params.folder} --state {params.state} --settings {params.settings:q}"
        " --threads {threads} 2> {log}"


rule collect:
    input:
        metrics=all_runs(),
    output:
        metrics="<results>/metrics.csv",
        means="<results>/metrics.json",
        curves="<results>/curves.csv",
    log:
        "<logs>/collect.log",
    benchmark:
        "<benchmarks>/collect.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=code("prism.results.collect"),
    shell:
        "python -m prism collect --output {output.metrics} {input.metrics} 2> {log}"
