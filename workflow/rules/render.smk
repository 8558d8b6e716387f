# Tables, figures and the report. They read what the runs left, and train nothing.


localrules:
    table,
    figure,
    claims,
    report,
    pdf,


rule table:
    input:
        unpack(inputs_of("table")),
    output:
        **in_report(FILES.outputs("table"), "html", "Tables", "{table}"),
    log:
        FILES.log("table"),
    benchmark:
        FILES.benchmark("table")
    wildcard_constraints:
        table=one_of(set(STUDY.tables) - TIMING_TABLES),
    conda:
        "../../environment.yml"
    threads: threads_of("table")
    resources:
        **resources_of("table"),
    params:
        code=code_of("table"),
        settings=settings_of("table"),
        stem=subpath(output.tex, strip_suffix=".tex"),
    shell:
        "python -m prism table {wildcards.table} --metrics {input.metrics:q} --paper {input.paper:q}"
        " --output {params.stem:q} --settings {params.settings:q} 2> {log:q}"


rule figure:
    input:
        unpack(inputs_of("figure")),
    output:
        **in_report(FILES.outputs("figure"), "svg", "Figures", "{figure}"),
    log:
        FILES.log("figure"),
    benchmark:
        FILES.benchmark("figure")
    conda:
        "../../environment.yml"
    threads: threads_of("figure")
    resources:
        **resources_of("figure"),
    params:
        code=code_of("figure"),
        settings=settings_of("figure"),
        results=subpath(output.pdf, ancestor=2),
        stem=subpath(output.pdf, strip_suffix=".pdf"),
    shell:
        "python -m prism figure {wildcards.figure} --results {params.results:q} --output {params.stem:q}"
        " --settings {params.settings:q} 2> {log:q}"


rule claims:
    input:
        unpack(inputs_of("claims")),
    output:
        **in_report(FILES.outputs("claims"), "csv", "Claims", "all"),
    log:
        FILES.log("claims"),
    benchmark:
        FILES.benchmark("claims")
    conda:
        "../../environment.yml"
    threads: threads_of("claims")
    resources:
        **resources_of("claims"),
    params:
        code=code_of("claims"),
        settings=settings_of("claims"),
        stem=subpath(output.json, strip_suffix=".json"),
    shell:
        "python -m prism claims {input.measured:q} --metrics {input.metrics:q} --paper {input.paper:q}"
        " --output {params.stem:q} --settings {params.settings:q} 2> {log:q}"


rule report:
    input:
        unpack(inputs_of("report")),
    output:
        **in_report(FILES.outputs("report"), "page", "Report", "all on one page"),
    log:
        FILES.log("report"),
    benchmark:
        FILES.benchmark("report")
    conda:
        "../../environment.yml"
    threads: threads_of("report")
    resources:
        **resources_of("report"),
    params:
        code=code_of("report"),
        settings=settings_of("report"),
        results=subpath(output.page, parent=True),
        templates=lambda wildcards, input: Path(input.templates[0]).parent,
        stem=subpath(output.page, strip_suffix=".html"),
    shell:
        "python -m prism report --results {params.results:q} --logs logs --templates {params.templates:q}"
        " --output {params.stem:q} --settings {params.settings:q} 2> {log:q}"


rule pdf:
    input:
        unpack(inputs_of("pdf")),
    output:
        **FILES.outputs("pdf"),
    log:
        FILES.log("pdf"),
    benchmark:
        FILES.benchmark("pdf")
    conda:
        "../../environment.yml"
    threads: threads_of("pdf")
    resources:
        **resources_of("pdf"),
    params:
        code=code_of("pdf"),
    shell:
        "python -m prism pdf {input.document:q} --output {output.pdf:q} 2> {log:q}"
