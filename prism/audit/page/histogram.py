"""Draw the histogram of an audit's scores as SVG, in the colours that the page has."""

from collections.abc import Sequence
from math import ceil, log10

import numpy as np
from markupsafe import Markup

WIDTH, HEIGHT = 380, 275  # the page shows it about this large, so that its letters are as large as the page's
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 24, 44
BINS = 40


def histogram_svg(scores: Sequence[float], threshold: float | None) -> Markup:
    """Return how many images have which score; those up to the threshold are the lower part of a bar, in its colour."""
    end = nice_end(max(scores, default=1.0))
    values = np.asarray(scores, dtype=float)
    counts, edges = np.histogram(values, bins=BINS, range=(0.0, end))
    flagged = np.histogram(values[values <= (-1.0 if threshold is None else threshold)], edges)[0]
    top = nice_end(float(max(counts.max(), 1)))
    parts = [
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_y(tick, top)}" y2="{_y(tick, top)}"/>'
        f'<text x="{LEFT - 6}" y="{_y(tick, top) + 4}" text-anchor="end">{tick:,.0f}</text>'
        for tick in _ticks(top, whole=True)
    ]
    parts += [
        f'<text x="{_x(tick, end)}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{tick:g}</text>'
        for tick in _ticks(end)
    ]
    for count, wrong, low, high in zip(counts, flagged, edges[:-1], edges[1:], strict=True):
        place = f'x="{_x(low, end) + 0.5:.1f}" width="{_x(high, end) - _x(low, end) - 1:.1f}"'
        for kind, below, above in (("wrong", 0, wrong), ("right", wrong, count)):
            if above > below:
                height = _y(below, top) - _y(above, top)
                parts.append(
                    f'<rect class="{kind}" {place} y="{_y(above, top)}" height="{height:.1f}">'
                    f"<title>{above - below} images from {low:.3g} to {high:.3g}</title></rect>"
                )
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}"/>')
    if threshold is not None:
        parts.append(_threshold(threshold, end))
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">'
        "P_clean of the given label</text>"
    )
    parts.append('<text x="0" y="12">images</text>')
    label = f"Histogram of P_clean of {len(scores)} images" + (
        "" if threshold is None else f", with the threshold at {threshold:.2g}"
    )
    return Markup(f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>')


def _threshold(threshold: float, end: float) -> str:
    """Return a line at the threshold, with its name on the side that has more room."""
    x = _x(min(threshold, end), end)
    on_right = x < (LEFT + WIDTH) / 2
    return (
        f'<line class="threshold" x1="{x}" x2="{x}" y1="{TOP - 14}" y2="{HEIGHT - BOTTOM}"/>'
        f'<text class="threshold" x="{x + (6 if on_right else -6):.1f}" y="{TOP - 5}" '
        f'text-anchor="{"start" if on_right else "end"}">threshold {threshold:.2g}</text>'
    )


def nice_end(value: float) -> float:
    """Return the first of 1, 1.5, 2, 3, 4, 5, 6, 8 and 10 times a power of ten that is not below the value."""
    if value <= 0:
        return 1.0
    power = 10.0 ** (ceil(log10(value)) - 1)
    return next(
        round(step * power, 12) for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * power >= value * (1 - 1e-9)
    )


def _ticks(end: float, whole: bool = False) -> list[float]:
    """Return four or five places between 0 and the end of an axis."""
    parts = next(n for n in (4, 5, 3, 2, 1) if not whole or end % n == 0)
    return [end * part / parts for part in range(parts + 1)]


def _x(value: float, end: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * value / end, 1)


def _y(value: float, top: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top, 1)
