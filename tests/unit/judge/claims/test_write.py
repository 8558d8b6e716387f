from pathlib import Path

import pandas as pd
import pytest

from prism.errors import PrismError
from prism.judge.claims import all_claims
from prism.judge.claims.record import read_claim_records
from prism.judge.claims.write import write_claims
from prism.study.specs import ClaimsSpec

SPEC = ClaimsSpec(methods={"mcl": "MCL", "mcl_prism": "MCL + PRISM"}, datasets={"cub": "CUB"})


def test_a_row_a_claim_and_all_its_cases(tmp_path: Path) -> None:
    """MCL + PRISM is five points above MCL with every seed."""
    scores = [("mcl", 0.5), ("mcl_prism", 0.55)]
    runs = [("cub", "symmetric-10", method, seed, score + seed / 100) for method, score in scores for seed in (0, 1)]
    columns = ["dataset", "noise", "method", "seed", "precision_at_1"]
    pd.DataFrame(runs, columns=columns).to_csv(tmp_path / "metrics.csv", index=False)
    write_claims(SPEC, tmp_path / "metrics.csv", [], None, tmp_path / "claims")
    table = pd.read_csv(tmp_path / "claims.csv").set_index("id")
    assert len(table) == len(all_claims())
    claims = {claim.id: claim for claim in read_claim_records(tmp_path / "claims.json")}
    held = [claim for claim in claims.values() if claim.verdict == "holds"]
    assert held
    assert all(case.verdict == "supports" for claim in held for case in claim.cases)
    assert table["verdict"].to_dict() == {name: claim.verdict for name, claim in claims.items()}


def test_missing_metrics_are_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"metrics\.csv does not exist"):
        write_claims(SPEC, tmp_path / "metrics.csv", [], None, tmp_path / "claims")


def test_claims_that_do_not_fit_are_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "claims.json").write_text('[{"id": "symmetric_best"}]')
    with pytest.raises(PrismError, match=r"claims\.json does not hold the outcomes of claims: delete it"):
        read_claim_records(tmp_path / "claims.json")
