import numpy as np

from prism.data.folder.split import training_classes, training_images


def test_a_share_of_the_classes_is_drawn() -> None:
    classes = list("abcdefgh")
    assert len(training_classes(classes, 0.5, 0)) == 4
    assert training_classes(classes, 0.5, 0) == training_classes(classes, 0.5, 0)
    assert len({frozenset(training_classes(classes, 0.5, seed)) for seed in range(5)}) > 1


def test_a_share_of_every_class_is_drawn() -> None:
    labels = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3] + 30 * [4])
    train = training_images(labels, 0.5, 0)
    assert np.bincount(labels[train]).tolist() == [1, 1, 2, 2, 15]
    assert np.bincount(labels[training_images(labels, 0.9, 0)]).tolist() == [1, 2, 3, 4, 27]
    assert len({training_images(labels, 0.5, seed).tobytes() for seed in range(5)}) > 1
