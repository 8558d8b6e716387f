import pytest

from prism.render.markup import Cell, Head, Sheet
from prism.render.markup.latex import as_latex, escaped
from prism.study.specs import Row


def sheet(columns: list[Head]) -> Sheet:
    cells = [[Cell(str(position)) for position in range(len(columns))]]
    return Sheet("wide", "A caption.", [Row(method="mcl", label="MCL", group="pair")], columns, cells)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("50 % of A & B_c #1", r"50 \% of A \& B\_c \#1"),
        ("<script>|x|", r"\textless{}script\textgreater{}\textbar{}x\textbar{}"),
        (r"\input{a} $x$ ~ ^", r"\textbackslash{}input\{a\} \$x\$ \textasciitilde{} \textasciicircum{}"),
        ("1.0 ± 0.2 – Zürich", r"1.0 $\pm$ 0.2 -- Zürich"),
        ("猫\u200b", r"\texttt{U+732B}\texttt{U+200B}"),
    ],
)
def test_text_is_printed_as_it_is(text: str, latex: str) -> None:
    assert escaped(text) == latex


def test_few_columns_stand_in_one_column_of_the_page_and_more_in_both() -> None:
    assert r"\begin{table}[t]" in as_latex(sheet([Head("A", str(number)) for number in range(3)]))
    assert r"\begin{table*}[t]" in as_latex(sheet([Head("A", str(number)) for number in range(4)]))


def test_a_table_that_is_too_wide_is_cut_into_its_parts() -> None:
    columns = [Head(data, rate, part) for data in "AB" for part in ("P@1", "MAP@R") for rate in ("1", "2", "3")]
    first, second = as_latex(sheet(columns)).split(r"\end{table*}" + "\n\n")
    assert "MCL & 0 & 1 & 2 & 6 & 7 & 8" in first
    assert "MCL & 3 & 4 & 5 & 9 & 10 & 11" in second
    assert r"\label{tab:wide}" in first
    assert r"\label{tab:wide:MAP@R}" in second
    assert "A caption. Continued: MAP@R." in second
    assert r"\cmidrule(lr){2-4} \cmidrule(lr){5-7}" in first
