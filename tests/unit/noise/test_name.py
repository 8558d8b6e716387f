import pytest

from prism.noise.name import parse_noise


@pytest.mark.parametrize("kind", ["symmetric", "smallcluster", "pairwise"])
def test_a_name_is_a_kind_and_a_percentage(kind: str) -> None:
    for percent in range(1, 100):
        assert parse_noise(f"{kind}-{percent}") == (kind, percent / 100, False)


def test_clean_and_natural_have_no_rate() -> None:
    assert parse_noise("clean") == ("clean", 0.0, False)
    assert parse_noise("natural") == ("natural", 0.0, False)


def test_the_authors_lists_have_a_prefix() -> None:
    assert parse_noise("authors-symmetric-20") == ("symmetric", 0.2, True)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("clean", "clean"),
        ("natural", "natural"),
        ("symmetric-7", "7% symmetric"),
        ("authors-smallcluster-29", "29% Small Cluster (authors)"),
    ],
)
def test_labels(name: str, label: str) -> None:
    assert parse_noise(name).label == label


WRONG_RATES = ["symmetric", "symmetric-", "symmetric-0", "symmetric-05", "symmetric-1.5", "symmetric-100", "clean-20"]
WRONG_KINDS = [
    "",
    "symetric-20",
    "SYMMETRIC-20",
    " symmetric-20",
    "symmetric-20\n",
    "authors-clean",
    "authors-pairwise-5",
]


ALLOWED = (
    "clean, natural, .*pairwise-PERCENT, .*smallcluster-PERCENT .*symmetric-PERCENT.*; "
    r"smallcluster and symmetric also with authors- before them\.$"
)  # other models may stand between these


@pytest.mark.parametrize("name", [*WRONG_RATES, *WRONG_KINDS])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(ValueError, match=f"is unknown: it is {ALLOWED}"):
        parse_noise(name)
