# Wrong labels, stored so that every method sees the same ones.


# What needs a network runs where Snakemake does: compute nodes often have none.
localrules:
    authors_list,


rule noise:
    input:
        unpack(inputs_of("noise")),
    output:
        **FILES.outputs("noise"),
    log:
        FILES.log("noise"),
    benchmark:
        FILES.benchmark("noise")
    conda:
        "../../environment.yml"
    threads: threads_of("noise")
    resources:
        **resources_of("noise"),
    params:
        code=code_of("noise"),
        settings=settings_of("noise"),
        features=optional("features"),
        labels=optional("labels"),
        clean=optional("clean"),
        kind=lambda wildcards: PARAMS.datasets[wildcards.dataset].kind,
    shell:
        "python -m prism noise {wildcards.noise} --index {input.index:q} --output {output.labels:q}"
        " {params.features} {params.labels} {params.clean} --kind {params.kind} --settings {params.settings:q}"
        " 2> {log:q}"


rule authors_list:
    output:
        **FILES.outputs("authors_list"),
    log:
        FILES.log("authors_list"),
    benchmark:
        FILES.benchmark("authors_list")
    wildcard_constraints:
        noise=r"[a-z]+-\d+",
    conda:
        "../../environment.yml"
    threads: threads_of("authors_list")
    resources:
        **resources_of("authors_list"),
    params:
        folder=(
            f"--folder {shlex.quote(PARAMS.noise.lists)}" if PARAMS.noise.lists else ""
        ),
    shell:
        "python -m prism authors-list {wildcards.kind} {wildcards.noise} --labels {output.labels:q}"
        " --clean {output.clean:q} {params.folder} 2> {log:q}"
