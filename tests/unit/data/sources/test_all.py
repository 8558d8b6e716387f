import pytest

from prism.data.source import Source
from prism.data.sources import all_sources, source_of

SOURCES = all_sources()


def test_the_datasets_of_the_paper_are_there() -> None:
    assert list(SOURCES) == ["cars", "cars98n", "cub", "food101n", "landmarks", "oxford", "sop"]
    assert source_of("cub") is SOURCES["cub"]


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_what_is_known_of_a_dataset_is_well_formed(source: Source) -> None:
    assert source.by_hand is not None
    assert source.by_hand.endswith("params.yaml.")
    assert source.licence
    assert source.citation
    assert len({file.name for file in source.files}) == len(source.files)
    for file in source.files:
        assert all(url.startswith(("https://", "http://", "ftp://")) for url in file.urls)
        if file.checksum is not None:
            algorithm, _, digest = file.checksum.partition(":")
            assert (algorithm, len(digest)) in {("md5", 32), ("sha256", 64)}
