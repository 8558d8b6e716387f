"""Write a table as LaTeX in the paper's form, which needs booktabs and graphicx."""

import unicodedata

import pandas as pd

from prism.judge.verdict import Verdict
from prism.render.markup.sheet import BEYOND, Cell, Head, Sheet, spans

MOST_COLUMNS = 9  # a table with more is split into several floats
NARROW_TABLE = 3  # columns that fit into one column of the page; wider tables take both
MARKS: dict[Verdict, str] = {
    "reproduced": "$=$",
    "trend only": r"$\sim$",
    "not reproduced": r"$\neq$",
    "can't tell": "?",
    "not run": "",
}
COMMANDS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "±": r"$\pm$", "×": r"$\times$", "–": "--", "−": "$-$", "“": "``", "”": "''", "’": "'",
    "∼": r"$\sim$", "≠": r"$\neq$", "≤": r"$\leq$", "≥": r"$\geq$", "…": r"\ldots{}", "\u00a0": "~",
}  # fmt: skip


def escaped(text: str) -> str:
    """Escape text for LaTeX. A character that its standard fonts lack is written as its number."""
    return "".join(COMMANDS.get(character) or _printable(character) for character in text)


def _printable(character: str) -> str:
    latin = ord(character) < 0x180 and unicodedata.category(character)[0] != "C"
    return character if latin or character in "\n\t" else rf"\texttt{{U+{ord(character):04X}}}"


def as_latex(sheet: Sheet) -> str:
    """Return one float, or one for each part of a table that is too wide for a page."""
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
        [[_cell_text(cells[position]) for position in shown] for cells in sheet.cells],
        index=[escaped(row.label) for row in sheet.rows],
        columns=pd.MultiIndex.from_tuples([(escaped(head.over), escaped(head.label)) for head in heads]),
    )
    latex = text.style.to_latex(
        hrules=True,
        column_format="@{}l" + "r" * len(heads) + "@{}",
        multicol_align="c",
        position="t",
        position_float="centering",
        environment="table" if len(heads) <= NARROW_TABLE else "table*",
        caption=escaped(sheet.caption + more),
        label=label,
    )
    return _with_notes(_fitted_to_width(_with_groups(_with_rules(latex, heads), sheet, len(heads) + 1)), sheet)


def _cell_text(cell: Cell) -> str:
    ours = escaped(cell.ours)
    if cell.bold:
        ours = rf"\textbf{{{ours}}}"
    if cell.paper is None:
        return ours
    below = " ".join(filter(None, [cell.paper, cell.difference and f"({cell.difference})"]))
    mark = MARKS[cell.verdict] if cell.verdict else ""
    return rf"\shortstack[r]{{{ours}\\{{\scriptsize\itshape {escaped(below)} {mark}}}}}"


def _with_rules(latex: str, heads: list[Head]) -> str:
    """Put a short rule under each head that stands over columns."""
    rules, first = [], 2
    for over, width in spans(heads):
        if over:
            rules.append(rf"\cmidrule(lr){{{first}-{first + width - 1}}}")
        first += width
    top, _, rest = latex.partition("\\toprule\n")
    heading, _, body = rest.partition("\n")
    return f"{top}\\toprule\n{heading}\n{' '.join(rules)}\n{body}"


def _with_groups(latex: str, sheet: Sheet, width: int) -> str:
    """Put a rule and a heading before each group of methods; the rule before what is beyond the paper is heavier."""
    start = latex.index("\\midrule\n") + len("\\midrule\n")
    lines = latex[start:].splitlines(keepends=True)
    body, position = [], 0
    for heading, rows in sheet.groups():
        rule = r"\midrule[\heavyrulewidth]" if heading == BEYOND else r"\midrule"
        body.append(f"{rule}\n" if position else "")
        body.append(f"\\multicolumn{{{width}}}{{@{{}}l}}{{\\textit{{{escaped(heading)}}}}} \\\\\n")
        body += lines[position : position + len(rows)]
        position += len(rows)
    return latex[:start] + "".join(body + lines[position:])


def _fitted_to_width(latex: str) -> str:
    """Shrink the table if it is wider than the column; never enlarge it."""
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
