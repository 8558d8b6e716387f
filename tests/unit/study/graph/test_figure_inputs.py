"""The files that each kind of figure is drawn from."""

from typing import Any

import pytest

from prism.study import parse
from prism.study.graph import Graph, JobKey

RUN = "results/main/runs/emoji/symmetric-10/mcl_prism"
FILES = {
    "lines": ["results/main/curves.csv"],
    "window": ["results/main/curves.csv"],
    "path": ["results/main/curves.csv"],
    "rates": ["results/main/curves.csv"],
    "found": ["results/main/curves.csv"],
    "spread": [
        f"{RUN}/seed0/p_clean.parquet",
        f"{RUN}/seed1/p_clean.parquet",
        "results/main/noise/emoji/symmetric-10.parquet",
    ],
    "sheet": [
        f"{RUN}/seed0/p_clean.parquet",
        "results/main/noise/emoji/symmetric-10.parquet",
        "data/emoji/index.parquet",
        "data/emoji/images.bin",
    ],
    "sizes": ["data/emoji/index.parquet"],
}


@pytest.mark.parametrize("figure", FILES)
def test_a_figure_knows_what_it_is_drawn_from(small_content: dict[str, Any], figure: str) -> None:
    small_content["studies"]["main"]["figures"] = {figure: ["emoji"]}
    job = Graph(parse(small_content)).job(JobKey("figure", (("figure", figure),)))
    assert [file.path for file in job.files()] == FILES[figure]


def test_a_figure_reads_the_labels_that_each_seed_drew(small_content: dict[str, Any]) -> None:
    small_content["studies"]["main"]["figures"] = {"spread": ["emoji"]}
    small_content["noise"]["per_seed"] = True
    graph = Graph(parse(small_content))
    drawn = [f"results/main/noise/emoji/symmetric-10-draw{seed}.parquet" for seed in (0, 1)]
    figure = graph.job(JobKey("figure", (("figure", "spread"),)))
    assert [file.path for file in figure.files()][2:] == drawn
    trained = [job for key, job in graph.whole().items() if key.rule == "train" and job.trained.noise == "symmetric-10"]
    assert {file.path for job in trained for file in job.files() if "/noise/" in file.path} == set(drawn)
