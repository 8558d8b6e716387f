"""A study that takes seconds: a whole network is trained for a few iterations on a few made images."""

from pathlib import Path
from typing import Any

import numpy as np
import yaml
from PIL import Image

from project import Project

METHODS = ["circle", "mcl_prism"]
CHANGES: dict[str, Any] = {
    "datasets": {"mine": {"kind": "folder", "title": "Mine", "root": "images", "size": 40, "noise_rate": 0.2}},
    "backbones": {"tiny": {"architecture": "resnet18", "input_size": 32, "batch_size": 16}},
    "tables": {"tiny": {"caption": "Tiny", "metrics": ["precision_at_1"], "rows": METHODS, "noise": ["natural"]}},
    "figures": {
        "iterations": {
            "kind": "iterations", "caption": "Lines", "metric": "precision_at_1", "noise": "natural",
            "lines": {"Circle": "circle", "PRISM": "mcl_prism"},
        },
        "window": {
            "kind": "sweep", "caption": "Sweep", "metric": "precision_at_1", "noise": "natural", "method": "mcl_prism",
            "setting": "window", "values": [30],
        },
    },
    "studies": {
        "tiny": {
            "title": "A few made images",
            "tables": {"tiny": ["mine"]},
            "figures": {"iterations": ["mine"], "window": ["mine"]},
            "backbone": "tiny",
            "end_to_end": {"pretrained": False, "workers": 0},
            "training": {
                "iterations": 4, "classes_per_batch": 4, "images_per_class": 2, "embedding_dim": 8,
                "learning_rate": 1.0e-3, "weight_decay": 0.0, "evaluate_every": 2, "checkpoint_every": 2,
            },
            "seeds": [0],
        }
    },
}  # fmt: skip


def add_tiny_study(project: Project) -> None:
    """Make images, define the study `tiny` of them, and choose it in params.yaml."""
    write_images(project.folder / "images")
    params = project.folder / "params.yaml"
    content = yaml.safe_load(params.read_text())
    for key, entries in CHANGES.items():
        content[key] |= entries
    params.write_text(yaml.safe_dump(content | {"study": "tiny"}, sort_keys=False))


def write_images(folder: Path, classes: int = 8, images: int = 6) -> None:
    """Write images with one colour for each class, mixed with noise, so that a few are mistaken for another class."""
    random = np.random.default_rng(0)
    for number in range(classes):
        (folder / str(number)).mkdir(parents=True)
        colour = random.normal(128, 20, size=3)
        for image in range(images):
            tint = colour + random.normal(0, 12, size=3)
            pixels = np.clip(tint + random.normal(0, 30, size=(48, 52, 3)), 0, 255).astype(np.uint8)
            Image.fromarray(pixels).save(folder / f"{number}/{image}.jpg")
