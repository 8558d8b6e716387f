"""`prism audit` on made images, with a network that sees their mean colours."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from typer.testing import CliRunner

from mean_colours import MeanColours, use_mean_colours
from prism.audit import files
from prism.audit.decisions import COLUMNS, apply_decisions
from prism.audit.features import image_features
from prism.audit.images import list_images
from prism.audit.issues import find_label_issues
from prism.audit.tables import read_csv, write_csv
from prism.cli import app
from prism.errors import PrismError

COLOURS = {
    "black": (20, 20, 20), "blue": (20, 20, 230), "green": (20, 230, 20), "red": (230, 20, 20), "pink": (230, 20, 230),
    "yellow": (230, 230, 20),
}  # fmt: skip
FILES = {"issues.csv", "issues.parquet", "classes.csv", "summary.json", "audit.html"}


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> MeanColours:
    return use_mean_colours(monkeypatch)


def write_colours(folder: Path, names: dict[str, str], images: int = 8) -> None:
    """Write images of each colour into a folder of each name, in shades of it, and one red image among the blue."""
    random = np.random.default_rng(0)
    for colour, name in names.items():
        (folder / name).mkdir(parents=True)
        for number in range(images):
            shade: Any = tuple((np.array(COLOURS[colour]) + random.integers(-15, 16, 3)).tolist())
            Image.new("RGB", (32, 32), shade).save(folder / name / f"{number}.png")
    Image.new("RGB", (32, 32), (225, 28, 14)).save(folder / names["blue"] / "wrong.png")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write six classes of eight images, of which one class has a ninth, which is wrong."""
    write_colours(tmp_path / "photos", {name: name for name in COLOURS})
    return tmp_path / "photos"


def audit(folder: Path, output: Path, *options: str, code: int = 0) -> str:
    """Run the verb and return what it prints; a user's mistake is raised."""
    result = CliRunner().invoke(app, ["audit", str(folder), "--output", str(output), "--threads", "1", *options])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code
    return result.stdout


def read_summary(output: Path) -> dict[str, Any]:
    summary: dict[str, Any] = json.loads((output / "summary.json").read_text())
    return summary


def test_a_wrong_label_is_found(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    output = tmp_path / "audit"
    said = audit(folder, output, "--noise-rate", "0.03")
    assert {path.name for path in output.iterdir()} == FILES | {"cache"}
    issues = read_csv(output / "issues.csv", ["path", "row", "given_label", "predicted_label", "is_label_issue"])
    assert len(issues) == network.looked_at == 49
    assert issues.iloc[0][["path", "given_label", "predicted_label"]].tolist() == ["blue/wrong.png", "blue", "red"]
    assert issues["is_label_issue"].tolist() == ["True"] + ["False"] * 48
    assert pd.read_parquet(output / "issues.parquet")["path"].tolist() == issues["path"].tolist()
    assert read_csv(output / "classes.csv", []).iloc[0].tolist() == ["blue", "9", str(1 / 9), "red"]
    assert said.splitlines()[-1] == (
        f"3.0 % of 49 labels are taken to be wrong, as you said: the worst one is on top of {output}/issues.csv; "
        f"open {output}/audit.html to decide."
    )
    assert "blue/wrong.png" in (output / "audit.html").read_text()


def test_the_estimated_share_is_told_with_its_range(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    said = audit(folder, tmp_path / "audit").splitlines()[-1]
    assert said.startswith("About ")
    assert "% of 49 labels look wrong (between " in said
    rate = read_summary(tmp_path / "audit")["noise_rate"]
    assert rate["source"] == "estimated"
    assert 0 <= rate["low"] <= rate["value"] <= rate["high"]


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_few_classes_need_the_share(tmp_path: Path, network: MeanColours, classes: int) -> None:
    names = {colour: colour for colour in ["blue", "red", "green", "yellow"][:classes]}
    write_colours(tmp_path / "photos", names)
    with pytest.raises(PrismError, match=rf"from {classes} classes, only from 5 or more: say .* --noise-rate"):
        audit(tmp_path / "photos", tmp_path / "audit")
    assert network.looked_at == 0
    assert not (tmp_path / "audit").exists()
    audit(tmp_path / "photos", tmp_path / "audit", "--noise-rate", "0.06")
    issues = pd.read_parquet(tmp_path / "audit/issues.parquet")
    assert issues["path"][0] == "blue/wrong.png"
    assert issues["is_label_issue"].tolist()[:2] == [True, False]  # 0.06 of 17, 25 and 33 images is 1
    assert issues["predicted_5"].isna().all()


def test_a_class_of_one_image_is_not_judged(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    (folder / "alone").mkdir()
    (folder / "red/0.png").rename(folder / "alone/0.png")
    (folder / "empty").mkdir()
    said = audit(folder, tmp_path / "audit", "--noise-rate", "0.9")
    assert "1 image alone in a class: nothing shows whether the label is right." in said.splitlines()
    summary = read_summary(tmp_path / "audit")
    assert (summary["not_judged"], summary["classes"]) == (1, 7)
    issues = pd.read_parquet(tmp_path / "audit/issues.parquet").set_index("path")
    assert not issues["is_label_issue"]["alone/0.png"]


def test_one_image_in_every_class_is_refused(tmp_path: Path, network: MeanColours) -> None:
    for name, colour in COLOURS.items():
        (tmp_path / "photos" / name).mkdir(parents=True)
        Image.new("RGB", (9, 9), colour).save(tmp_path / "photos" / name / "1.png")
    for options in ([], ["--noise-rate", "0.2"]):
        with pytest.raises(PrismError, match="has one image alone"):
            audit(tmp_path / "photos", tmp_path / "audit", *options)
    assert network.looked_at == 0


def test_unreadable_files_are_told(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    (folder / "red/damaged.png").write_bytes((folder / "red/0.png").read_bytes()[:50])
    (folder / "red/notes.png").write_text("no image")
    said = audit(folder, tmp_path / "audit")
    assert f"2 files could not be used: {tmp_path}/audit/summary.json says which and why." in said.splitlines()
    unreadable = read_summary(tmp_path / "audit")["unreadable"]
    assert [problem["path"] for problem in unreadable] == ["red/damaged.png", "red/notes.png"]


def test_copies_with_two_labels_and_an_image_of_something_else_are_told(
    folder: Path, tmp_path: Path, network: MeanColours
) -> None:
    (folder / "green/copy.png").write_bytes((folder / "red/0.png").read_bytes())
    said = audit(folder, tmp_path / "audit")
    conflicts = read_summary(tmp_path / "audit")["conflicting_duplicates"]
    assert conflicts >= 1
    assert any("of an image that has another label." in line and f"{conflicts} " in line for line in said.splitlines())


def test_own_features_leave_the_images_unread(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    audit(folder, tmp_path / "first")
    seen = pd.read_parquet(tmp_path / "first/issues.parquet")
    images = list_images(folder)
    features = image_features(images, tmp_path / "first/cache").features
    np.save(tmp_path / "mine.npy", features)
    network.looked_at = 0
    (folder / "red/0.png").write_bytes(b"no image any more")
    audit(folder, tmp_path / "second", "--features", str(tmp_path / "mine.npy"))
    assert network.looked_at == 0
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "second/issues.parquet"), seen)
    summary = read_summary(tmp_path / "second")
    assert summary["features"] == {"name": str(tmp_path / "mine.npy"), "dim": 1280}
    assert summary["sha256"].keys() == {"features"}
    found = find_label_issues(features, np.array(images.classes)[images.labels])
    assert found.index.tolist() == seen["row"].tolist()
    np.testing.assert_array_equal(found["label_score"], seen["label_score"])
    np.save(tmp_path / "short.npy", features[1:])
    with pytest.raises(PrismError, match="48 rows for 49 images"):
        audit(folder, tmp_path / "third", "--features", str(tmp_path / "short.npy"))


def test_training_comes_first_if_wanted(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    audit(folder, tmp_path / "audit", "--train", "--noise-rate", "0.03")
    summary = read_summary(tmp_path / "audit")
    assert summary["features"]["name"] == "MCL + PRISM on efficientnet_lite0"
    assert summary["features"]["dim"] == 512
    assert pd.read_parquet(tmp_path / "audit/issues.parquet")["path"][0] == "blue/wrong.png"


def test_a_file_of_labels(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    labels = tmp_path / "labels.csv"
    lines = [f"{name}/{number}.png,{name}\n" for name in reversed(COLOURS) for number in range(8)]
    labels.write_text("path,label\n" + "".join(lines) + "blue/wrong.png,blue\n")
    audit(folder, tmp_path / "audit", "--labels", str(labels), "--noise-rate", "0.03")
    first = pd.read_parquet(tmp_path / "audit/issues.parquet").iloc[0]
    assert (first["path"], first["row"], first["predicted_label"]) == ("blue/wrong.png", 48, "red")
    assert read_summary(tmp_path / "audit")["sha256"].keys() == {"images", "labels"}


@pytest.mark.parametrize(("limit", "code"), [("0", 3), ("1", 0)])
def test_too_many_wrong_labels_have_their_own_exit_code(
    folder: Path, tmp_path: Path, network: MeanColours, limit: str, code: int
) -> None:
    for number in range(6):
        (folder / f"pink/{number}.png").rename(folder / f"green/pink{number}.png")
    audit(folder, tmp_path / "audit", "--fail-above", limit, code=code)
    assert {path.name for path in (tmp_path / "audit").iterdir()} >= FILES


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--noise-rate", "1"], "--noise-rate is '1'"),
        (["--noise-rate", "0.1", "--fail-above", "0.1"], "--fail-above needs the estimated share"),
        (["--backbone", "resnet50"], "resnet50 needs its weights"),
        (["--features", "none.npy"], "none.npy does not exist"),
        (["--labels", "none.csv"], "none.csv is not a file"),
    ],
)
def test_mistakes_are_told_before_anything_is_written(
    folder: Path, tmp_path: Path, network: MeanColours, options: list[str], message: str
) -> None:
    with pytest.raises(PrismError, match=message):
        audit(folder, tmp_path / "audit", *options)
    assert not (tmp_path / "audit").exists()
    assert network.looked_at == 0


def test_nothing_is_written_into_the_folder(folder: Path, network: MeanColours) -> None:
    before = sorted(folder.rglob("*"))
    with pytest.raises(PrismError, match="into which nothing is written"):
        audit(folder, folder / "audit")
    assert sorted(folder.rglob("*")) == before


def test_a_second_audit_gives_the_same_bytes(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    """Without the date and the seconds, which the summary and the page tell."""
    written = []
    for _ in range(2):
        audit(folder, tmp_path / "audit")
        summary = read_summary(tmp_path / "audit")
        page = (tmp_path / "audit/audit.html").read_text()
        told = f"{summary.pop('date')}, in {summary.pop('seconds'):.0f} seconds"
        assert told in page
        tables = [(tmp_path / "audit" / name).read_bytes() for name in ("issues.csv", "issues.parquet", "classes.csv")]
        written.append([*tables, summary, page.replace(told, "")])
    assert written[0] == written[1]
    assert network.looked_at == 49


def test_an_earlier_audit_is_replaced_as_a_whole(
    folder: Path, tmp_path: Path, network: MeanColours, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "audit"
    audit(folder, output)
    (output / "decisions.csv").write_text("mine")
    before = {path.name: path.read_bytes() for path in output.iterdir() if path.is_file()}
    (folder / "blue/wrong.png").unlink()
    with monkeypatch.context() as patch:

        def no_space(*_: object) -> None:
            raise OSError(28, "No space left on device", "audit/classes.csv")

        patch.setattr(files, "class_table", no_space)
        with pytest.raises(PrismError, match=r"could not be finished .*No space left on device"):
            audit(folder, output)
    assert {path.name: path.read_bytes() for path in output.iterdir() if path.is_file()} == before
    assert {path.name for path in output.iterdir()} == FILES | {"cache", "decisions.csv"}
    audit(folder, output)
    assert read_summary(output)["images"] == 48
    assert (output / "decisions.csv").read_text() == "mine"
    assert b"wrong.png" not in b"".join((output / name).read_bytes() for name in ("issues.csv", "audit.html"))


def test_an_interruption_between_two_files_leaves_no_mixture(
    folder: Path, tmp_path: Path, network: MeanColours, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "audit"
    audit(folder, output)
    moved = []
    replace = Path.replace

    def stop_at_the_third(self: Path, target: Path) -> Path:
        if target.parent == output:
            moved.append(self.name)
        if len(moved) == 3:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", stop_at_the_third)
    (folder / "blue/wrong.png").unlink()
    result = CliRunner().invoke(app, ["audit", str(folder), "--output", str(output), "--threads", "1"])
    assert result.exit_code != 0
    left = {path.name for path in output.iterdir()}
    assert left == {"cache", "issues.csv", "issues.parquet"}
    assert "wrong.png" not in (output / "issues.csv").read_text()


def test_a_folder_above_the_images_may_hold_the_audit(folder: Path, tmp_path: Path, network: MeanColours) -> None:
    audit(folder, tmp_path, "--noise-rate", "0.03")
    assert '"href":"photos/blue/wrong.png"' in (tmp_path / "audit.html").read_text()


def test_hostile_names_through_the_whole_chain(tmp_path: Path, network: MeanColours) -> None:
    names = ["<script>alert(1)<∕script>", "\"quoted\" 'too'", "=1+1", "new\nline", "猫\u202e", "-"]
    write_colours(tmp_path / "photos", dict(zip(COLOURS, names, strict=True)))
    output = tmp_path / "audit"
    audit(tmp_path / "photos", output, "--noise-rate", "0.03")
    issues = read_csv(output / "issues.csv", ["path", "given_label", "predicted_label"])
    assert set(issues["given_label"]) == set(names) == set(read_csv(output / "classes.csv", ["class"])["class"])
    first = issues.iloc[0]
    assert first[["path", "given_label", "predicted_label"]].tolist() == [f"{names[1]}/wrong.png", names[1], names[3]]
    assert (output / "audit.html").read_text().count("<script") == 2
    row = pd.DataFrame([[first["path"], names[1], "relabel", names[3]]], columns=pd.Index(COLUMNS))
    write_csv(output / "decisions.csv", row)
    new = tmp_path / "new"
    apply_decisions(output / "decisions.csv", tmp_path / "photos", None, new, None)
    assert (new / names[3] / "wrong.png").exists()
    audit(new, output, "--noise-rate", "0.03")
    mended = pd.read_parquet(output / "issues.parquet").set_index("path")
    assert mended["predicted_label"][f"{names[3]}/wrong.png"] == names[3]
