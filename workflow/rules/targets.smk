# What can be asked for by name: each is a stage of dvc.yaml, or a part of one.


rule all_data:
    input:
        GRAPH.outputs("prepare", "weights", "pretrain", "authors_list"),


rule all_noise:
    input:
        GRAPH.outputs("features", "noise"),


rule all_runs:
    input:
        GRAPH.outputs("train"),


rule all_timings:
    input:
        GRAPH.outputs("timing"),


rule all_tables:
    input:
        GRAPH.outputs("table", "timing_table"),


rule all_figures:
    input:
        GRAPH.outputs("figure"),
