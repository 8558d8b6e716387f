# One training a run, and the metrics of all runs in one table.


localrules:
    collect,


rule train:
    input:
        unpack(inputs_of("train")),
    output:
        **FILES.outputs("train"),
    log:
        FILES.log("train"),
    benchmark:
        FILES.benchmark("train")
    priority: priority_of("train")
    # On a cluster, trainings without a GPU are short and share jobs: the profile says how many.
    group:
        None if STUDY.trains_on_gpu else "short_runs"
    conda:
        "../../environment.yml"
    threads: threads_of("train")
    resources:
        **resources_of("train"),
        gpu=ask("train", lambda job: job.resources.gpus),
        trainings=0 if STUDY.trains_on_gpu else 1,
    params:
        code=code_of("train"),
        settings=settings_of("train"),
        features=optional("features"),
        weights=optional("weights"),
        folder=subpath(output.record, parent=True),
        state=FILES.state(),
    shell:
        # exec, so that a signal from SLURM reaches Python and not a shell that would die of it
        "exec python -m prism train --index {input.index:q} --noise {input.noise:q} {params.features} {params.weights}"
        " --output {params.folder:q} --state {params.state:q} --settings {params.settings:q}"
        " --threads {threads} 2> {log:q}"


rule collect:
    input:
        unpack(inputs_of("collect")),
    output:
        **FILES.outputs("collect"),
    log:
        FILES.log("collect"),
    benchmark:
        FILES.benchmark("collect")
    conda:
        "../../environment.yml"
    threads: threads_of("collect")
    resources:
        **resources_of("collect"),
    params:
        code=code_of("collect"),
    shell:
        "python -m prism collect --output {output.metrics:q} {input.metrics:q} 2> {log:q}"
