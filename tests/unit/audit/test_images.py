import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from prism.audit.images import LabelledImages, list_images
from prism.errors import PrismError


def write_image(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (4, 4)).save(path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a folder of two classes, one of them nested, of two images each."""
    for name in ("dogs/2.png", "dogs/1.JPG", "animals/cats/b.png", "animals/cats/a.png"):
        write_image(tmp_path / "root" / name)
    return tmp_path / "root"


def named(images: LabelledImages) -> list[tuple[str, str]]:
    return [(path, images.classes[label]) for path, label in zip(images.paths, images.labels, strict=True)]


def problems(images: LabelledImages) -> dict[str, str]:
    return {problem.path: problem.why for problem in images.problems}


def failure(root: Path, labels: Path | None = None) -> str:
    with pytest.raises(PrismError) as caught:
        list_images(root, labels)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def by_file(root: Path, content: str | bytes | Any, name: str = "labels.csv") -> LabelledImages:
    return list_images(root, label_file(root, content, name))


def label_file(root: Path, content: str | bytes | Any, name: str = "labels.csv") -> Path:
    path = root.parent / name
    if not isinstance(content, str | bytes):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


ALL = [
    ("animals/cats/a.png", "animals/cats"),
    ("animals/cats/b.png", "animals/cats"),
    ("dogs/1.JPG", "dogs"),
    ("dogs/2.png", "dogs"),
]
NAMES = ["new\nline", 'it\'s "x", y', "<script>alert(1)<", "Ünï çødé 猫", " spaces ", "a;b&c"]


def test_the_class_of_an_image_is_its_folder(root: Path) -> None:
    images = list_images(root)
    assert named(images) == ALL
    assert images.classes == ["animals/cats", "dogs"]
    assert images.labels.dtype == "int64"
    assert images.problems == []


def test_hidden_files_and_files_of_other_kinds_are_passed_over(root: Path) -> None:
    for name in (".hidden.png", "notes.txt", "dogs/.x.png", "dogs/Thumbs.db", ".git/x.png", "dogs/.cache/x.png"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).touch()
    images = list_images(root)
    assert named(images) == ALL
    assert images.problems == []


def test_an_image_in_no_folder_is_listed_as_a_problem(root: Path) -> None:
    write_image(root / "stray.png")
    assert problems(list_images(root)) == {"stray.png": "it has no class: it lies in no folder of a class"}


def test_what_is_no_file_is_listed_and_not_opened(root: Path) -> None:
    os.mkfifo(root / "dogs/pipe.png")  # to open it would block for ever
    (root / "dogs/to_pipe.png").symlink_to(root / "dogs/pipe.png")
    (root / "dogs/device.png").symlink_to("/dev/zero")
    (root / "dogs/nothing.png").symlink_to("nowhere")
    (root / "dogs/self.png").symlink_to("self.png")
    with socket.socket(socket.AF_UNIX) as endpoint:
        endpoint.bind(os.path.relpath(root / "dogs/socket.png"))
    images = list_images(root)
    assert named(images) == ALL
    found = problems(images)
    assert found["dogs/self.png"].startswith("too many levels of symbolic links")
    assert {path: why for path, why in found.items() if path != "dogs/self.png"} == {
        "dogs/pipe.png": "a named pipe, not a file",
        "dogs/to_pipe.png": "a named pipe, not a file",
        "dogs/device.png": "a device, not a file",
        "dogs/nothing.png": "a link to nothing",
        "dogs/socket.png": "a socket, not a file",
    }


def test_links_in_a_circle_end(root: Path) -> None:
    (root / "dogs/up").symlink_to("..")
    (root / "dogs/cats").symlink_to("../animals/cats")
    (root / "animals/cats/dogs").symlink_to("../../dogs")
    images = list_images(root)
    assert named(images) == ALL
    assert set(problems(images).values()) == {"a link to a folder that is listed already"}


def test_a_link_to_a_folder_elsewhere_is_followed(root: Path) -> None:
    write_image(root.parent / "elsewhere/1.png")
    (root / "elsewhere/").symlink_to(root.parent / "elsewhere")
    (root.parent / "elsewhere/again").symlink_to(".")
    assert ("elsewhere/1.png", "elsewhere") in named(list_images(root))


def test_a_folder_that_may_not_be_opened_is_a_problem(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def scandir(path: Path, opened: Any = os.scandir) -> Any:
        if path.name == "closed":  # the user who runs the tests may be one who may open all
            raise PermissionError(13, "Permission denied")
        return opened(path)

    (root / "closed").mkdir()
    monkeypatch.setattr("os.scandir", scandir)
    assert problems(list_images(root)) == {"closed": "the folder cannot be opened: permission denied"}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_all_sorts(root: Path, name: str) -> None:
    write_image(root / name / f"{name}.png")
    assert (f"{name}/{name}.png", name) in named(list_images(root))
    images = by_file(root, {f"{name}/{name}.png": name, "dogs/2.png": "dog"}, "labels.json")
    assert named(images) == [(f"{name}/{name}.png", name), ("dogs/2.png", "dog")]


def test_a_name_that_is_not_utf8_is_a_problem_that_can_be_written(root: Path) -> None:
    Path(os.fsdecode(os.fsencode(root / "dogs") + b"/\xff.png")).touch()
    images = list_images(root)
    assert problems(images) == {"dogs/\\udcff.png": "its name is not UTF-8"}
    assert named(images) == ALL


def test_folders_that_cannot_be_used(tmp_path: Path, root: Path) -> None:
    assert failure(tmp_path / "no") == f"{tmp_path}/no is not a folder: give the folder of the images."
    (tmp_path / "empty").mkdir()
    assert "has no image that could be used: make a folder for each class" in failure(tmp_path / "empty")
    write_image(tmp_path / "flat/1\n2.png")
    assert "the first of 1: '1\\n2.png': it has no class" in failure(tmp_path / "flat")
    assert "has one class alone, 'cats'" in failure(root / "animals")


def test_a_csv_in_its_own_order(root: Path) -> None:
    content = "path,label\ndogs/2.png,NA\n./animals//cats/a.png,01\ndogs/1.JPG,NA\n"
    expected = [("dogs/2.png", "NA"), ("animals/cats/a.png", "01"), ("dogs/1.JPG", "NA")]
    assert named(by_file(root, content)) == expected
    assert named(by_file(root, b"\xef\xbb\xbf" + content.encode())) == expected


@pytest.mark.parametrize("header", ["filename,class", "image,category", "File,Given_Label", "label, path"])
def test_other_names_of_the_columns_and_other_columns(root: Path, header: str) -> None:
    lines = [("dogs/2.png", "x"), ("dogs/1.JPG", "y")]
    turned = header.startswith("label")
    rows = [f"{label},{path},1" if turned else f"{path},{label},1" for path, label in lines]
    assert named(by_file(root, "\n".join([f"{header},score", *rows]))) == lines


def test_the_preferred_name_wins(root: Path) -> None:
    content = "given_label,image,path,label\nno,no,dogs/2.png,x\nno,no,dogs/1.JPG,y\n"
    assert named(by_file(root, content)) == [("dogs/2.png", "x"), ("dogs/1.JPG", "y")]


def test_lines_that_cannot_be_used_are_problems(root: Path) -> None:
    content = (
        "path,label\ndogs/2.png,x\ndogs/1.JPG,y\nno.png,x\nanimals,x\n,x\nanimals/cats/a.png,\n"
        "animals/cats/b.png,x\nanimals/cats/b.png,y\nanimals/cats/b.png,z\ndogs/2.png,x\n"
    )
    images = by_file(root, content)
    assert named(images) == [("dogs/2.png", "x"), ("dogs/1.JPG", "y")]
    assert problems(images) == {
        "no.png": "missing",
        "animals": "a folder, not a file",
        "line 6": "no path of an image stands there",
        "animals/cats/a.png": "it has no label",
        "animals/cats/b.png": "listed with several labels: x, y",
    }


def test_paths_may_be_absolute_or_lead_out_of_the_folder(root: Path) -> None:
    write_image(root.parent / "out.png")
    content = f"path,label\n{root.absolute()}/dogs/2.png,x\n../out.png,y\n{root.parent.absolute()}/out.png,z\n"
    images = by_file(root, content)
    assert images.paths == ["dogs/2.png", "../out.png", f"{root.parent.absolute()}/out.png"]
    assert all((root / path).is_file() for path in images.paths)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not a CSV file"),
        ("path,label\n", "lists no image"),
        ("dogs/2.png,x\n", "has no column 'path'"),
        ("path;label\ndogs/2.png;x\n", "commas must separate"),
        ("path,score\ndogs/2.png,x\n", "has no column 'label'"),
        ("path,label\ndogs/2.png,x,\n", "more values than its first line"),
        (b"path,label\ndogs/\xff.png,x\n", "in UTF-8"),
        ("path,label\nno.png,x\n", "has no image that could be used (the first of 1: no.png: missing)"),
        ("path,label\ndogs/2.png,x\n", "has one class alone, 'x'"),
    ],
)
def test_csv_files_that_cannot_be_used(root: Path, content: str | bytes, message: str) -> None:
    path = label_file(root, content)
    found = failure(root, path)
    assert str(path) in found
    assert message in found


LINES = '{"path": "dogs/2.png", "label": "x"}\n\n{"file_name": "dogs/1.JPG", "category": 7}\n'


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ([{"path": "dogs/2.png", "label": "x"}, {"file_name": "dogs/1.JPG", "class": 7}], "l.json"),
        ({"dogs/2.png": "x", "dogs/1.JPG": 7}, "l.json"),
        ({"x": ["dogs/2.png"], "7": ["dogs/1.JPG"]}, "l.json"),
        (LINES, "l.jsonl"),
        (LINES, "l.json"),
        (
            {
                "images": [{"id": 3, "file_name": "dogs/2.png"}, {"id": 4, "file_name": "dogs/1.JPG"}],
                "annotations": [
                    {"image_id": 4, "category_id": 1},
                    {"image_id": 3, "category_id": 2},
                    {"image_id": 3, "category_id": 2},
                ],
                "categories": [{"id": 1, "name": "7"}, {"id": 2, "name": "x"}],
            },
            "l.json",
        ),
    ],
)
def test_json_of_the_usual_kinds(root: Path, content: Any, name: str) -> None:
    assert named(by_file(root, content, name)) == [("dogs/2.png", "x"), ("dogs/1.JPG", "7")]


def test_images_of_coco_with_several_categories_or_none_are_problems(root: Path) -> None:
    content = {
        "images": [{"id": number, "file_name": path} for number, (path, _) in enumerate(ALL)],
        "annotations": [{"image_id": i, "category_id": c} for i, c in ((0, 1), (1, 2), (2, 2), (2, 1))],
        "categories": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}],
    }
    images = by_file(root, content, "coco.json")
    assert named(images) == [("animals/cats/a.png", "x"), ("animals/cats/b.png", "y")]
    assert problems(images) == {"dogs/1.JPG": "it has several categories: x, y", "dogs/2.png": "it has no label"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "lists no image"),
        ("{", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"a": 1}\n{', "is not valid JSON"),
        (b'{"\xff": 1}', "is not in UTF-8"),
        ("3", "has no list of images"),
        ("[]", "lists no image"),
        ("{}", "lists no image"),
        ("[1]", "something else than objects"),
        ('[{"x": 1}]', "has no object with one of path"),
        ('{"images": [{"id": 1}], "annotations": []}', "is not as COCO's files are"),
        ('{"images": [3], "annotations": []}', "is not as COCO's files are"),
        ('{"dogs/2.png": null, "dogs/1.JPG": {}}', "has no image that could be used"),
        ('{"\\ud800.png": "x", "dogs/1.JPG": "\\ud800"}', "has no image that could be used"),
        ('{"a\\u0000.png": "x"}', "embedded null"),
    ],
)
def test_json_files_that_cannot_be_used(root: Path, content: str | bytes, message: str) -> None:
    path = label_file(root, content, "labels.json")
    found = failure(root, path)
    assert str(path) in found
    assert message in found


def test_a_file_of_labels_that_is_missing(root: Path) -> None:
    assert "is not a file" in failure(root, root / "no.json")
    assert "is not a file" in failure(root, root)


def test_rows_that_are_left_out_become_problems(root: Path) -> None:
    write_image(root / "alone/1.png")
    images = list_images(root).without({0: "truncated"})
    assert images.classes == ["animals/cats", "dogs"]
    assert named(images) == ALL
    assert problems(images) == {"alone/1.png": "truncated"}
