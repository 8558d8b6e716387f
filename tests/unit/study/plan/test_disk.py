from pathlib import Path
from typing import Any

from prism.backbones import architecture_class
from prism.study import Params, parse
from prism.study.graph import Graph, JobKey
from prism.study.plan.disk import feature_bytes, image_bytes, job_bytes, model_bytes
from prism.study.plan.format import UNKNOWN, Amount
from small_study import COTEACHING, MCL, key

CUB = 5_864 + 5_924  # images
HEAD = (1_024 + 1) * 4  # values


def test_a_model_is_its_networks(small: Params, frozen: Params) -> None:
    graph = Graph(small)
    network = architecture_class("bn_inception").values + HEAD
    assert model_bytes(small, graph.job(MCL).trained) == Amount(network * 4)
    assert model_bytes(small, graph.job(COTEACHING).trained) == Amount(2 * network * 4)
    head = Graph(frozen).job(MCL).trained
    assert model_bytes(frozen, head) == Amount(HEAD * 4)


def test_images_take_at_least_their_shorter_side(small: Params, content: dict[str, Any]) -> None:
    assert image_bytes(small, "cub") == Amount(CUB * 256 * 256 * 3, whole=False)
    content["datasets"]["cub"] |= {"resize": "square", "size": 100}
    assert image_bytes(parse(content), "cub") == Amount(CUB * 100 * 100 * 3)


def test_what_nobody_has_counted_is_unknown(small: Params) -> None:
    assert image_bytes(small, "mine") == feature_bytes(small, "mine") == UNKNOWN


def test_features_are_a_row_an_image(small: Params) -> None:
    assert feature_bytes(small, "cub") == Amount(CUB * 1_024 * 4)


def test_what_is_on_disk_has_its_size(small: Params, tmp_path: Path) -> None:
    for rule, path in (("prepare", "data/mine/images.bin"), ("features", "results/main/features/mine.safetensors")):
        job = Graph(small).job(key(rule, dataset="mine"))
        assert job_bytes(small, job, tmp_path) == UNKNOWN
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(b"12345")
        assert job_bytes(small, job, tmp_path) == Amount(5)


def test_other_jobs_write_little(small: Params, tmp_path: Path) -> None:
    assert job_bytes(small, Graph(small).job(JobKey("collect")), tmp_path) == Amount(0)
