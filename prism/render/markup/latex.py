"""A table as LaTeX in the paper's form: needs booktabs and graphicx."""

import unicodedata

import pandas as pd

from prism.judge.verdict import Verdict
from prism.render.markup.sheet import Cell, Head, Sheet, spans

MOST_COLUMNS = 9  # of a float
COLUMNS_OF_A_COLUMN = 3  # more go over both columns of the page
MARKS: dict[Verdict, str] = {
    "reproduced": "$=$",
    "trend only": r"$\sim$",
    "not reproduced": r"$\neq$",
    "not run": "",
}
COMMANDS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "±": r"$\pm$", "×": r"$\times$", "–": "--", "−": "$-$", "“": "``", "”": "''", "’": "'",
    "∼": r"$\sim$", "≠": r"$\neq$", "≤": r"$\leq$", "≥": r"$\geq$", "…": r"\ldots{}", "\u00a0": "~",
}  # fmt: skip


def escaped(text: str) -> str:
    """Text as LaTeX prints it. A character that its standard fonts lack is written as its number."""
    return "".join(COMMANDS.get(character) or _known(character) for character in text)


def _known(character: str) -> str:
    latin = ord(character) < 0x180 and unicodedata.category(character)[0] != "C"
    return character if latin or character in "\n\t" else rf"\texttt{{U+{ord(character):04X}}}"


def as_latex(sheet: Sheet) -> str:
    """One float, or one for each part where all columns would not fit on a page."""
    if len(sheet.columns) <= MOST_COLUMNS:
        return _float(sheet, range(len(sheet.columns)), f"tab:{sheet.name}")
    floats: list[str] = []
    for part in dict.fromkeys(column.part for column in sheet.columns):
        shown = [position for position, column in enumerate(sheet.columns) if column.part == part]
        label = f"tab:{sheet.name}" if not floats else f"tab:{sheet.name}:{part}"
        floats.append(_float(sheet, shown, label, "" if not floats else f" Continued: {part}."))
    return "\n".join(floats)


def _float(sheet: Sheet, shown: "range | list[int]", label: str, more: str = "") -> str:
    heads = [sheet.columns[position] for position in shown]
    text = pd.DataFrame(
        [[_cell(cells[position]) for position in shown] for cells in sheet.cells],
        index=[escaped(row.label) for row in sheet.rows],
        columns=pd.MultiIndex.from_tuples([(escaped(head.over), escaped(head.label)) for head in heads]),
    )
    latex = text.style.to_latex(
        hrules=True,
        column_format="@{}l" + "r" * len(heads) + "@{}",
        multicol_align="c",
        position="t",
        position_float="centering",
        environment="table" if len(heads) <= COLUMNS_OF_A_COLUMN else "table*",
        caption=escaped(sheet.caption + more),
        label=label,
    )
    return _with_notes(_fitted(_with_groups(_with_rules(latex, heads), sheet, len(heads) + 1)), sheet)


def _cell(cell: Cell) -> str:
    ours = escaped(cell.ours)
    if cell.bold:
        ours = rf"\textbf{{{ours}}}"
    if cell.paper is None:
        return ours
    below = " ".join(filter(None, [cell.paper, cell.difference and f"({cell.difference})"]))
    mark = MARKS[cell.verdict] if cell.verdict else ""
    return rf"\shortstack[r]{{{ours}\\{{\scriptsize\itshape {escaped(below)} {mark}}}}}"


def _with_rules(latex: str, heads: list[Head]) -> str:
    """A short rule under each head that stands over columns."""
    rules, first = [], 2
    for over, width in spans(heads):
        if over:
            rules.append(rf"\cmidrule(lr){{{first}-{first + width - 1}}}")
        first += width
    top, _, rest = latex.partition("\\toprule\n")
    heading, _, body = rest.partition("\n")
    return f"{top}\\toprule\n{heading}\n{' '.join(rules)}\n{body}"


def _with_groups(latex: str, sheet: Sheet, width: int) -> str:
    """A rule and a heading before each group of methods."""
    start = latex.index("\\midrule\n") + len("\\midrule\n")
    lines = latex[start:].splitlines(keepends=True)
    body, position = [], 0
    for heading, rows in sheet.groups():
        body.append("\\midrule\n" if position else "")
        body.append(f"\\multicolumn{{{width}}}{{@{{}}l}}{{\\textit{{{escaped(heading)}}}}} \\\\\n")
        body += lines[position : position + len(rows)]
        position += len(rows)
    return latex[:start] + "".join(body + lines[position:])


def _fitted(latex: str) -> str:
    """Never wider than the column, and never blown up to its width."""
    fit = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
    return latex.replace("\\begin{tabular}", f"\\smallskip\n{fit}\n\\begin{{tabular}}").replace(
        "\\end{tabular}", "\\end{tabular}}"
    )


def _with_notes(latex: str, sheet: Sheet) -> str:
    notes = " ".join(map(escaped, sheet.notes))
    return (
        latex.replace("\\end{tabular}}\n", f"\\end{{tabular}}}}\n\\par\\smallskip\\footnotesize {notes}\n")
        if notes
        else latex
    )
