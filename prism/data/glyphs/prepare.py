"""Draw the characters of the glyphs dataset into its image store."""

import csv
import hashlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, repeat
from pathlib import Path

import numpy as np

from prism.data.entry import Split
from prism.data.glyphs.attribution import attribution
from prism.data.glyphs.characters import CANDIDATES, class_name, code_point
from prism.data.glyphs.families import packages
from prism.data.glyphs.typefaces import Typeface, draw_typeface
from prism.data.source import Source
from prism.data.sources.glyphs import GlyphsDataset
from prism.data.store import StoredImage, write_store
from prism.errors import PrismError
from prism.io.files import atomic, write_text


def prepare(source: Source, settings: GlyphsDataset, raw: Path, folder: Path, threads: int) -> None:
    """Write the image store into `folder`, and beside it the typefaces' authors and the glyphs that were left out."""
    used = packages(settings.typefaces)
    with ProcessPoolExecutor(threads) as pool:
        typefaces = list(pool.map(draw_typeface, repeat(raw), used, repeat(settings.size)))
    counts = {character: sum(character in typeface.bitmaps for typeface in typefaces) for character in CANDIDATES}
    classes = [character for character in CANDIDATES if counts[character] >= settings.min_typefaces]
    splits = draw_splits(classes[: settings.classes], settings)
    write_text(folder / "ATTRIBUTION.md", attribution(typefaces))
    _write_left_out(folder / "left_out.csv", typefaces, counts, set(classes))
    write_store(folder, _images(typefaces, splits, settings))


def draw_splits(characters: list[str], settings: GlyphsDataset) -> dict[str, Split]:
    """Return the split of each character that is used: the split seed draws who trains, tests and pretrains."""
    needed = settings.train_classes + settings.test_classes
    if len(characters) < needed:
        raise PrismError(
            f"train_classes and test_classes are {needed} together, but there are only {len(characters)} characters "
            f"that at least {settings.min_typefaces} typefaces draw: lower them, or min_typefaces."
        )
    order = np.random.default_rng(settings.split_seed).permutation(len(characters))
    counts: dict[Split, int] = {
        "train": settings.train_classes,
        "test": settings.test_classes,
        "pretrain": min(settings.pretrain_classes or len(characters), len(characters) - needed),
    }
    splits = chain.from_iterable(repeat(split, count) for split, count in counts.items())
    drawn = {characters[number]: split for split, number in zip(splits, order, strict=False)}
    return {character: drawn[character] for character in characters if character in drawn}


def _images(typefaces: list[Typeface], splits: dict[str, Split], settings: GlyphsDataset) -> Iterator[StoredImage]:
    """Yield the glyphs of the classes, in the order of the characters and then of the typefaces."""
    random = np.random.default_rng(settings.split_seed)
    for character, split in splits.items():
        drawn_by = [typeface for typeface in typefaces if character in typeface.bitmaps]
        order = random.permutation(len(drawn_by))[: settings.images_per_class]
        for typeface in (drawn_by[number] for number in sorted(order)):
            bitmap = typeface.bitmaps[character]
            grey = np.frombuffer(bitmap, np.uint8).reshape(settings.size, settings.size, 1)
            yield StoredImage(
                path=f"{typeface.family}/{code_point(character)}",
                class_name=class_name(character),
                sha256=hashlib.sha256(bitmap).hexdigest(),
                pixels=grey.repeat(3, axis=2),
                split=split,
            )


def _write_left_out(path: Path, typefaces: list[Typeface], counts: dict[str, int], classes: set[str]) -> None:
    """List the characters that too few typefaces draw, then what each typeface lacks of the others."""
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["family", "character", "reason"])
        for character, count in counts.items():
            if character not in classes:
                writer.writerow(["", class_name(character), f"usable in {count} typefaces only"])
        for typeface in typefaces:
            for character, reason in sorted(typeface.left_out.items()):
                if character in classes:
                    writer.writerow([typeface.family, class_name(character), reason])
