"""`prism embed` on made images, with a network that sees their mean colours."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from typer.testing import CliRunner

from mean_colours import MeanColours, use_mean_colours
from prism.cli import app
from prism.errors import PrismError
from prism.metrics.retrieval import retrieval_metrics
from prism.results.run import RunFolder
from tiny import write_images

QUICK = ["--noise-rate", "0.1", "--iterations", "5", "--threads", "1"]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> MeanColours:
    return use_mean_colours(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write eight classes of six images, and a file that is none."""
    write_images(tmp_path / "images")
    (tmp_path / "images/0/damaged.png").write_text("no image")
    return tmp_path / "images"


def embed(folder: Path, output: Path, *options: str) -> str:
    """Run the verb and return what it prints for its user; a user's mistake is raised."""
    result = CliRunner().invoke(app, ["embed", str(folder), "--output", str(output), *QUICK, *options])
    if result.exception is not None:
        raise result.exception
    return result.stdout


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_folder_becomes_scores_and_embeddings(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    output = tmp_path / "out"
    text = embed(folder, output)
    scores = rows(output / "scores.csv")
    assert [score["method"] for score in scores] == ["untrained features", "MCL", "MCL + PRISM"]
    assert {score["split"] for score in scores} == {"image"}  # of eight classes
    embeddings = np.load(output / "embeddings.npy")
    names = rows(output / "embeddings.csv")
    assert embeddings.shape == (48, 512)
    assert [int(name["row"]) for name in names] == list(range(48))
    assert names[0]["path"] == "0/0.jpg"
    assert {name["class"] for name in names} == set("01234567")
    assert [name["split"] for name in names].count("train") == 24
    assert all(name["p_clean"] == "" for name in names if name["split"] == "test")
    assert any(name["p_clean"] for name in names if name["split"] == "train")
    test = [row for row, name in enumerate(names) if name["split"] == "test"]
    labels = torch.tensor([int(names[row]["class"]) for row in test])
    expected = retrieval_metrics(torch.from_numpy(embeddings[test]), labels)
    assert float(scores[-1]["precision_at_1"]) == pytest.approx(expected.precision_at_1)
    assert float(scores[-1]["map_at_r"]) == pytest.approx(expected.map_at_r)
    lines = text.splitlines()
    assert lines[1].startswith("untrained features")
    assert f"1 files could not be used: {output}/summary.json says why." in lines
    assert lines[-1].startswith(f"The embeddings of all 48 images are in {output}/embeddings.npy")
    assert not list(folder.rglob("*.npy"))


def test_the_model_makes_the_embeddings(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    output = tmp_path / "out"
    embed(folder, output)
    head = load_file(output / "model.safetensors")
    from prism.audit.features import image_features
    from prism.audit.images import list_images

    found = image_features(list_images(folder), output / "cache")
    assert network.looked_at == 48  # nothing is looked at twice
    made = found.features @ head["0.weight"].T + head["0.bias"]
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    np.testing.assert_allclose(made, np.load(output / "embeddings.npy"), atol=1e-5)


def test_the_summary_says_what_was_done(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    output = tmp_path / "out"
    embed(folder, output, "--split", "class", "--methods", "mcl_prism,mcl", "--seeds", "3,4,3")
    summary: dict[str, Any] = json.loads((output / "summary.json").read_text())
    assert summary["images"] == 48
    assert summary["backbone"]["architecture"] == "efficientnet_lite0"
    assert summary["problems"] == [{"path": "0/damaged.png", "why": "not an image"}]
    assert summary["split"] == {
        "by": "class",
        "train_images": 24,
        "test_images": 24,
        "train_classes": 4,
        "test_classes": 4,
    }
    assert summary["embedding"] == {"method": "mcl_prism", "seed": 3}
    assert [(run["method"], run["seed"]) for run in summary["runs"]] == [
        ("mcl_prism", 3),
        ("mcl_prism", 4),
        ("mcl", 3),
        ("mcl", 4),
    ]
    assert len(summary["scores"]) == 5
    run = RunFolder(output / "runs/mcl/seed4")
    assert run.read_record().settings.training.iterations == 5
    assert run.read_record().data_sha256 == {"images": summary["images_sha256"]}
    assert run.read_metrics().last["precision_at_1"] == summary["scores"][-1]["precision_at_1"]


def test_the_same_command_gives_the_same_bytes(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    for name in ("one", "two"):
        embed(folder, tmp_path / name)
    for file in ("embeddings.npy", "embeddings.csv", "scores.csv", "model.safetensors"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_labels_of_a_file(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    labels = tmp_path / "labels.csv"
    lines = [f"{c}/{i}.jpg,{'even' if c % 2 == 0 else 'odd'}\n" for c in range(8) for i in range(6)]
    labels.write_text("path,label\n" + "".join(lines))
    assert "24 images of 2 classes train, 24 of 2 test" in embed(folder, tmp_path / "out", "--labels", str(labels))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--methods", "circle"], "'circle' is not one of mcl, mcl_prism"),
        (["--methods", ","], "--methods is empty"),
        (["--seeds", "0,x"], "--seeds has 'x'"),
        (["--noise-rate", "1"], "--noise-rate is '1'"),
        (["--noise-rate", "nan"], "--noise-rate is 'nan'"),
        (["--noise-rate", "much"], "--noise-rate is 'much'"),
        (["--backbone", "resnet50"], "resnet50 needs its weights"),
    ],
)
def test_mistakes_are_told_before_anything_is_written(
    folder: Path, tmp_path: Path, network: MeanColours, options: list[str], message: str
) -> None:
    with pytest.raises(PrismError, match=message):
        embed(folder, tmp_path / "out", *options)
    assert not (tmp_path / "out").exists()
    assert network.looked_at == 0


def test_nothing_is_written_into_the_folder(folder: Path, network: MeanColours) -> None:
    with pytest.raises(PrismError, match="into which nothing is written"):
        embed(folder, folder / "out")
    assert not (folder / "out").exists()
