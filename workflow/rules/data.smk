# From a dataset's files to features of every image.


# What needs a network runs where Snakemake does: compute nodes often have none.
localrules:
    download,
    weights,


rule download:
    input:
        archive=on_disk,
    output:
        manifest="data/{dataset}/raw/manifest.json",
    log:
        "logs/data/download/{dataset}.log",
    benchmark:
        "logs/data/benchmarks/download/{dataset}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(60),
    params:
        code=download_code,
        raw=subpath(output.manifest, parent=True),
        settings=dataset_settings,
    shell:
        "python -m prism download --output {params.raw} --settings {params.settings:q} 2> {log}"


rule prepare:
    input:
        manifest=rules.download.output.manifest,
    output:
        index="data/{dataset}/index.parquet",
        images="data/{dataset}/images.bin",
        attribution="data/{dataset}/ATTRIBUTION.md",
    log:
        "logs/data/prepare/{dataset}.log",
    benchmark:
        "logs/data/benchmarks/prepare/{dataset}.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores or 4
    resources:
        mem_mb=scaled(4000),
        runtime=scaled(60),
    params:
        code=prepare_code,
        raw=subpath(input.manifest, parent=True),
        folder=subpath(output.index, parent=True),
        settings=dataset_settings,
    shell:
        "python -m prism prepare --raw {params.raw} --output {params.folder}"
        " --settings {params.settings:q} --threads {threads} 2> {log}"


rule features:
    input:
        index=rules.prepare.output.index,
        images=rules.prepare.output.images,
        weights=lambda wildcards: weights_of(features_backbone(wildcards)),
    output:
        features="<results>/features/{dataset}.safetensors",
    log:
        "<logs>/features/{dataset}.log",
    benchmark:
        "<benchmarks>/features/{dataset}.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores or 8
    resources:
        mem_mb=scaled(4000),
        runtime=scaled(120),
    params:
        code=features_code,
        folder=subpath(input.index, parent=True),
        settings=lambda wildcards: dumped(features_backbone(wildcards)),
        weights=lambda wildcards, input: option("weights", input.weights),
    shell:
        "python -m prism features --data {params.folder} --output {output.features} {params.weights}"
        " --settings {params.settings:q} --threads {threads} 2> {log}"


rule weights:
    output:
        "data/weights/{architecture}.pth",
    log:
        "logs/data/weights/{architecture}.log",
    benchmark:
        "logs/data/benchmarks/weights/{architecture}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(60),
    shell:
        "python -m prism weights {wildcards.architecture} --output {output} 2> {log}"
