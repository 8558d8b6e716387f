"""Claims are found by their files, in a fixed order."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.judge.claims import all_claims, statements


def test_claims_stand_in_the_order_of_their_files() -> None:
    ids = [claim.id for claim in all_claims()]
    firsts = [
        ids.index(name) for name in ("symmetric_best", "small_cluster_best", "centers_faster", "every_filter_helps")
    ]
    assert firsts == sorted(firsts)
    assert (ids[0], ids[-1]) == ("symmetric_best", "clean_sop")


@pytest.fixture
def statement_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the path of a file that counts as one of the statements, in a folder of its own."""
    monkeypatch.setattr(statements, "__path__", [*statements.__path__, str(tmp_path)])
    all_claims.cache_clear()
    yield tmp_path / "another.py"
    all_claims.cache_clear()
    sys.modules.pop(f"{statements.__name__}.another", None)


def test_a_new_file_adds_its_claims_at_the_end(statement_file: Path) -> None:
    statement_file.write_text(
        "from prism.judge.claims.claim import Claim\n"
        'CLAIMS = [Claim("new", "Something is so.", "", "Table 9", ("symmetric",), ())]\n'
    )
    assert [claim.id for claim in all_claims()[-2:]] == ["clean_sop", "new"]


def test_an_id_that_two_claims_have_is_reported(statement_file: Path) -> None:
    statement_file.write_text("from prism.judge.claims.statements.design import CLAIMS\n")
    with pytest.raises(PrismError, match="two claims have the id 'every_filter_helps': rename one"):
        all_claims()
