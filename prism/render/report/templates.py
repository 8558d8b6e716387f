"""The templates of the report, which fail on a name that they do not know."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from prism.io.files import existing


def template(folder: Path, name: str, **options: Any) -> Template:
    existing(folder / name)
    environment = Environment(
        loader=FileSystemLoader(folder), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, **options
    )
    return environment.get_template(name)
