import pandas as pd

from prism.figures.files import StudyFiles


def test_labels_of_the_first_half_and_of_unknown_classes_have_no_score(study: StudyFiles) -> None:
    path = study.results / "runs/insects/symmetric-20/mcl_prism/seed0/p_clean.parquet"
    verdicts = pd.read_parquet(path)
    assert verdicts["p_clean"].tolist()[5] == 1.0
    verdicts.loc[0, "iteration"] = 5  # of 10
    verdicts.loc[1, "iteration"] = 6
    verdicts.to_parquet(path)
    found = study.scored_labels("insects", "symmetric-20", "mcl_prism", 0)
    assert found["index"].tolist() == [1, 2, 3, 4]
    assert found["is_noisy"].tolist() == [False, True, False, True]


def test_labels_are_found_by_their_row_in_the_index(study: StudyFiles) -> None:
    before = study.scored_labels("insects", "symmetric-20", "mcl_prism", 0)
    path = study.results / "noise/insects/symmetric-20.parquet"
    pd.read_parquet(path).iloc[::-1].to_parquet(path, index=False)
    pd.testing.assert_frame_equal(study.scored_labels("insects", "symmetric-20", "mcl_prism", 0), before)
