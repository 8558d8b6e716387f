"""The declaration that a file in prism/data/sources/ makes of a kind of dataset."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from prism.data.entry import Count, Entry, Split
from prism.data.listed_images import ListedImages
from prism.data.remote import RemoteFile
from prism.data.settings import ArchiveDataset, DatasetSettings

GroundTruth = list[dict[str, list[int]]]  # for each query: the database rows of its easy, hard and junk images


@dataclass(frozen=True, kw_only=True)
class Source:
    """A kind of dataset: the keys of its entries in params.yaml, and the modules that fetch and prepare it.

    The modules are given by name, so that a job imports, and depends on the code of, its own step alone:
    `download_module` has a function `download(source, settings, raw)`, which puts the dataset's files and a
    manifest.json into the folder `raw`; `prepare_module` has a function
    `prepare(source, settings, raw, folder, threads)`, which writes the image store into `folder`.
    """

    title: str
    settings: type[DatasetSettings]  # the keys that an entry of this kind may have in params.yaml
    download_module: str
    prepare_module: str
    expected: Mapping[Split, Count] = field(default_factory=dict)  # where the numbers of images are known beforehand
    listed_images: ListedImages | None = None  # where the paper's authors released lists of noisy labels for it
    availability: str = ""  # for `prism data status`, such as "downloadable (npm packages, 0.03 GB)"

    @property
    def has_released_lists(self) -> bool:
        """Whether the paper's authors released lists of noisy labels for it."""
        return self.listed_images is not None

    def status(self) -> str:
        """Return what `prism data status` says while nothing of the dataset is on disk."""
        return self.availability


@dataclass(frozen=True)
class UrlList:
    """Images that are published as a list of addresses only, some of which are dead."""

    file: str  # the RemoteFile that is the list
    read: Callable[[Path], dict[str, str]]  # returns the address of each image, by its path in raw/files/
    enough: float  # the share of the images that must be there; all of them are training images


@dataclass(frozen=True, kw_only=True)
class ArchiveSource(Source):
    """A dataset that is published as archives (or other files) with a known layout."""

    files: tuple[RemoteFile, ...]
    other_files: tuple[RemoteFile, ...] = ()  # without an address: may take the place of all `files` without one
    entries: Callable[[Path], list[Entry]]  # lists all images below the folder of unpacked files
    licence: str
    citation: str
    by_hand: str | None = None  # what the user must do where a file has no address, or none that answers
    url_list: UrlList | None = None
    ground_truth: Callable[[Path], GroundTruth] | None = None  # for datasets with queries
    settings: type[DatasetSettings] = ArchiveDataset
    download_module: str = "prism.data.archives.download"
    prepare_module: str = "prism.data.archives.prepare"

    def files_of(self, copy: Path) -> tuple[RemoteFile, ...]:
        """Return the files that make up the dataset, of the release that `copy`, an archive or a folder, belongs to."""

        def holds(files: Iterable[RemoteFile]) -> bool:
            return any(file.name == copy.name or (copy / file.name).is_file() for file in files)

        if holds(self.other_files) and not holds(file for file in self.files if not file.urls):
            return tuple(file for file in self.files if file.urls) + self.other_files
        return self.files

    def status(self) -> str:
        """Return the size of the download, or what the user must do by hand."""
        if not all(file.urls for file in self.files):
            return f"needs your hand: {self.by_hand}"
        sizes = [file.size for file in self.files]
        known = f"{sum(size or 0 for size in sizes) / 1e9:.1f} GB"
        return f"downloadable ({known if all(sizes) else f'more than {known}'})"
