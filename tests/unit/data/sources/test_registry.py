"""Every kind of dataset is found by its file in prism/data/sources/ and declares what the rest needs to know."""

import subprocess
import sys
from importlib import import_module
from inspect import signature
from typing import Any

import pytest
from pydantic import ValidationError

from prism.data.datasets import AnyDataset
from prism.data.settings import ArchiveDataset
from prism.data.source import ArchiveSource, Source
from prism.data.sources import all_sources, source_of
from prism.data.sources.emoji import EmojiDataset
from prism.errors import PrismError
from project import ROOT

SOURCES = all_sources()
PAPER = {"cars", "cars98n", "cub", "food101n", "landmarks", "oxford", "sop"}
ARCHIVES = {kind: source for kind, source in SOURCES.items() if isinstance(source, ArchiveSource)}
EMOJI = {"kind": "emoji", "title": "Emoji", "size": 64, "min_sets": 6, "split_seed": 0}


def test_every_file_is_a_kind_of_dataset() -> None:
    assert PAPER | {"emoji", "folder"} <= SOURCES.keys()
    assert ARCHIVES.keys() >= PAPER
    assert source_of("cub") is SOURCES["cub"]


@pytest.mark.parametrize(("kind", "hint"), [("carz", "did you mean 'cars'"), ("xyz", "choose one of .*cars98n, ")])
def test_an_unknown_kind_is_reported(kind: str, hint: str) -> None:
    with pytest.raises(PrismError, match=rf"^there is no kind of dataset prism/data/sources/{kind}\.py: {hint}"):
        source_of(kind)


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_the_modules_of_a_source_have_the_agreed_functions(source: Source) -> None:
    download = import_module(source.download_module).download
    prepare = import_module(source.prepare_module).prepare
    assert list(signature(download).parameters) == ["source", "settings", "raw"]
    assert list(signature(prepare).parameters) == ["source", "settings", "raw", "folder", "threads"]
    assert source.status()


@pytest.mark.parametrize("source", ARCHIVES.values(), ids=ARCHIVES)
def test_what_is_declared_of_an_archive_is_well_formed(source: ArchiveSource) -> None:
    assert source.by_hand is not None
    assert source.by_hand.endswith("params.yaml.")
    assert source.licence
    assert source.citation
    assert len({file.name for file in source.files}) == len(source.files)
    assert ("query" in source.expected) == (source.ground_truth is not None)
    for file in source.files:
        assert all(url.startswith(("https://", "http://", "ftp://")) for url in file.urls)
        if file.checksum is not None:
            algorithm, _, digest = file.checksum.partition(":")
            assert (algorithm, len(digest)) in {("md5", 32), ("sha256", 64)}


def test_the_authors_released_lists_for_three_datasets() -> None:
    assert [kind for kind, source in SOURCES.items() if source.has_released_lists] == ["cars", "cub", "sop"]


@pytest.mark.parametrize(
    ("entry", "model"), [(EMOJI, EmojiDataset), ({"kind": "cub", "title": "Birds"}, ArchiveDataset)]
)
def test_the_kind_of_an_entry_chooses_its_settings(entry: dict[str, Any], model: type) -> None:
    settings = AnyDataset.model_validate(entry).root
    assert isinstance(settings, model)
    assert isinstance(settings, source_of(settings.kind).settings)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"kind": "carz", "title": "Cars"}, "'carz' .* does not match any of the expected tags: .*'cars', 'cars98n'"),
        (EMOJI | {"root": "x"}, "has the unknown key 'root'; it may have kind, title, size, min_sets, "),
    ],
)
def test_a_wrong_entry_is_refused(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        AnyDataset.model_validate(entry)


def test_declarations_are_imported_without_libraries_that_take_seconds() -> None:
    program = "import sys, prism.data.datasets; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) & {"numpy", "pandas", "torch", "PIL", "scipy", "requests"} == set()
