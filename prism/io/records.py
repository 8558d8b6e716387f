"""Typed records in JSON files: a file that does not fit its model gives one sentence."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from prism.errors import PrismError
from prism.io.files import existing, write_json

Record = TypeVar("Record", bound=BaseModel)


def read_record(path: Path, model: type[Record]) -> Record:
    """Return the content of a JSON file as `model`."""
    try:
        return model.model_validate_json(existing(path).read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        problem = f"{key}: {first['msg']}" if key else first["msg"]
        raise PrismError(f"{path} is not as it should be ({problem}): delete it and make it again.") from error


def write_record(path: Path, record: BaseModel) -> None:
    """Write a record as JSON with sorted keys, so that equal records have equal bytes."""
    write_json(path, record.model_dump())
