from pathlib import Path

import pandas as pd
import pytest

from prism.render.markdown_tables import all_methods_table, method_table, methods_in_order

HEAD = "method,noise,metric,mean,cell,seeds,seconds_per_1000_iterations\n"


@pytest.fixture
def published(tmp_path: Path) -> Path:
    (tmp_path / "tables").mkdir()
    symmetric = "mcl,symmetric-10,map_at_r,0.4,40.0,3,5\nmcl,symmetric-10,precision_at_1,0.5,50.0,3,5\n"
    (tmp_path / "tables/symmetric.csv").write_text(HEAD + symmetric)
    small_cluster = "mcl,smallcluster-25,precision_at_1,0.3,30.0,1,4\nmcl,smallcluster-25,map_at_r,0.2,20.0,1,4\n"
    ms = "ms,smallcluster-25,precision_at_1,0.1,10.0,1,4\nms,smallcluster-25,map_at_r,,not run,0,\n"
    (tmp_path / "tables/small_cluster.csv").write_text(HEAD + small_cluster + ms)
    return tmp_path


def test_all_methods_have_a_row_and_noises_a_column(published: Path) -> None:
    """The metrics are in the order that all files have, and `ms` is in one of the tables only."""
    assert all_methods_table(published).splitlines() == [
        "| P@1 / MAP@R (%) | symmetric-10 | smallcluster-25 |",
        "|---|---|---|",
        "| `mcl` | 50.0 / 40.0 | 30.0 / 20.0 |",
        "| `ms` | – | 10.0 / not run |",
    ]


def test_a_method_that_one_table_lacks_stands_where_the_other_has_it() -> None:
    places = {"symmetric-10": "mcl circle oracle", "smallcluster-25": "ms mcl fastap circle oracle"}
    rows = [(method, noise) for noise, methods in places.items() for method in methods.split()]
    order = methods_in_order(pd.DataFrame(rows, columns=["method", "noise"]))
    assert order == ["ms", "mcl", "fastap", "circle", "oracle"]


def test_a_method_has_a_row_a_noise(published: Path) -> None:
    assert method_table(published, "mcl").splitlines()[2:] == [
        "| symmetric-10 | 50.0 | 40.0 | 3 | 5.0 |",
        "| smallcluster-25 | 30.0 | 20.0 | 1 | 4.0 |",
    ]


def test_a_method_that_the_study_lacks_says_so(published: Path) -> None:
    assert method_table(published, "circle") == "The published study has no run of it.\n"
