import math

import pytest
import torch

from prism.methods.base import Step
from prism.training.journal import Journal

CLEAN = torch.tensor([True, True, False, True])


def test_records_average_since_the_last_one_and_keep_the_last_word_on_each_sample() -> None:
    journal = Journal(4, CLEAN)
    keep = torch.tensor([True, False, True])
    journal.note(Step(torch.tensor(2.0), keep, torch.tensor([0.9, 0.2, 0.5])), torch.tensor([0, 1, 2]))
    journal.note(Step(torch.tensor(4.0), torch.tensor([True]), torch.tensor([0.7])), torch.tensor([1]))
    record = journal.record(2, map_at_r=0.5)
    assert record == {
        "iteration": 2,
        "map_at_r": 0.5,
        "loss": 3.0,
        "kept": 3 / 4,
        "kept_precision": 2 / 3,  # samples 0 and 1 of the kept 0, 2 and 1 are clean
        "kept_recall": 2 / 3,  # of the clean 0, 1 and 1, two were kept
        # The last words on the seen samples 0, 1 and 2: all are kept, and 2, the wrong one, looks worst of them.
        "detection_precision": 0.0,
        "detection_recall": 0.0,
        "detection_f1": 0.0,
        "detection_auroc": 1.0,
    }
    assert journal.p_clean[:3].tolist() == pytest.approx([0.9, 0.7, 0.5])
    assert math.isnan(journal.p_clean[3])
    assert journal.kept.tolist() == [1, 1, 1, -1]
    assert journal.seen_at.tolist() == [1, 2, 1, 0]


def test_a_method_without_a_filter_keeps_everything() -> None:
    journal = Journal(4, CLEAN)
    journal.note(Step(torch.tensor(1.0)), torch.arange(4))
    record = journal.record(1)
    assert (record["kept"], record["kept_precision"], record["kept_recall"]) == (1, 3 / 4, 1)
    assert journal.kept.tolist() == [-1] * 4


def test_where_nobody_knows_what_is_clean_it_claims_nothing() -> None:
    journal = Journal(4, None)
    journal.note(Step(torch.tensor(1.0)), torch.arange(4))
    assert journal.record(1) == {"iteration": 1, "loss": 1.0, "kept": 1.0}


def test_the_estimated_rate_is_a_mean_since_the_last_record() -> None:
    journal = Journal(4, CLEAN)
    for rate in (0.1, 0.3):
        journal.note(Step(torch.tensor(1.0), estimated_rate=rate), torch.arange(4))
    assert journal.record(2)["estimated_rate"] == pytest.approx(0.2)
    journal.note(Step(torch.tensor(1.0), estimated_rate=0.5), torch.arange(4))
    resumed = Journal(4, CLEAN)
    resumed.load_state_dict(journal.state_dict())
    assert resumed.record(3)["estimated_rate"] == 0.5
    journal.note(Step(torch.tensor(1.0)), torch.arange(4))
    assert "estimated_rate" not in Journal(4, CLEAN).record(1)


def test_the_threshold_is_the_median_of_the_steps_that_had_one() -> None:
    journal = Journal(4, CLEAN)
    for threshold in (-math.inf, 0.1, 0.2, 0.3, 0.4, 9.0, None):
        journal.note(Step(torch.tensor(1.0), threshold=threshold), torch.arange(4))
    record = journal.record(4)
    assert [record[key] for key in ("threshold_q25", "threshold", "threshold_q75")] == [0.2, 0.3, 0.4]
    journal.note(Step(torch.tensor(1.0), threshold=-math.inf), torch.arange(4))
    assert "threshold" not in journal.record(5)


def test_what_was_found_counts_all_that_was_ever_seen() -> None:
    journal = Journal(4, CLEAN)
    drop_last = torch.tensor([True, False])
    journal.note(Step(torch.tensor(1.0), drop_last, torch.tensor([0.9, 0.1])), torch.tensor([0, 1]))
    assert "detection_auroc" not in journal.record(1)  # both labels are right
    journal.note(Step(torch.tensor(1.0), drop_last, torch.tensor([0.8, 0.2])), torch.tensor([3, 2]))
    record = journal.record(2)
    # Dropped are the clean 1 and the noisy 2; 2 looks worse than 0 and 3, but not than 1.
    assert (record["detection_precision"], record["detection_recall"]) == (1 / 2, 1)
    assert record["detection_auroc"] == 2 / 3
