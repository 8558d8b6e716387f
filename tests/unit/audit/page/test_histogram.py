"""The histogram of scores, as SVG."""

import xml.etree.ElementTree as ET

import pytest

from prism.audit.page.histogram import histogram_svg, nice_end


def parts(svg: str, tag: str, kind: str) -> list[ET.Element]:
    return [part for part in ET.fromstring(svg).iter(tag) if part.get("class") == kind]


def test_bars_up_to_the_threshold_have_another_colour() -> None:
    svg = histogram_svg([0.01, 0.01, 0.9], 0.3)
    assert [title.text for bar in parts(svg, "rect", "wrong") for title in bar] == ["2 images from 0 to 0.025"]
    assert [title.text for bar in parts(svg, "rect", "right") for title in bar] == ["1 images from 0.9 to 0.925"]
    [line] = parts(svg, "line", "threshold")
    assert line.get("x1") == line.get("x2")
    assert [text.text for text in parts(svg, "text", "threshold")] == ["threshold 0.3"]


def test_a_threshold_within_a_bar_divides_it() -> None:
    """Three of four images of the first bar are up to the threshold, and the fourth stands on them."""
    svg = histogram_svg([0.001, 0.002, 0.003, 0.02, 1.0], 0.003)
    [wrong] = parts(svg, "rect", "wrong")
    right, _ = parts(svg, "rect", "right")
    assert float(wrong.get("height", 0)) == pytest.approx(3 * float(right.get("height", 0)), abs=0.4)
    assert float(right.get("y", 0)) + float(right.get("height", 0)) == pytest.approx(float(wrong.get("y", 0)), abs=0.1)
    assert right.get("x") == wrong.get("x")


def test_a_bar_of_twice_as_many_is_twice_as_high() -> None:
    low, high = parts(histogram_svg([0.1, 0.9, 0.9], None), "rect", "right")
    assert float(high.get("height", 0)) == pytest.approx(2 * float(low.get("height", 0)), abs=0.2)


def test_nothing_to_show() -> None:
    assert parts(histogram_svg([], None), "rect", "right") == []
    assert parts(histogram_svg([0.0, 0.0], None), "line", "threshold") == []


@pytest.mark.parametrize(("value", "end"), [(0.93, 1), (1, 1), (0.031, 0.04), (7, 8), (100, 100), (101, 150), (0, 1)])
def test_an_axis_ends_at_a_round_number(value: float, end: float) -> None:
    assert nice_end(value) == end
