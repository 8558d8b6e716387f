import pytest

from prism.noise.name import name_of_draw, parse_noise


@pytest.mark.parametrize("kind", ["symmetric", "smallcluster", "pairwise"])
def test_a_name_is_a_kind_and_a_percentage(kind: str) -> None:
    for percent in range(1, 100):
        assert parse_noise(f"{kind}-{percent}") == (kind, percent / 100, False, None)


def test_clean_and_natural_have_no_rate() -> None:
    assert parse_noise("clean") == ("clean", 0.0, False, None)
    assert parse_noise("natural") == ("natural", 0.0, False, None)


def test_the_authors_lists_have_a_prefix() -> None:
    assert parse_noise("authors-symmetric-20") == ("symmetric", 0.2, True, None)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("clean", "clean"),
        ("natural", "natural"),
        ("symmetric-7", "7% symmetric"),
        ("authors-smallcluster-29", "29% Small Cluster (authors)"),
        ("symmetric-20-draw3", "20% symmetric (draw 3)"),
    ],
)
def test_labels(name: str, label: str) -> None:
    assert parse_noise(name).label == label


def test_each_seed_may_have_a_draw_of_its_own() -> None:
    assert name_of_draw("symmetric-20", 3) == "symmetric-20-draw3"
    assert parse_noise("symmetric-20-draw3") == ("symmetric", 0.2, False, 3)
    assert [name_of_draw(name, 3) for name in ("clean", "natural", "authors-symmetric-20")] == [None, None, None]


WRONG_RATES = ["symmetric", "symmetric-", "symmetric-0", "symmetric-05", "symmetric-1.5", "symmetric-100", "clean-20"]
WRONG_KINDS = [
    "",
    "symetric-20",
    "SYMMETRIC-20",
    " symmetric-20",
    "symmetric-20\n",
    "authors-clean",
    "authors-pairwise-5",
    "symmetric-20-drawx",
    "symmetric-20-draw",
    "symmetric-20-draw007",
    "clean-draw3",
    "authors-symmetric-20-draw1",
]


ALLOWED = (
    "clean, natural, .*pairwise-PERCENT, .*smallcluster-PERCENT .*symmetric-PERCENT.*; "
    r"smallcluster and symmetric also with authors- before them\.$"
)  # other models may stand between these


@pytest.mark.parametrize("name", [*WRONG_RATES, *WRONG_KINDS])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(ValueError, match=f"is unknown: it is {ALLOWED}"):
        parse_noise(name)
