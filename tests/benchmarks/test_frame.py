"""The table that `make bench` prints, and its way into the documentation."""

from pathlib import Path

import pytest

from benchmarks import publish, record, table
from benchmarks.fresh import peak_memory
from benchmarks.line import Line, Target

COST = Line("a step vs. its floor", "SOP: B 64", 3.0, 2.0, "ms", Target("ours / other", "<=", 1.2), 1)
SPEED = Line("ours vs. theirs", "CARS: B 64", 250.0, 1000.0, "ms", Target("other / ours", ">=", 4), 2)
LIMIT = Line("all of it", "mini", 1500.0, None, "s", Target("ours", "<=", 3000), 2)
PROVENANCE = {"machine": {"cpu": "A CPU"}, "cores": 2, "versions": {"python": "3.11"}}


def test_a_line_is_judged_by_its_target() -> None:
    assert [line.figure for line in (COST, SPEED, LIMIT)] == [1.5, 4, 1500]
    assert [line.met for line in (COST, SPEED, LIMIT)] == [False, True, True]
    assert [line.margin for line in (COST, SPEED, LIMIT)] == [pytest.approx(0.8), 1, 2]


def test_a_ratio_needs_something_to_compare_with() -> None:
    with pytest.raises(ValueError, match="needs something to compare with"):
        _ = Line("alone", "", 1.0, None, "s", Target("ours / other", "<=", 1), 1).figure


def test_rows_of_the_table() -> None:
    assert table.row(COST) == "| a step vs. its floor | SOP: B 64 | 3 ms | 2 ms | 1.5 x | <= 1.2 x | **no** | 1 |"
    assert table.row(SPEED).endswith("| 250 ms | 1,000 ms | 4 x better | >= 4 x better | yes | 2 |")
    assert table.row(LIMIT) == "| all of it | mini | 1,500 s |  |  | <= 3000 s | yes | 2 |"


def test_the_origin_of_the_lines_can_be_stored_and_printed(tmp_path: Path) -> None:
    found = record.origin()
    record.write(tmp_path / "bench.json", [LIMIT], found)
    assert record.read(tmp_path / "bench.json")[1] == found
    assert f"{found['machine']['cpu']}, {found['cores']} cores" in table.origin(found)


def test_the_page_shows_what_was_measured(tmp_path: Path) -> None:
    measured, page = tmp_path / "bench.json", tmp_path / "performance.md"
    record.write(measured, [COST, SPEED, LIMIT], PROVENANCE)
    assert record.read(measured) == ([COST, SPEED, LIMIT], PROVENANCE)
    page.write_text(f"Before\n{publish.BEGIN}\nold\n{publish.END}\nafter\n")
    publish.publish(measured, page)
    text = page.read_text()
    assert text.startswith("Before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert table.row(SPEED) in text
    assert "A CPU, 2 cores; python 3.11" in text
    figure = (tmp_path / "performance.svg").read_text()
    assert "a step vs. its floor" in figure
    assert "times better" in figure


def _a_hundred_megabytes() -> object:
    ballast = bytearray(b"x" * 10**8)  # held before the measurement, which must not count it
    return lambda: len(ballast) + len(bytearray(b"x" * 10**8))


def test_peak_memory_is_what_the_function_itself_takes() -> None:
    assert 100 <= peak_memory(_a_hundred_megabytes) < 290  # the literal, and the array that is built from it
