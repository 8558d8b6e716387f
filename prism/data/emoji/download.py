"""Fetch the emoji sets from the npm registry."""

from pathlib import Path

from prism.data import npm
from prism.data.emoji.sets import EMOJI_SETS
from prism.data.manifest import MANIFEST
from prism.data.npm_archive import Package
from prism.data.source import Source
from prism.data.sources.emoji import EmojiDataset
from prism.io.files import sha256, write_json


def download(source: Source, settings: EmojiDataset, raw: Path) -> None:
    """Fetch every emoji set into `raw`, then write a manifest with their checksums."""
    packages = [
        Package(f"@iconify-json/{name}", emoji_set.version, emoji_set.sha256) for name, emoji_set in EMOJI_SETS.items()
    ]
    archives = npm.pack_all(packages, raw)
    write_json(raw / MANIFEST, {archive.name: sha256(archive) for archive in archives})
