from pathlib import Path

import pytest

from prism.audit.output import check_output
from prism.errors import PrismError


def test_a_folder_that_cannot_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "root").mkdir()
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)  # the tests' user may be one who may write all
    with pytest.raises(PrismError, match="that you may not write to"):
        check_output(tmp_path / "new/out", tmp_path / "root")


def test_nothing_is_written_into_the_folder_of_the_images(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "link").symlink_to(root)
    for output in (root, root / "new/deep", tmp_path / "link/x", tmp_path / "other/../root/x"):
        with pytest.raises(PrismError, match="into which nothing is written"):
            check_output(output, root)
    check_output(tmp_path / "root2", root)
    (tmp_path / "file").touch()
    with pytest.raises(PrismError, match="is a file"):
        check_output(tmp_path / "file/out", root)
