"""CSV files of an audit: safe in a spreadsheet, and every name comes back."""

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.audit.tables import from_spreadsheet, read_csv, spreadsheet_safe, write_csv
from prism.errors import PrismError

# Names that a file may have on Linux: any text without NUL; surrogates stand for bytes that are no UTF-8.
NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0") | st.sampled_from("'=+-@\t\r\n,;\"\udce4")
)
DANGEROUS = tuple("=+-@\t\r\n＝＋－＠")


@pytest.mark.parametrize(
    ("name", "safe"),
    [("cat", "cat"), ("=1+1", "'=1+1"), ("'=1", "''=1"), ("'cat", "'cat"), ("", ""), ("'", "'"), ("-", "'-")],
)
def test_only_formulas_get_an_apostrophe(name: str, safe: str) -> None:
    assert spreadsheet_safe(name) == safe
    assert from_spreadsheet(safe) == name


@given(NAMES)
def test_every_name_comes_back_and_none_is_a_formula(name: str) -> None:
    assert from_spreadsheet(spreadsheet_safe(name)) == name
    assert not spreadsheet_safe(name).startswith(DANGEROUS)


@given(NAMES)
def test_a_name_that_a_user_wrote_stays_unless_it_looks_made_safe(name: str) -> None:
    read = from_spreadsheet(name)
    assert read == name or spreadsheet_safe(read) == name


@given(st.lists(st.tuples(NAMES, NAMES), max_size=4))
def test_a_table_comes_back(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]) -> None:
    path = tmp_path_factory.mktemp("table") / "table.csv"
    write_csv(path, pd.DataFrame(rows, columns=["path", "label"]))
    assert list(read_csv(path, ["path", "label"]).itertuples(index=False, name=None)) == rows


def test_numbers_are_written_bare_and_missing_values_are_empty(tmp_path: Path) -> None:
    table = pd.DataFrame({"path": ["=a"], "score": [0.5], "flag": [True], "other": [None], "n": [float("nan")]})
    write_csv(tmp_path / "t.csv", table)
    assert (tmp_path / "t.csv").read_text() == '"path","score","flag","other","n"\n"\'=a",0.5,True,"",""\n'
    assert pd.read_csv(tmp_path / "t.csv")["score"][0] == 0.5


def test_a_table_of_a_spreadsheet_has_a_mark_in_front_and_other_line_ends(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes("﻿path,label\r\nä.png,cat\r\n\r\n".encode())
    assert read_csv(tmp_path / "t.csv", ["path", "label"]).to_dict("list") == {"path": ["ä.png"], "label": ["cat"]}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("", "no column path"), ("path\na,b\n", "row 2"), ('path\n"a', "cannot be read"), ("a;path\n", "by commas")],
)
def test_a_file_that_is_no_such_table(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(PrismError, match=complaint):
        read_csv(tmp_path / "t.csv", ["path"])
