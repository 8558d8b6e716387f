"""Collect what the page's script needs: the cards, the thumbnails and the tables."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd

from prism.audit.classes import class_table, confusions
from prism.audit.images import LabelledImages
from prism.audit.names import named_issues
from prism.audit.page.choose import TypicalImages, kinds, suspicious
from prism.audit.page.reason import reason
from prism.audit.page.thumbnails import thumbnails

OTHERS = [f"predicted_{n}" for n in range(2, 6)]


def page_content(page: Path, images: LabelledImages, issues: pd.DataFrame, top: int) -> dict[str, Any]:
    """Return the page's data, in which a class and a thumbnail are numbers; `page` is where the page will lie."""
    named = named_issues(images, issues)
    number = {name: index for index, name in enumerate(images.classes)}
    typical = TypicalImages(named)
    pictures: dict[int, int] = {}  # the place among the thumbnails of each row that has one

    def picture(row: int) -> int:
        return pictures.setdefault(row, len(pictures))

    cards = []
    for row in suspicious(named, top).itertuples():
        at: Any = row.Index
        card: Any = row
        copy = int(card.near_duplicate_of) if card.is_near_duplicate and card.near_duplicate_of >= 0 else None
        others = [getattr(card, column) for column in OTHERS]
        fitting = [number[name] for name in (card.predicted_label, *others) if isinstance(name, str)]
        cards.append(
            {
                "row": at,
                "path": card.path,
                "href": _href(page, images.root / card.path),
                "given": number[card.given_label],
                "predicted": number[card.predicted_label],
                "fitting": [label for label in fitting if label != number[card.given_label]],
                "score": round(float(card.label_score), 6),
                "kinds": list(kinds(card)),
                "reason": reason(card, *_copy(named, copy)),
                "picture": picture(at),
                "like_given": [picture(other) for other in typical.beside(at, card.given_label)],
                "like_predicted": [picture(other) for other in typical.beside(at, card.predicted_label)],
                "copy": None if copy is None else picture(copy),
            }
        )
    return {
        "audit": audit_checksum(named),
        "classes": images.classes,
        "cards": cards,
        "confusions": [[number[a], number[b], n] for a, b, n in confusions(named).itertuples(index=False)],
        "class_table": [
            [number[name], n, round(share, 4), None if pd.isna(other) else number[other]]
            for name, n, share, other in class_table(named).itertuples(index=False)
        ],
        "pictures": thumbnails([images.root / images.paths[row] for row in pictures]),
    }


def _copy(named: pd.DataFrame, row: int | None) -> tuple[str | None, str | None]:
    """Return the path and the label of an image's first copy."""
    return (None, None) if row is None else (named["path"][row], named["given_label"][row])


def _href(page: Path, image: Path) -> str:
    """Return the address of an image as seen from the page, so that both can be moved together."""
    return quote(os.fsencode(os.path.relpath(image, page.parent)))


def audit_checksum(named: pd.DataFrame) -> str:
    """Return a checksum of the paths, labels and scores, under which a browser keeps the decisions of this audit."""
    rows = named[["path", "given_label", "label_score"]].itertuples(index=False, name=None)
    text = json.dumps([[path, label, round(float(score), 6)] for path, label, score in rows])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def as_script_data(content: Any) -> str:
    """Return JSON in plain ASCII that can stand in an HTML script element: nothing in it ends or opens an element."""
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
