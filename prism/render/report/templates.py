"""The report's templates, which fail on a name that they do not know."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from prism.io.files import existing

TEMPLATES = Path(__file__).parents[1] / "templates"


def load_template(folder: Path, name: str, **options: Any) -> Template:
    """Return a template of `folder`; `options` are those of Jinja's environment."""
    existing(folder / name)
    environment = Environment(
        loader=FileSystemLoader(folder), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, **options
    )
    return environment.get_template(name)
