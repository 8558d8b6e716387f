import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from prism.data.store import COLUMNS, ImageStore, StoredImage, join_stores, read_index, write_store
from prism.errors import PrismError


def image(path: str, class_name: str, height: int, width: int, value: int) -> StoredImage:
    return StoredImage(path, class_name, f"sha of {path}", np.full((height, width, 3), value, dtype=np.uint8))


IMAGES = [image("b1", "bird", 2, 2, 10), image("a1", "ant", 1, 3, 20), image("b2", "bird", 3, 1, 30)]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    write_store(tmp_path, IMAGES, {"ant"})
    store = ImageStore(tmp_path)
    assert len(store) == 3
    for row, stored in enumerate(IMAGES):
        np.testing.assert_array_equal(store[row], stored.pixels)


def test_a_store_that_is_sent_to_a_process_is_small_and_opens_its_files_there(tmp_path: Path) -> None:
    write_store(tmp_path, [image(str(number), "bird", 64, 64, number) for number in range(9)], set())
    content = pickle.dumps(ImageStore(tmp_path))
    assert len(content) < 1000  # one of these images alone is 12 KB
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        received = pool.submit(pixels_of, ImageStore(tmp_path), 5).result()
    np.testing.assert_array_equal(received, ImageStore(tmp_path)[5])
    assert isinstance(pickle.loads(content)._pixels, np.memmap)


def pixels_of(store: ImageStore, row: int) -> np.ndarray:
    return np.array(store[row])


def test_the_index_says_what_the_images_are(tmp_path: Path) -> None:
    write_store(tmp_path, iter(IMAGES), {"ant"})
    index = read_index(tmp_path / "index.parquet")
    assert list(index) == COLUMNS
    assert index["path"].tolist() == ["b1", "a1", "b2"]
    assert index["label"].tolist() == [1, 0, 1]  # in the order of the classes' names
    assert index["split"].tolist() == ["test", "train", "test"]
    assert index["offset"].tolist() == [0, 12, 21]
    assert index["sha256"].tolist() == ["sha of b1", "sha of a1", "sha of b2"]
    assert (tmp_path / "images.bin").stat().st_size == 30


def test_an_image_may_have_a_split_of_its_own(tmp_path: Path) -> None:
    index = write_store(tmp_path, [IMAGES[0]._replace(split="query"), IMAGES[1]._replace(split="train"), IMAGES[2]])
    assert index["split"].tolist() == ["query", "train", "test"]


def test_joined_stores_are_as_if_written_at_once(tmp_path: Path) -> None:
    parts = [tmp_path / name for name in ("first", "none", "second")]
    for part, images in zip(parts, (IMAGES[:1], [], IMAGES[1:]), strict=True):
        write_store(part, images, {"ant"})
    join_stores(tmp_path / "joined", parts)
    write_store(tmp_path / "at once", IMAGES, {"ant"})
    for name in ("images.bin", "index.parquet"):
        assert (tmp_path / "joined" / name).read_bytes() == (tmp_path / "at once" / name).read_bytes()


def test_a_transposed_image_is_stored_as_it_looks(tmp_path: Path) -> None:
    pixels = np.arange(18, dtype=np.uint8).reshape(2, 3, 3).transpose(1, 0, 2)
    write_store(tmp_path, [StoredImage("x", "x", "", pixels)], set())
    np.testing.assert_array_equal(ImageStore(tmp_path)[0], pixels)


def test_an_interrupted_writing_leaves_nothing(tmp_path: Path) -> None:
    def images() -> Iterator[StoredImage]:
        yield IMAGES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_store(tmp_path, images(), set())
    assert list(tmp_path.iterdir()) == []


def test_pixels_of_another_index_are_refused(tmp_path: Path) -> None:
    write_store(tmp_path, IMAGES, set())
    with (tmp_path / "images.bin").open("ab") as stream:
        stream.write(b"more")
    with pytest.raises(PrismError, match=r"images\.bin does not belong to its index\.parquet: .*prepare again\.$"):
        ImageStore(tmp_path)


def test_a_missing_column_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "index.parquet"
    pd.DataFrame({column: [0] for column in COLUMNS if column not in ("split", "label")}).to_parquet(path)
    with pytest.raises(PrismError, match=r"has no column label, split: .*prepare the dataset again\.$"):
        read_index(path)


@pytest.mark.parametrize("name", ["index.parquet", "images.bin"])
def test_a_missing_file_is_reported(tmp_path: Path, name: str) -> None:
    write_store(tmp_path, IMAGES, set())
    (tmp_path / name).unlink()
    with pytest.raises(PrismError, match=f"{name} does not exist"):
        ImageStore(tmp_path)
