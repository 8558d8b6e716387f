import numpy as np
import pytest
import torch
from PIL import Image
from torchvision.transforms import CenterCrop, RandomResizedCrop
from torchvision.transforms.functional import to_tensor

from prism.data.augment import Box, augment, centre_crop, in_unit_range, random_box
from prism.data.settings import Augmentation
from prism.errors import InputError

KINDS: tuple[Augmentation, ...] = ("random_resized_crop", "random_crop", "shift")
MIRRORED = KINDS[:2]


def image(height: int, width: int, seed: int = 0) -> np.ndarray:
    """Return a random image that is read-only, as those of a store are."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    pixels.setflags(write=False)
    return pixels


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_of_images_of_any_size_becomes_crops_of_one(kind: Augmentation) -> None:
    batch = augment([image(256, 256), image(300, 256), image(256, 700)], kind, 224, np.random.default_rng(0))
    assert batch.shape == (3, 3, 224, 224)
    assert batch.dtype == torch.uint8
    assert 0 <= batch.min() < batch.max() <= 255


@pytest.mark.parametrize("kind", KINDS)
def test_a_generator_whose_state_is_restored_draws_the_same(kind: Augmentation) -> None:
    images = [image(64, 64, seed) for seed in range(4)]
    generator = np.random.default_rng(1)
    augment(images, kind, 56, generator)
    state = generator.bit_generator.state
    second = augment(images, kind, 56, generator)
    resumed = np.random.default_rng(99)
    resumed.bit_generator.state = state
    torch.manual_seed(5)  # must not matter
    assert torch.equal(augment(images, kind, 56, resumed), second)
    assert not torch.equal(augment(images, kind, 56, resumed), second)


def test_boxes_are_distributed_as_those_of_torchvision() -> None:
    """Compare mean and deviation of each side and place over many draws, for images of three shapes."""
    torch.manual_seed(0)
    generator = np.random.default_rng(0)
    draws = 2000
    for height, width in ((256, 256), (256, 500), (400, 256)):
        blank = torch.empty(3, height, width)
        theirs = np.array([RandomResizedCrop.get_params(blank, [0.2, 1.0], [3 / 4, 4 / 3]) for _ in range(draws)])
        ours = np.array([random_box(height, width, generator) for _ in range(draws)])
        error = np.sqrt((ours.var(axis=0) + theirs.var(axis=0)) / draws)
        assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()
        np.testing.assert_allclose(ours.std(axis=0), theirs.std(axis=0), rtol=0.1)
        assert (ours[:, 0] + ours[:, 2] <= height).all()
        assert (ours[:, 1] + ours[:, 3] <= width).all()


@pytest.mark.parametrize(
    ("height", "width", "box"),
    [(10, 1000, Box(0, 493, 10, 13)), (1000, 10, Box(493, 0, 13, 10))],
)
def test_where_no_box_fits_the_middle_is_taken(height: int, width: int, box: Box) -> None:
    assert random_box(height, width, np.random.default_rng(0)) == box
    assert RandomResizedCrop.get_params(torch.empty(3, height, width), [0.2, 1.0], [3 / 4, 4 / 3]) == tuple(box)


def test_crops_are_resized_as_pillow_does() -> None:
    pixels = image(120, 90)
    box = random_box(120, 90, np.random.default_rng(7))
    crop = Image.fromarray(pixels).crop((box.left, box.top, box.left + box.width, box.top + box.height))
    expected = to_tensor(crop.resize((56, 56), Image.Resampling.BILINEAR))
    found = in_unit_range(augment([pixels], "random_resized_crop", 56, np.random.default_rng(7)))[0]
    difference = min((found - expected).abs().max(), (found.flip(2) - expected).abs().max())
    assert difference < 1.5 / 255  # they differ by one in 255 at most


@pytest.mark.parametrize("kind", MIRRORED)
def test_half_of_the_crops_are_mirrored(kind: Augmentation) -> None:
    ramp = np.repeat(np.arange(64, dtype=np.uint8)[None, :, None], 64, axis=0).repeat(3, axis=2)
    crops = augment([ramp] * 400, kind, 56, np.random.default_rng(0))
    mirrored = (crops[:, 0, 0, 0] > crops[:, 0, 0, -1]).float().mean()
    assert 0.4 < mirrored < 0.6


def test_a_random_crop_is_part_of_the_square_image_at_every_place() -> None:
    """Each pixel's value is its place in an image of 16 x 16, of which 14 x 14 are cut out."""
    rows, columns = np.meshgrid(np.arange(16), np.arange(16), indexing="ij")
    pixels = np.stack([rows, columns, rows], axis=2).astype(np.uint8)
    crops = augment([pixels] * 200, "random_crop", 14, np.random.default_rng(0)).int()
    tops, lefts = crops[:, 0].amin(dim=(1, 2)), crops[:, 1].amin(dim=(1, 2))
    assert {(int(top), int(left)) for top, left in zip(tops, lefts, strict=True)} == {
        (top, left) for top in range(3) for left in range(3)
    }
    assert bool((crops[:, 0].amax(dim=(1, 2)) - tops == 13).all())


@pytest.mark.parametrize(("height", "width"), [(256, 256), (256, 341), (287, 256), (259, 256)])
def test_the_centre_crop_is_torchvisions(height: int, width: int) -> None:
    pixels = image(height, width)
    expected = CenterCrop(224)(to_tensor(Image.fromarray(pixels)))
    assert torch.equal(in_unit_range(centre_crop([pixels], 224)), expected[None])


def test_every_pixel_value_becomes_the_float_that_torchvision_makes_of_it() -> None:
    values = np.arange(256, dtype=np.uint8).reshape(16, 16, 1).repeat(3, axis=2)
    assert torch.equal(in_unit_range(torch.from_numpy(values).permute(2, 0, 1)), to_tensor(values))
    with pytest.raises(TypeError, match=r"pixels are torch\.float32, but must be torch\.uint8"):
        in_unit_range(torch.rand(2, 2))


def test_an_image_smaller_than_its_crop_is_refused() -> None:
    with pytest.raises(InputError, match=r"an image of 300 x 200 pixels has no crop of 224: prepare .*\.$"):
        centre_crop([image(200, 300)], 224)


def numbered(side: int) -> np.ndarray:
    """Return an image whose first two channels are the row and the column of each pixel."""
    rows, columns = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    return np.stack([rows, columns, rows], axis=2).astype(np.uint8)


def test_a_shift_moves_the_middle_by_up_to_a_tenth_in_every_direction() -> None:
    """The middle of 30 x 30 pixels begins at 5; inputs of 20 x 20 move by up to 2."""
    views = augment([numbered(30)] * 400, "shift", 20, np.random.default_rng(0)).int()
    corners = {tuple(view[:2, 0, 0].tolist()) for view in views}
    assert corners == {(top, left) for top in range(3, 8) for left in range(3, 8)}
    assert all((view[:, -1, -1] - view[:, 0, 0]).tolist() == [19, 19, 19] for view in views)  # nothing is mirrored


def test_beyond_its_edge_a_shifted_image_goes_on_as_it_ends() -> None:
    views = augment([numbered(20)] * 50, "shift", 20, np.random.default_rng(0)).int()
    for view in views:
        down, right = int(view[0, 10, 10]) - 10, int(view[1, 10, 10]) - 10
        assert view[0, :, 0].tolist() == [min(max(row + down, 0), 19) for row in range(20)]
        assert view[1, 0].tolist() == [min(max(column + right, 0), 19) for column in range(20)]
