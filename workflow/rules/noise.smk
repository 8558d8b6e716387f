# Wrong labels, stored so that every method sees the same ones.


localrules:
    authors_list,


rule noise:
    input:
        index=rules.prepare.output.index,
        features=noise_features,
        labels=authors_list,
    output:
        labels="<results>/noise/{dataset}/{noise}.parquet",
        description="<results>/noise/{dataset}/{noise}.json",
    log:
        "<logs>/noise/{dataset}/{noise}.log",
    benchmark:
        "<benchmarks>/noise/{dataset}/{noise}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(4000),
        runtime=scaled(60),
    params:
        code=noise_code,
        settings=dumped(PARAMS.noise),
        features=lambda wildcards, input: option("features", input.features),
        labels=lambda wildcards, input: option("labels", input.labels),
        kind=lambda wildcards: option("kind", PARAMS.datasets[wildcards.dataset].kind),
    shell:
        "python -m prism noise {wildcards.noise} --index {input.index} --output {output.labels}"
        " {params.features} {params.labels} {params.kind} --settings {params.settings:q} 2> {log}"


rule authors_list:
    output:
        "data/lists/{kind}/{noise}.csv",
    log:
        "logs/data/lists/{kind}/{noise}.log",
    benchmark:
        "logs/data/benchmarks/lists/{kind}/{noise}.tsv"
    wildcard_constraints:
        noise=r"[a-z]+-\d+",
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        folder=option("folder", PARAMS.noise.lists),
    shell:
        "python -m prism authors-list {wildcards.kind} {wildcards.noise} --output {output} {params.folder} 2> {log}"
