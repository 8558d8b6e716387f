import copy
import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from prism import PrismFilter
from prism.errors import NonFiniteError
from reference import ReferencePrism

CLASSES, DIM = 7, 5


@st.composite
def streams(draw: st.DrawFn) -> list[tuple[Tensor, Tensor]]:
    """Draw batches of varying size in which classes appear late and labels repeat."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    batches = []
    for step in range(draw(st.integers(1, 25))):
        size = draw(st.integers(1, 12))
        known = min(CLASSES, 1 + step // 2)
        gone = draw(st.integers(0, known - 1))  # so many classes do not appear in this batch: small banks lose them
        labels = torch.from_numpy(random.integers(gone, known, size))
        batches.append((torch.from_numpy(random.normal(size=(size, DIM)) + np.eye(CLASSES, DIM)[labels]), labels))
    return batches


def run(prism: PrismFilter, batch: tuple[Tensor, Tensor]) -> tuple[list[bool], list[float], float]:
    selection = prism.select(*batch)
    prism.enqueue(batch[0][selection.keep], batch[1][selection.keep])
    return selection.keep.tolist(), selection.p_clean.tolist(), selection.threshold


@settings(max_examples=150, deadline=None)
@given(
    batches=streams(),
    noise_rate=st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9]),
    window=st.integers(1, 6),
    memory_size=st.integers(1, 40),
    score=st.sampled_from(["centers", "memory"]),
    empty_classes=st.sampled_from(["skip", "count"]),
)
def test_the_filter_selects_what_algorithm_1_selects(
    batches: list[tuple[Tensor, Tensor]],
    noise_rate: float,
    window: int,
    memory_size: int,
    score: str,
    empty_classes: str,
) -> None:
    prism = PrismFilter(
        CLASSES, DIM,
        memory_size=memory_size, noise_rate=noise_rate, window=window,
        score=score, empty_classes=empty_classes,  # type: ignore[arg-type]
    ).double()  # fmt: skip
    reference = ReferencePrism(CLASSES, noise_rate, memory_size, window, empty_classes == "count")
    for embeddings, labels in batches:
        keep, p_clean, threshold = run(prism, (embeddings, labels))
        expected = reference.select(embeddings.numpy(), labels.numpy())
        reference.enqueue(embeddings.numpy()[keep], labels.numpy()[keep])
        assert keep == expected[0]
        assert p_clean == pytest.approx(expected[1], abs=1e-9)
        assert threshold == pytest.approx(expected[2], abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(batches=streams(), cut=st.integers(0, 25), rate=st.sampled_from([0.5, "auto"]))
def test_a_restored_state_dict_continues_identically(
    batches: list[tuple[Tensor, Tensor]], cut: int, rate: float
) -> None:
    prism = PrismFilter(CLASSES, DIM, memory_size=20, noise_rate=rate, window=3)
    for batch in batches[:cut]:
        run(prism, batch)
    restored = PrismFilter(CLASSES, DIM, memory_size=20, noise_rate=rate, window=3)
    restored.load_state_dict(copy.deepcopy(prism.state_dict()))
    assert [run(restored, batch) for batch in batches[cut:]] == [run(prism, batch) for batch in batches[cut:]]


@settings(max_examples=50, deadline=None)
@given(batches=streams(), memory_size=st.integers(1, 40), cut=st.integers(0, 25), keep_all=st.booleans())
def test_a_step_is_select_and_enqueue(
    batches: list[tuple[Tensor, Tensor]], memory_size: int, cut: int, keep_all: bool
) -> None:
    whole, halves = (PrismFilter(CLASSES, DIM, memory_size=memory_size, noise_rate=0.5, window=3) for _ in range(2))
    for number, (embeddings, labels) in enumerate(batches):
        step = whole(embeddings, labels, keep_all and number < cut)
        selection = halves.select(embeddings, labels)
        keep = selection.keep | (keep_all and number < cut)
        halves.enqueue(embeddings[keep], labels[keep])
        assert step.keep.tolist() == keep.tolist()
        assert (step.p_clean.tolist(), step.threshold) == (selection.p_clean.tolist(), selection.threshold)
    one, other = whole.state_dict(), halves.state_dict()
    assert one.keys() == other.keys()
    for name, value in one.items():
        assert torch.equal(value, other[name]) if isinstance(value, Tensor) else value == other[name]


def two_class_bank(noise_rate: float, **options: object) -> PrismFilter:
    """Return a filter whose bank has class 0 pointing right, class 1 pointing up and no class 2."""
    prism = PrismFilter(3, 2, memory_size=8, noise_rate=noise_rate, **options)  # type: ignore[arg-type]
    prism.enqueue(torch.eye(2), torch.tensor([0, 1]))
    return prism


def test_a_hand_checked_batch() -> None:
    selection = two_class_bank(0.5).select(torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([0, 0]))
    right, wrong = math.e / (math.e + 2), 1 / (math.e + 2)  # class 2 has never been seen and adds exp(0)
    assert selection.p_clean.tolist() == pytest.approx([right, wrong])
    assert selection.threshold == pytest.approx(wrong)
    assert selection.keep.tolist() == [True, False]


def test_a_class_without_a_center_scores_1_and_is_kept() -> None:
    selection = two_class_bank(0.5).select(torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([2, 0]))
    assert selection.p_clean[0] == 1
    assert selection.keep.tolist() == [True, False]


def test_leaving_out_classes_that_were_never_seen_changes_the_score() -> None:
    skipped = two_class_bank(0.5, empty_classes="skip").select(torch.tensor([[1.0, 0.0]]), torch.tensor([0]))
    assert skipped.p_clean.item() == pytest.approx(math.e / (math.e + 1))


@pytest.mark.parametrize("score", ["centers", "memory"])
def test_a_class_that_has_left_the_bank_is_judged_by_its_last_center(score: str) -> None:
    prism = PrismFilter(2, 2, memory_size=2, noise_rate=0.5, score=score)  # type: ignore[arg-type]
    prism.enqueue(torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.tensor([0, 0]))
    prism.enqueue(torch.tensor([[0.0, 1.0], [0.0, 1.0]]), torch.tensor([1, 1]))
    selection = prism.select(torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([0, 0]))
    assert selection.p_clean.tolist() == pytest.approx([math.e / (math.e + 1), 1 / (math.e + 1)])
    assert selection.keep.tolist() == [True, False]


def test_the_first_batch_is_kept_whole_or_cut_in_batch_order() -> None:
    embeddings, labels = torch.eye(4), torch.arange(4)
    kept = PrismFilter(4, 4, memory_size=8, noise_rate=0.5).select(embeddings, labels)
    cut = PrismFilter(4, 4, memory_size=8, noise_rate=0.5, cold_start="drop").select(embeddings, labels)
    assert kept.keep.tolist() == [True] * 4
    assert cut.keep.tolist() == [False, False, True, True]


def test_the_threshold_is_the_mean_of_the_window_and_a_lone_survivor_resets_it() -> None:
    prism = two_class_bank(0.5, window=3)
    good, bad = torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.tensor([[0.0, 1.0], [0.1, 1.0]])
    labels = torch.tensor([0, 0])
    high = prism.select(good, labels)  # the percentile equals both scores, so none is above it
    assert high.keep.tolist() == [False, True]
    low = prism.select(bad, labels)  # the mean of both percentiles lies above this batch, which is judged by itself
    assert low.threshold == pytest.approx((high.p_clean[0].item() + low.p_clean[0].item()) / 2)
    assert low.keep.tolist() == [False, True]
    assert list(prism.recent) == [low.p_clean[0].item()]


@pytest.mark.parametrize(("noise_rate", "size"), [(0.0, 4), (0.2, 4)])
def test_nothing_is_dropped_where_the_share_is_less_than_one_sample(noise_rate: float, size: int) -> None:
    selection = two_class_bank(noise_rate).select(torch.randn(size, 2), torch.zeros(size, dtype=torch.long))
    assert selection.keep.all()
    assert selection.threshold == -math.inf


def test_the_share_is_not_cut_by_floating_point() -> None:
    prism = two_class_bank(0.29, window=1)  # 0.29 * 100 is 28.999999999999996
    angles = torch.linspace(0, 1, 100)
    selection = prism.select(torch.stack([angles.cos(), angles.sin()], dim=1), torch.zeros(100, dtype=torch.long))
    assert int((~selection.keep).sum()) == 29


def test_embeddings_need_not_be_normalised() -> None:
    embeddings, labels = torch.randn(6, 2), torch.tensor([0, 1, 0, 1, 0, 1])
    one, other = two_class_bank(0.5).select(embeddings, labels), two_class_bank(0.5).select(9 * embeddings, labels)
    assert one.p_clean.tolist() == pytest.approx(other.p_clean.tolist(), abs=1e-6)


def test_nan_embeddings_are_a_clear_error() -> None:
    embeddings = torch.eye(2)
    embeddings[1, 0] = math.nan
    with pytest.raises(NonFiniteError, match=r"samples \[1\].*lower its learning rate"):
        two_class_bank(0.5).select(embeddings, torch.tensor([0, 1]))


@pytest.mark.parametrize(
    ("labels", "message"), [([0, 3], "0 .. 2"), ([-1, 0], "-1 to 0"), ([0], r"must be \(B, 2\) and \(B,\)")]
)
def test_wrong_labels_are_a_clear_error(labels: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        two_class_bank(0.5).select(torch.eye(2), torch.tensor(labels))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"noise_rate": 1.0}, "noise_rate is 1.0.*auto"),
        ({"noise_rate": "automatic"}, "noise_rate is 'automatic'.*auto"),
        ({"noise_rate": "auto", "max_noise_rate": 1.0}, "max_noise_rate is 1.0.*below 1"),
        ({"noise_rate": "auto", "max_noise_rate": 0.0}, "max_noise_rate is 0.0.*above 0"),
        ({"window": 0}, "window is 0"),
        ({"score": "centres"}, "score is 'centres'.*centers"),
        ({"memory_size": 0}, "size=0"),
    ],
)
def test_wrong_options_are_a_clear_error(options: dict[str, object], message: str) -> None:
    defaults: dict[str, object] = {"noise_rate": 0.5, "memory_size": 8}
    with pytest.raises(ValueError, match=message):
        PrismFilter(3, 2, **(defaults | options))  # type: ignore[arg-type]
