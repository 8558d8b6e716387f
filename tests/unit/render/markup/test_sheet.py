from prism.render.markup import Cell, Head, Sheet, anchor
from prism.render.markup.sheet import spans
from prism.study.specs import Row


def test_neighbouring_columns_share_a_head() -> None:
    assert spans([Head("A", "1"), Head("A", "2"), Head("B", "1"), Head("A", "3")]) == [("A", 2), ("B", 1), ("A", 1)]


def test_a_heading_comes_again_where_its_rows_are_apart() -> None:
    rows = [Row(method=group, label=group, group=group) for group in ("pair", "pair", "proxy", "pair")]
    groups = Sheet("t", "c", rows, [Head("A", "1")], [[Cell("x")]] * 4).groups()
    assert [(heading.split()[-2], len(members)) for heading, members in groups] == [
        ("pair-based", 2),
        ("proxy-based", 1),
        ("pair-based", 1),
    ]


def test_an_anchor_needs_no_quoting() -> None:
    assert anchor("runs", "cub", "symmetric-10", "mcl_prism@window=1") == "runs-cub-symmetric-10-mcl-prism-window-1"
