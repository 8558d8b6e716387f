import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from prism.data.folder.split import SplitBy
from prism.errors import PrismError
from prism.metrics.retrieval import retrieval_metrics
from prism.training.embedding import _watched, own_data, train_embedding
from prism.training.head_defaults import head_run, iterations_for, iterations_to_judge


def clusters(classes: int = 6, images: int = 10, dim: int = 24) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return normalised features that are near to their class in a few of many directions, and labels."""
    random = np.random.default_rng(0)
    labels = np.repeat(np.arange(classes), images)
    features = random.normal(size=(len(labels), dim))
    features[:, :3] += 2 * random.normal(size=(classes, 3))[labels]
    return (features / np.linalg.norm(features, axis=1, keepdims=True)).astype(np.float32), labels


def precision(embeddings: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    return retrieval_metrics(torch.from_numpy(embeddings), torch.from_numpy(labels)).map_at_r


def test_an_embedding_retrieves_better_than_its_features() -> None:
    features, labels = clusters()
    embeddings = train_embedding(features, labels, noise_rate=0.1, iterations=60)
    assert embeddings.shape == (60, 512)
    assert embeddings.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(embeddings, axis=1), 1, rtol=1e-5)
    assert precision(embeddings, labels) > precision(features, labels) + 0.05


def test_labels_may_be_texts_and_features_a_mapped_file(tmp_path: object) -> None:
    features, labels = clusters()
    path = f"{tmp_path}/features.npy"
    np.save(path, features.astype(np.float64))
    names = np.array(["f", "e", "d", "c", "b", "a"])[labels]
    of_file = train_embedding(np.load(path, mmap_mode="r"), names[::-1].copy()[::-1], 0.1, iterations=3)
    numbered = train_embedding(features, 5 - labels, 0.1, iterations=3)  # in the order of the names
    np.testing.assert_array_equal(of_file, numbered)


def test_the_seed_decides() -> None:
    features, labels = clusters()
    first, again, other = (train_embedding(features, labels, 0.1, 3, seed) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_two_samples_of_each_class_are_watched() -> None:
    assert sorted(_watched(np.array([2, 1, 0, 1, 2, 2, 3])).tolist()) == [0, 1, 3, 4]
    assert _watched(np.array([0, 1, 2])).tolist() == [0, 0]
    assert len(_watched(np.repeat(np.arange(3000), 2))) == 1000


def test_train_and_test_may_share_classes() -> None:
    features, _ = clusters()
    labels = torch.tensor([5, 5, 7, 7, 9] + 55 * [0])
    data = own_data(features, labels, np.array([0, 2, 3]), np.array([1, 4]), {})
    assert data.labels.tolist() == [0, 1, 1]
    assert data.test_labels.tolist() == [0, 1]
    assert data.num_classes == 2
    assert data.is_clean is None


@pytest.mark.parametrize(("classes", "batch"), [(2, (2, 32)), (10, (10, 6)), (16, (16, 4)), (500, (16, 4))])
def test_a_batch_has_about_64_images(classes: int, batch: tuple[int, int]) -> None:
    training = head_run("mcl_prism", 1000, classes, "class", 0.2).training
    assert (training.classes_per_batch, training.images_per_class) == batch


def test_methods_without_settings_are_refused() -> None:
    with pytest.raises(PrismError, match="'circle' is not one of mcl, mcl_prism"):
        head_run("circle", 10, 2, "class")


@pytest.mark.parametrize(
    ("samples", "classes", "by", "iterations"),
    [
        (300, 30, "class", 300),
        (300, 30, "image", 1500),
        (10, 2, "class", 20),
        (64_001, 2, "class", 1001),  # a pass over all samples
        (300, 2000, "class", 2000),
    ],
)
def test_more_classes_are_trained_on_for_longer(samples: int, classes: int, by: SplitBy, iterations: int) -> None:
    assert iterations_for("mcl_prism", samples, classes, by) == iterations


def test_samples_that_are_judged_are_seen_five_times() -> None:
    assert [iterations_to_judge(samples) for samples in (10, 6400, 100_000)] == [20, 500, 2000]
