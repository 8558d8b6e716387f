"""Fetch the typefaces of the glyphs dataset from the npm registry."""

from pathlib import Path

from prism.data import npm
from prism.data.glyphs.families import packages
from prism.data.manifest import MANIFEST
from prism.data.source import Source
from prism.data.sources.glyphs import GlyphsDataset
from prism.io.files import sha256, write_json


def download(source: Source, settings: GlyphsDataset, raw: Path) -> None:
    """Fetch every family that is used into `raw`, then write a manifest with their checksums."""
    archives = npm.pack_all(packages(settings.typefaces), raw)
    write_json(raw / MANIFEST, {archive.name: sha256(archive) for archive in archives})
