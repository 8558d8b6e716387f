import hashlib
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from PIL import Image

from mean_colours import MeanColours
from prism.audit import features as module
from prism.audit.features import ImageFeatures, image_features, image_network
from prism.audit.images import list_images
from prism.backbones import backbone
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def compute(folder: Path, cache: Path, threads: int = 1) -> ImageFeatures:
    return image_features(list_images(folder), cache, threads=threads)


def test_features_are_normalised_and_of_each_image(folder: Path, cache: Path, counting: MeanColours) -> None:
    found = compute(folder, cache)
    assert found.features.shape == (11, 1280)
    assert found.features.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found.features, axis=1), 1, rtol=1e-5)
    for row, path in enumerate(found.images.paths):
        content = (folder / path).read_bytes()
        with Image.open(folder / path) as image:
            colour = 2 * torch.tensor(image.getpixel((0, 0))) / 255 - 1  # as EfficientNet-Lite0 scales them
        np.testing.assert_allclose(found.features[row, :3], F.normalize(colour, dim=0), atol=1e-5)
        assert found.sha256[row] == hashlib.sha256(content).hexdigest()
        assert found.file_sizes[row] == len(content)
    assert found.digest() == compute(folder, cache).digest()
    (folder / "a/0.png").rename(folder / "a/00.png")
    assert found.digest() != compute(folder, cache).digest()


def test_a_second_run_computes_nothing_whatever_the_names_and_labels(
    folder: Path, cache: Path, counting: MeanColours
) -> None:
    first = compute(folder, cache)
    assert counting.looked_at == 10  # of the two images that are alike one
    (folder / "b").rename(folder / "c")
    (folder / "a/0.png").rename(folder / "c/new name.png")
    second = compute(folder, cache)
    assert counting.looked_at == 10
    assert sorted(second.sha256) == sorted(first.sha256)
    row = second.images.paths.index("c/new name.png")
    np.testing.assert_array_equal(second.features[row], first.features[first.images.paths.index("a/0.png")])


def test_an_interrupted_run_is_continued(
    folder: Path, cache: Path, counting: MeanColours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed leaves whole shards alone, whose images are not computed again."""
    monkeypatch.setattr(module, "SHARD", 4)
    monkeypatch.setattr("prism.audit.network.BATCH_SIZE", 2)
    undisturbed = compute(folder, cache.with_name("other"))
    counting.looked_at = 0

    class Killed(BaseException):
        pass

    def killed_after_six(*arguments: object, look: object = module.look_at) -> object:
        if counting.looked_at == 6:
            raise Killed
        return look(*arguments)  # type: ignore[operator]

    with monkeypatch.context() as patch:
        patch.setattr(module, "look_at", killed_after_six)
        patch.setattr(module, "_shards", lambda _: _Unwritten())
        with pytest.raises(Killed):
            compute(folder, cache)
    assert len(list(cache.rglob("*.npy"))) == 1  # of the six images, the shard of the first four
    resumed = compute(folder, cache)
    assert counting.looked_at == 6 + 6
    np.testing.assert_array_equal(resumed.features, undisturbed.features)


class _Unwritten(dict[str, np.ndarray]):
    """A shard that nothing writes at the end, as after `kill -9`."""

    def __enter__(self) -> "_Unwritten":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_an_interrupt_keeps_what_was_computed(
    folder: Path, cache: Path, counting: MeanColours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prism.audit.network.BATCH_SIZE", 2)

    def interrupted(*arguments: object, look: object = module.look_at) -> object:
        if counting.looked_at == 6:
            raise KeyboardInterrupt
        return look(*arguments)  # type: ignore[operator]

    with monkeypatch.context() as patch:
        patch.setattr(module, "look_at", interrupted)
        with pytest.raises(KeyboardInterrupt):
            compute(folder, cache)
    compute(folder, cache)
    assert counting.looked_at == 10


@pytest.mark.parametrize("damage", [b"", b"\x93NUMPY", None])
def test_a_damaged_shard_is_made_anew(folder: Path, cache: Path, counting: MeanColours, damage: bytes | None) -> None:
    first = compute(folder, cache)
    [shard] = cache.rglob("*.npy")
    content = shard.read_bytes()
    shard.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if damage is None else damage)
    second = compute(folder, cache)
    assert counting.looked_at == 20
    np.testing.assert_array_equal(first.features, second.features)
    assert [path.read_bytes() for path in cache.rglob("*.npy")] == [content]


def test_images_that_cannot_be_read_become_problems(folder: Path, cache: Path, counting: MeanColours) -> None:
    (folder / "c").mkdir()
    (folder / "c/text.png").write_text("no image")
    (folder / "c/empty.png").touch()
    whole = (folder / "a/0.png").read_bytes()
    (folder / "a/cut.png").write_bytes(whole[: len(whole) // 2])
    images = list_images(folder)
    os.mkfifo(folder / "c/pipe")
    (folder / "b/1.png").unlink()
    (folder / "b/3.png").unlink()
    (folder / "b/3.png").symlink_to("../c/pipe")  # after it was listed
    found = image_features(images, cache)
    assert {problem.path: problem.why for problem in found.images.problems} == {
        "a/cut.png": "truncated",
        "b/1.png": "missing",
        "b/3.png": "a named pipe, not a file",
        "c/empty.png": "zero bytes",
        "c/text.png": "not an image",
    }
    assert found.images.classes == ["a", "b"]
    assert len(found.features) == len(found.sha256) == len(found.file_sizes) == len(found.images.paths) == 9
    assert found.sha256[0] == hashlib.sha256(whole).hexdigest()


def test_other_settings_have_other_features(tmp_path: Path) -> None:
    weights = tmp_path / "weights.pth"
    weights.touch()
    networks = [image_network(), image_network("resnet50", weights)]
    weights.write_text("others")
    networks.append(image_network("resnet50", weights))
    prints = [network.fingerprint() for network in networks[::2]]
    weights.write_text("")
    prints.append(networks[1].fingerprint())
    assert len(set(prints)) == 3
    smaller = networks[0]._replace(backbone=networks[0].backbone.model_copy(update={"input_size": 96}))
    assert smaller.fingerprint() not in prints
    batches = networks[0]._replace(backbone=networks[0].backbone.model_copy(update={"batch_size": 3}))
    assert batches.fingerprint() == networks[0].fingerprint()


def test_networks_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match="resnet50 needs its weights, resnet50-"):
        image_network("resnet50")
    with pytest.raises(PrismError, match="there is no architecture"):
        image_network("resnet51")
    with pytest.raises(PrismError, match="does not exist"):
        image_network("resnet50", tmp_path / "no.pth")


def test_several_processes_compute_what_the_pipeline_computes(folder: Path, cache: Path, tmp_path: Path) -> None:
    """The features of two processes are those that `prism features` has of the prepared images."""
    from prism.backbones.extract import _extract_batch
    from prism.data.decode import decode

    for number in range(8):  # more than one batch
        shutil.copy(folder / "a/0.png", folder / f"a/{number}_again.png")
        with (folder / f"a/{number}_again.png").open("ab") as stream:
            stream.write(bytes([number]))  # another content, the same pixels
    found = compute(folder, cache, threads=2)
    paths = found.images.paths[:2] + found.images.paths[-2:]
    decoded = [decode(folder / path, None, "shorter", 256).pixels for path in paths]
    write_store(
        tmp_path, [StoredImage(str(i), "x", "", pixels) for i, pixels in enumerate(decoded) if pixels is not None]
    )
    expected = _extract_batch(tmp_path, image_network().backbone, None, range(4))
    assert found.features.shape == (19, backbone("efficientnet_lite0").dim)
    np.testing.assert_allclose(np.concatenate([found.features[:2], found.features[-2:]]), expected, atol=1e-5)


def test_a_folder_without_a_readable_image_is_refused(tmp_path: Path, cache: Path, counting: MeanColours) -> None:
    for name in "ab":
        (tmp_path / "root" / name).mkdir(parents=True)
        (tmp_path / "root" / name / "1.png").write_text("no image")
    with pytest.raises(PrismError, match=r"no image that could be used \(the first of 2: a/1.png: not an image\)"):
        compute(tmp_path / "root", cache)
