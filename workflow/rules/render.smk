# Tables, figures and the report. They read what the runs left, and train nothing.


localrules:
    table,
    figure,
    report,


rule table:
    input:
        metrics=rules.collect.output.metrics,
    output:
        multiext("<results>/tables/{table}", ".tex", ".csv", ".html"),
    log:
        "<logs>/tables/{table}.log",
    benchmark:
        "<benchmarks>/tables/{table}.tsv"
    wildcard_constraints:
        table=one_of(set(STUDY.tables) - set(TIMING_TABLES)),
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=code("prism.render.tables"),
        stem=subpath(output[0], strip_suffix=".tex"),
        settings=table_settings,
    shell:
        "python -m prism table {wildcards.table} --metrics {input.metrics} --output {params.stem}"
        " --settings {params.settings:q} 2> {log}"


rule figure:
    input:
        figure_inputs,
    output:
        multiext("<results>/figures/{figure}", ".pdf", ".svg", ".csv"),
    log:
        "<logs>/figures/{figure}.log",
    benchmark:
        "<benchmarks>/figures/{figure}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=figure_code,
        results=subpath(output[0], ancestor=2),
        stem=subpath(output[0], strip_suffix=".pdf"),
        settings=figure_settings,
    shell:
        "python -m prism figure {wildcards.figure} --results {params.results} --output {params.stem}"
        " --settings {params.settings:q} 2> {log}"


rule report:
    input:
        tables=all_tables(),
        figures=all_figures(),
        metrics=rules.collect.output.metrics,
        template="report/template.html",
    output:
        page="<results>/report.html",
    log:
        "<logs>/report.log",
    benchmark:
        "<benchmarks>/report.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=code("prism.render.report"),
        results=subpath(output.page, parent=True),
        settings=report_settings(),
    shell:
        "python -m prism report --results {params.results} --template {input.template}"
        " --output {output.page} --settings {params.settings:q} 2> {log}"
