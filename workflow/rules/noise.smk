# Wrong labels, stored so that every method sees the same ones.


rule noise:
    input:
        index=rules.prepare.output.index,
        features=noise_features,
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
        mem_mb=4000,
        runtime=60,
    params:
        code=code("prism.noise.artefact"),
        settings=dumped(PARAMS.noise),
        features=lambda wildcards, input: (
            f"--features {input.features}" if input.features else ""
        ),
    shell:
        "python -m prism noise {wildcards.noise} --index {input.index} --output {output.labels}"
        " {params.features} --settings {params.settings:q} 2> {log}"
