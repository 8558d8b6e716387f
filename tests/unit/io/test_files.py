import hashlib
from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.io.files import atomic, existing, read_json, sha256, write_json, write_text


def test_a_finished_file_takes_its_name(tmp_path: Path) -> None:
    path = tmp_path / "deep/down/file.txt"
    with atomic(path) as temporary:
        temporary.write_text("new")
        assert not path.exists()
    assert path.read_text() == "new"
    assert list(path.parent.iterdir()) == [path]


def fail_half_way(path: Path, trouble: type[BaseException]) -> None:
    with atomic(path) as temporary:
        temporary.write_text("half of the n")
        raise trouble


@pytest.mark.parametrize("trouble", [RuntimeError, KeyboardInterrupt])
def test_an_exception_keeps_the_old_file_and_nothing_else(tmp_path: Path, trouble: type[BaseException]) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")
    with pytest.raises(trouble):
        fail_half_way(path, trouble)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_exception_leaves_no_file_where_there_was_none(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        fail_half_way(tmp_path / "file.txt", RuntimeError)
    assert list(tmp_path.iterdir()) == []


def test_a_temporary_name_is_beside_the_file_and_keeps_its_suffix(tmp_path: Path) -> None:
    with atomic(tmp_path / "table.parquet") as temporary:
        assert temporary.suffix == ".parquet"
        assert temporary.parent == tmp_path  # on another disk it could not be renamed
        temporary.touch()


def test_json_is_read_back_and_its_keys_are_sorted(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    write_json(path, {"b": [1, 2.5, None], "a": "ü"})
    assert read_json(path) == {"a": "ü", "b": [1, 2.5, None]}
    assert path.read_text().index('"a"') < path.read_text().index('"b"')


def test_text_is_utf_8(tmp_path: Path) -> None:
    write_text(tmp_path / "file.txt", "48.1 ± 0.4\n")
    assert (tmp_path / "file.txt").read_bytes() == "48.1 ± 0.4\n".encode()


def test_broken_json_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file.json").write_text('{"a": ')
    with pytest.raises(PrismError, match=r"file\.json is not valid JSON \(.*\): delete it and make it again\.$"):
        read_json(tmp_path / "file.json")


def test_a_missing_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    for read in (existing, read_json, sha256):
        with pytest.raises(PrismError, match=r"none does not exist: make it first, or check the name\.$"):
            read(tmp_path / "none")


def test_the_checksum_is_that_of_hashlib(tmp_path: Path) -> None:
    content = bytes(range(256)) * 5000
    (tmp_path / "file").write_bytes(content)
    assert sha256(tmp_path / "file") == hashlib.sha256(content).hexdigest()
