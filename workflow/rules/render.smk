# Tables, figures and the report. They read what the runs left, and train nothing.


localrules:
    table,
    figure,
    claims,
    report,
    pdf,


rule table:
    input:
        metrics=rules.collect.output.metrics,
        paper="prism/judge/paper_values.yaml",
    output:
        tex="<results>/tables/{table}.tex",
        csv="<results>/tables/{table}.csv",
        html=in_report("<results>/tables/{table}.html", "Tables", "{table}"),
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
        "python -m prism table {wildcards.table} --metrics {input.metrics} --paper {input.paper} --output {params.stem}"
        " --settings {params.settings:q} 2> {log}"


rule figure:
    input:
        figure_inputs,
    output:
        pdf="<results>/figures/{figure}.pdf",
        svg=in_report("<results>/figures/{figure}.svg", "Figures", "{figure}"),
        csv="<results>/figures/{figure}.csv",
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


rule claims:
    input:
        metrics=rules.collect.output.metrics,
        measured=all_timings(),
        paper="prism/judge/paper_values.yaml",
    output:
        json="<results>/claims.json",
        csv=in_report("<results>/claims.csv", "Claims", "all"),
    log:
        "<logs>/claims.log",
    benchmark:
        "<benchmarks>/claims.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=code("prism.judge.claims.write", *statement_modules()),
        stem=subpath(output[0], strip_suffix=".json"),
        settings=claims_spec(PARAMS).model_dump_json(),
    shell:
        "python -m prism claims {input.measured} --metrics {input.metrics} --paper {input.paper}"
        " --output {params.stem} --settings {params.settings:q} 2> {log}"


rule report:
    input:
        tables=all_tables(),
        figures=all_figures(),
        claims=rules.claims.output,
        metrics=rules.collect.output.metrics,
        templates=multiext(
            "prism/render/templates/", "page.html", "page.css", "page.js", "report.tex"
        ),
    output:
        page=in_report("<results>/report.html", "Report", "all on one page"),
        document="<results>/report.tex",
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
        templates=lambda wildcards, input: Path(input.templates[0]).parent,
        stem=subpath(output.page, strip_suffix=".html"),
        settings=report_spec(PARAMS).model_dump_json(),
    shell:
        "python -m prism report --results {params.results} --logs logs --templates {params.templates}"
        " --output {params.stem} --settings {params.settings:q} 2> {log}"


rule pdf:
    input:
        document=rules.report.output.document,
        tables=all_tables(),
        figures=all_figures(),
    output:
        "<results>/report.pdf",
    log:
        "<logs>/pdf.log",
    benchmark:
        "<benchmarks>/pdf.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=scaled(1000),
        runtime=scaled(10),
    params:
        code=code("prism.render.pdf"),
    shell:
        "python -m prism pdf {input.document} --output {output} 2> {log}"
