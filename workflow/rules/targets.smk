# What can be asked for by name: each is a stage of dvc.yaml too.


rule all_data:
    input:
        all_data(),


rule all_noise:
    input:
        all_noise(),


rule all_runs:
    input:
        all_runs(),


rule all_timings:
    input:
        all_timings(),


rule all_tables:
    input:
        all_tables(),


rule all_figures:
    input:
        all_figures(),
