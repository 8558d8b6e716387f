# From a dataset's files to features of every image.


rule download:
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
        mem_mb=1000,
        runtime=60,
    params:
        code=code("prism.data.emoji"),
        raw=subpath(output.manifest, parent=True),
    shell:
        "python -m prism download {wildcards.dataset} --output {params.raw} 2> {log}"


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
        mem_mb=4000,
        runtime=60,
    params:
        code=code("prism.data.prepare"),
        raw=subpath(input.manifest, parent=True),
        folder=subpath(output.index, parent=True),
        settings=dataset_settings,
    shell:
        "python -m prism prepare {wildcards.dataset} --raw {params.raw} --output {params.folder}"
        " --settings {params.settings:q} --threads {threads} 2> {log}"


rule features:
    input:
        index=rules.prepare.output.index,
        images=rules.prepare.output.images,
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
        mem_mb=4000,
        runtime=120,
    params:
        code=code("prism.extract", "prism.features"),
        folder=subpath(input.index, parent=True),
        settings=dumped(PARAMS.backbones[STUDY.backbone]),
    shell:
        "python -m prism features --data {params.folder} --output {output.features}"
        " --settings {params.settings:q} --threads {threads} 2> {log}"
