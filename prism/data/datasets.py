"""Datasets of every kind: their settings in one union, and the two steps that make an image store of them."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import Field, RootModel, create_model

from prism.data.settings import DatasetSettings
from prism.data.sources import all_sources, source_of


def download(settings: DatasetSettings, raw: Path) -> None:
    """Fetch a dataset's files into the folder `raw` and check them; files that are on disk are not fetched."""
    source = source_of(settings.kind)
    import_module(source.download_module).download(source, settings, raw)


def prepare(settings: DatasetSettings, raw: Path, folder: Path, threads: int) -> None:
    """Decode every image of a dataset once, into the image store in `folder`."""
    source = source_of(settings.kind)
    import_module(source.prepare_module).prepare(source, settings, raw, folder, threads)


def _union_of_settings() -> Any:
    """Return the settings of all sources as a union; pydantic picks the member by the key `kind`."""
    kinds: dict[type[DatasetSettings], list[str]] = {}
    for kind, source in all_sources().items():
        kinds.setdefault(source.settings, []).append(kind)
    models = []
    for model, names in kinds.items():
        kind_of_model: Any = Literal[*names]
        models.append(create_model(model.__name__, __base__=model, __doc__=model.__doc__, kind=(kind_of_model, ...)))
    return Annotated[Union[*models], Field(discriminator="kind")]


if TYPE_CHECKING:
    Dataset = DatasetSettings
else:
    Dataset = _union_of_settings()


class AnyDataset(RootModel[Dataset]):
    """A dataset of any kind, to be read from JSON."""
