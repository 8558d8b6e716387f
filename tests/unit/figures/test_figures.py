"""Properties of every kind of figure."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import matplotlib
import pandas as pd
import pytest

from prism import figures
from prism.errors import PrismError
from prism.figures import figure_kind, figure_kinds
from prism.figures.any_figure import AnyFigure, AnyFigureSpec
from prism.figures.files import StudyFiles
from prism.figures.render import render_figure
from prism.figures.style import COLUMN, PAGE

NAME = "<script> & 100 %_of $5 to $6"
KINDS = list(figure_kinds())
OF_CURVES = ["detection", "estimated_rate", "iterations", "noise_rates", "sweep", "threshold"]
OF_RUNS = [kind for kind in KINDS if kind not in ("class_sizes", "contact_sheet")]


def render(study: StudyFiles, figure: AnyFigureSpec) -> dict[str, bytes]:
    output = study.results / "figures/main"
    render_figure("main", figure, study.results, study.data, output)
    return {suffix: output.with_suffix(f".{suffix}").read_bytes() for suffix in ("pdf", "svg", "csv")}


def texts(svg: bytes) -> set[str]:
    return {
        "".join(element.itertext()).strip() for element in ElementTree.fromstring(svg).iter() if "text" in element.tag
    }


def pdf_texts(pdf: bytes) -> list[str]:
    """Return the strings of an uncompressed PDF, in which characters have two bytes and some are escaped."""
    arrays = re.findall(rb"\[\s(.*?)\s\]\s+TJ", pdf, flags=re.DOTALL)
    strings = [b"".join(re.findall(rb"\(((?:[^\\)]|\\.)*)\)", array, flags=re.DOTALL)) for array in arrays]
    return [re.sub(rb"\\(.)", rb"\1", string).replace(b"\0", b"").decode("latin1") for string in strings]


def test_a_kind_is_a_file_with_an_entry_of_its_name() -> None:
    shipped = (
        "class_sizes contact_sheet detection estimated_rate examples iterations noise_rates p_clean sweep threshold"
    )
    assert set(shipped.split()) <= set(KINDS)
    for name, kind in figure_kinds().items():
        assert get_args(kind.ENTRY.model_fields["kind"].annotation) == (name,)
        assert callable(kind.points)
        assert callable(kind.draw)


def test_params_may_name_every_kind() -> None:
    entries = get_args(get_args(AnyFigure)[0])
    assert list(entries) == [kind.ENTRY for kind in figure_kinds().values()]


@pytest.mark.parametrize("kind", KINDS)
def test_a_specification_survives_the_command_line(spec: Callable[..., AnyFigureSpec], kind: str) -> None:
    assert AnyFigureSpec.model_validate_json(spec(kind).model_dump_json()) == spec(kind)


def test_a_new_file_is_a_new_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "__path__", [*figures.__path__, str(tmp_path)])
    (tmp_path / "pie.py").write_text("ENTRY = points = draw = object\n")
    (tmp_path / "pie_helper.py").write_text("draw = object\n")
    assert set(figure_kinds()) - set(KINDS) == {"pie"}
    assert figure_kind("pie").__name__ == "prism.figures.pie"


@pytest.mark.parametrize("kind", KINDS)
def test_rendering_twice_gives_equal_bytes(study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str) -> None:
    files = render(study, spec(kind))
    assert files["pdf"].startswith(b"%PDF")
    assert files == render(study, spec(kind))
    # Two renderings within the same second would not show a date.
    assert b"CreationDate" not in files["pdf"]
    assert b"date>" not in files["svg"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_csv_has_the_points(study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str) -> None:
    render(study, spec(kind))
    written = pd.read_csv(study.results / "figures/main.csv", dtype_backend="numpy_nullable")
    points = figure_kind(kind).points(spec(kind), study).convert_dtypes()
    pd.testing.assert_frame_equal(written, points, check_dtype=False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("datasets", [{"insects": "Insects"}, {"insects": "Insects", "other": "Other"}])
def test_a_figure_fits_a_column_or_a_page(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str, datasets: dict[str, str]
) -> None:
    if kind not in OF_CURVES:  # the others read files that do not exist for `other`
        datasets = {"insects": "Insects"}
    noise = dict.fromkeys(datasets, "symmetric-20")
    svg = ElementTree.fromstring(render(study, spec(kind, datasets=datasets, noise=noise))["svg"])
    width = float(svg.attrib["width"].removesuffix("pt")) / 72
    assert width in (pytest.approx(COLUMN), pytest.approx(PAGE))


@pytest.mark.parametrize("kind", KINDS)
def test_names_come_out_as_they_are(study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str) -> None:
    methods = {NAME: "mcl_prism"} if kind == "examples" else {NAME: "mcl_prism", "_hidden": "mcl"}
    figure = spec(kind, datasets={"insects": NAME}, methods=methods)
    with matplotlib.rc_context({"pdf.compression": 0}):
        files = render(study, figure)
    # The contact sheet has no room for a title, but a class of this name, in two lines.
    expected = ["<script> & 100", "%_of $5 to $6"] if kind == "examples" else [NAME]
    expected += ["_hidden"] if kind == "iterations" else []
    for found in (texts(files["svg"]), pdf_texts(files["pdf"])):
        assert [name for name in expected if not any(name in text for text in found)] == []


def test_every_font_is_large_enough_to_read(study: StudyFiles, spec: Callable[..., AnyFigureSpec]) -> None:
    for kind in KINDS:
        sizes = re.findall(
            rb"font-size: ([\d.]+)px", render(study, spec(kind))["svg"]
        )  # matplotlib writes points as pixels
        assert min(map(float, sizes)) >= 5.5, kind


@pytest.mark.parametrize("kind", [kind for kind in OF_RUNS if kind not in ("iterations", "noise_rates", "sweep")])
def test_methods_without_a_filter_are_reported(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str
) -> None:
    with pytest.raises(PrismError, match=r"figure main is empty: mcl recorded nothing of it; name other methods"):
        render(study, spec(kind, methods={"plain": "mcl"}))
    assert not (study.results / "figures").exists()


MISSING = [(kind, "results/curves.csv") for kind in OF_CURVES] + [
    ("p_clean", "results/noise/insects/symmetric-20.parquet"),
    ("p_clean", "results/runs/insects/symmetric-20/mcl_prism/seed1/p_clean.parquet"),
    ("examples", "results/runs/insects/symmetric-20/mcl_prism/seed0/p_clean.parquet"),
    ("examples", "data/insects/images.bin"),
    ("class_sizes", "data/insects/index.parquet"),
    ("contact_sheet", "data/insects/images.bin"),
]


@pytest.mark.parametrize(("kind", "name"), MISSING)
def test_a_missing_file_is_reported(
    study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str, name: str
) -> None:
    (study.results.parent / name).unlink()
    with pytest.raises(PrismError, match=f"{Path(name).name} does not exist"):
        render(study, spec(kind))
    assert not (study.results / "figures").exists()


@pytest.mark.parametrize("name", ["pie", "style", ""])
def test_an_unknown_kind_is_reported(name: str) -> None:
    with pytest.raises(
        PrismError, match=f"there is no kind of figure prism/figures/{name}.py: (choose one of|did you mean) "
    ):
        figure_kind(name)


def test_entries_are_imported_without_what_takes_seconds() -> None:
    slow = "{'torch', 'numpy', 'pandas', 'matplotlib'}"
    program = f"import sys, prism.figures.any_figure; print(*sorted({slow} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []


@pytest.mark.parametrize("kind", ["iterations", "examples"])
def test_figures_need_no_torch(study: StudyFiles, spec: Callable[..., AnyFigureSpec], kind: str) -> None:
    program = (
        "import sys; from pathlib import Path; from prism.figures.any_figure import AnyFigureSpec;"
        "from prism.figures.render import render_figure; results, data = map(Path, sys.argv[2:]);"
        "render_figure('main', AnyFigureSpec.model_validate_json(sys.argv[1]), results, data, results / 'main');"
        "sys.exit('torch' in sys.modules)"
    )
    command = [sys.executable, "-c", program, spec(kind).model_dump_json(), str(study.results), str(study.data)]
    assert subprocess.run(command, check=False).returncode == 0
