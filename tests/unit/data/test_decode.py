import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from torchvision.transforms.v2 import Resize

from prism.data.decode import decode


def picture(width: int, height: int, seed: int = 0) -> Image.Image:
    """Return an image of coloured blobs, which JPEG changes little."""
    noise = np.random.default_rng(seed).integers(0, 256, (height // 16 + 2, width // 16 + 2, 3), dtype=np.uint8)
    return Image.fromarray(noise).resize((width, height), Image.Resampling.BICUBIC)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def write(folder: Path, content: bytes) -> Path:
    path = folder / "image.jpg"
    path.write_bytes(content)
    return path


SIZES = {"wide": (500, 375), "tall": (333, 500), "small": (60, 40), "square": (300, 300), "large": (1300, 900)}


@pytest.mark.parametrize("resize", ["shorter", "square"])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_an_image_is_resized_as_torchvision_does(tmp_path: Path, size: tuple[int, int], resize: str) -> None:
    path = write(tmp_path, saved(picture(*size), "JPEG", quality=95))
    ours = decode(path, None, resize, 256).pixels  # type: ignore[arg-type]
    theirs = np.asarray(Resize(256 if resize == "shorter" else (256, 256))(Image.open(path).convert("RGB")))
    assert ours is not None
    assert ours.shape == theirs.shape
    # The large image is decoded at half its size.
    assert np.abs(ours.astype(int) - theirs).max() <= (8 if size == SIZES["large"] else 1)
    assert np.abs(ours.astype(int) - theirs).mean() < 1


def test_the_checksum_is_the_files(tmp_path: Path) -> None:
    content = saved(picture(40, 30), "PNG")
    decoded = decode(write(tmp_path, content), None, "shorter", 16)
    assert decoded.sha256 == hashlib.sha256(content).hexdigest()
    assert (decoded.note, decoded.problem) == (None, None)


def test_a_crop_is_cut_out_before_resizing(tmp_path: Path) -> None:
    image = picture(600, 500)
    path = write(tmp_path, saved(image, "PNG"))
    box = (100, 150, 500, 350)
    ours = decode(path, box, "shorter", 64).pixels
    np.testing.assert_array_equal(ours, np.asarray(Resize(64)(image.crop(box))))


def test_a_crop_that_overlaps_the_border_is_cut_off_there(tmp_path: Path) -> None:
    image = picture(100, 80)
    path = write(tmp_path, saved(image, "PNG"))
    inside = decode(path, (50, 0, 100, 80), "square", 16).pixels
    np.testing.assert_array_equal(decode(path, (50, -5, 120, 90), "square", 16).pixels, inside)
    assert "nothing of the crop" in str(decode(path, (200, 0, 300, 80), "square", 16).problem)


def test_the_orientation_in_exif_is_not_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    pixels = decode(write(tmp_path, saved(picture(40, 20), "JPEG", exif=exif)), None, "shorter", 20).pixels
    assert pixels is not None
    assert pixels.shape == (20, 40, 3)


def sixteen_bits() -> Image.Image:
    return Image.fromarray(np.full((20, 30), 0x8034, dtype=np.uint16))


ODD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "black and white": ("black and white", lambda: saved(picture(30, 20).convert("1"), "PNG")),
    "greyscale": ("greyscale", lambda: saved(picture(30, 20).convert("L"), "JPEG")),
    "grey alpha": ("greyscale, transparency dropped", lambda: saved(picture(30, 20).convert("LA"), "PNG")),
    "16 bits": ("greyscale of 16 bits", lambda: saved(sixteen_bits(), "PNG")),
    "palette": ("palette", lambda: saved(picture(30, 20).convert("P"), "PNG")),
    "alpha": ("transparency dropped", lambda: saved(picture(30, 20).convert("RGBA"), "PNG")),
    "CMYK": ("CMYK", lambda: saved(picture(30, 20).convert("CMYK"), "JPEG")),
    "animated": (
        "palette, animated: first frame",
        lambda: saved(picture(30, 20), "GIF", save_all=True, append_images=[picture(30, 20, seed=1)]),
    ),
}


@pytest.mark.parametrize(("note", "content"), ODD.values(), ids=ODD)
def test_other_images_than_rgb_are_converted_and_noted(tmp_path: Path, note: str, content: Callable[[], bytes]) -> None:
    path = write(tmp_path, content())
    decoded = decode(path, None, "shorter", 20)
    assert (decoded.note, decoded.problem) == (note, None)
    assert decoded.pixels is not None
    assert decoded.pixels.shape == (20, 30, 3)
    if "16" not in note:
        np.testing.assert_array_equal(decoded.pixels, np.asarray(Image.open(path).convert("RGB")))


def test_the_upper_half_of_16_bits_is_kept(tmp_path: Path) -> None:
    pixels = decode(write(tmp_path, saved(sixteen_bits(), "PNG")), None, "shorter", 20).pixels
    np.testing.assert_array_equal(pixels, np.full((20, 30, 3), 0x80))


JPEG = saved(picture(200, 150), "JPEG")
BROKEN = {
    "zero bytes": b"",
    "not an image": b"<html>404 Not Found</html>",
    "truncated": JPEG[: len(JPEG) // 2],
    "damaged: pixels of the mode F": saved(Image.fromarray(np.zeros((9, 9), dtype=np.float32)), "TIFF"),
}


@pytest.mark.parametrize(("problem", "content"), BROKEN.items(), ids=BROKEN)
def test_a_damaged_file_is_described(tmp_path: Path, problem: str, content: bytes) -> None:
    assert decode(write(tmp_path, content), None, "shorter", 32) == (None, None, None, problem)


def test_a_truncated_png(tmp_path: Path) -> None:
    content = saved(picture(200, 150), "PNG")
    assert decode(write(tmp_path, content[: len(content) // 2]), None, "shorter", 32).problem == "truncated"


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert decode(tmp_path / "no.jpg", None, "shorter", 32).problem == "missing"
    assert decode(tmp_path, None, "shorter", 32).problem == "is a directory"


def test_too_many_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    assert str(decode(write(tmp_path, JPEG), None, "shorter", 32).problem).startswith("damaged: Image size (30000")
