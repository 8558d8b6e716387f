# From a dataset's files to features of every image.


# What needs a network runs where Snakemake does: compute nodes often have none.
localrules:
    download,
    weights,


rule download:
    input:
        unpack(inputs_of("download")),
    output:
        **FILES.outputs("download"),
    log:
        FILES.log("download"),
    benchmark:
        FILES.benchmark("download")
    conda:
        "../../environment.yml"
    threads: threads_of("download")
    resources:
        **resources_of("download"),
    params:
        code=code_of("download"),
        settings=settings_of("download"),
        raw=subpath(output.manifest, parent=True),
    shell:
        "python -m prism download --output {params.raw:q} --settings {params.settings:q} 2> {log:q}"


rule prepare:
    input:
        unpack(inputs_of("prepare")),
    output:
        **FILES.outputs("prepare"),
    log:
        FILES.log("prepare"),
    benchmark:
        FILES.benchmark("prepare")
    conda:
        "../../environment.yml"
    threads: threads_of("prepare")
    resources:
        **resources_of("prepare"),
    params:
        code=code_of("prepare"),
        settings=settings_of("prepare"),
        raw=subpath(input.manifest, parent=True),
        folder=subpath(output.index, parent=True),
    shell:
        "python -m prism prepare --raw {params.raw:q} --output {params.folder:q}"
        " --settings {params.settings:q} --threads {threads} 2> {log:q}"


rule weights:
    output:
        **FILES.outputs("weights"),
    log:
        FILES.log("weights"),
    benchmark:
        FILES.benchmark("weights")
    conda:
        "../../environment.yml"
    threads: threads_of("weights")
    resources:
        **resources_of("weights"),
    shell:
        "python -m prism weights {wildcards.architecture} --output {output.weights:q} 2> {log:q}"


rule pretrain:
    input:
        unpack(inputs_of("pretrain")),
    output:
        **FILES.outputs("pretrain"),
    log:
        FILES.log("pretrain"),
    benchmark:
        FILES.benchmark("pretrain")
    conda:
        "../../environment.yml"
    threads: threads_of("pretrain")
    resources:
        **resources_of("pretrain"),
    params:
        code=code_of("pretrain"),
        settings=settings_of("pretrain"),
        state=FILES.pretraining_state(),
    shell:
        # exec, so that a signal from SLURM reaches Python and not a shell that would die of it
        "exec python -m prism pretrain --index {input.index:q} --output {output.weights:q} --state {params.state:q}"
        " --settings {params.settings:q} --threads {threads} 2> {log:q}"


rule features:
    input:
        unpack(inputs_of("features")),
    output:
        **FILES.outputs("features"),
    log:
        FILES.log("features"),
    benchmark:
        FILES.benchmark("features")
    conda:
        "../../environment.yml"
    threads: threads_of("features")
    resources:
        **resources_of("features"),
    params:
        code=code_of("features"),
        settings=settings_of("features"),
        weights=optional("weights"),
        folder=subpath(input.index, parent=True),
    shell:
        "python -m prism features --data {params.folder:q} --output {output.features:q} {params.weights}"
        " --settings {params.settings:q} --threads {threads} 2> {log:q}"
