import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from prism.study.schema import params_schema


def test_the_exported_schema_is_up_to_date(schema_file: Path) -> None:
    exported = json.loads(schema_file.read_text(encoding="utf-8"))
    assert exported == json.loads(json.dumps(params_schema())), "run `make schema`"


def test_the_shipped_file_is_valid(schema_file: Path, content: dict[str, Any]) -> None:
    schema = json.loads(schema_file.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(content, schema)


def test_the_schema_knows_the_settings_of_each_method(content: dict[str, Any]) -> None:
    content["methods"]["mcl"]["settings"]["windw"] = 1
    with pytest.raises(jsonschema.ValidationError, match="windw"):
        jsonschema.validate(content, params_schema())
