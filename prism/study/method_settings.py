"""The settings that a method declares, read from the exported schema: importing the method would take seconds."""

from functools import cache
from pathlib import Path
from typing import Any

from prism.io.files import read_json

SCHEMA = Path(__file__).with_name("params.schema.json")


def settings_schema(uses: str, schema: Path = SCHEMA) -> dict[str, Any] | None:
    """Return the JSON schema of the settings in prism/methods/{uses}.py; None for a method newer than the schema."""
    found: dict[str, Any] | None = _definitions(schema).get(f"settings_{uses}")
    return found


def declared_settings(uses: str) -> list[str]:
    """Return the names of the settings that a method declares; none if it is newer than the schema."""
    return list((settings_schema(uses) or {}).get("properties", {}))


def default_settings(uses: str) -> dict[str, Any]:
    """Return the declared defaults of a method's settings."""
    properties = (settings_schema(uses) or {}).get("properties", {})
    return {name: about["default"] for name, about in properties.items() if "default" in about}


def estimates_noise_rate(uses: str) -> bool:
    """Return whether a method takes `noise_rate: auto`; one newer than the schema says so itself when it trains."""
    schema = settings_schema(uses)
    options = schema["properties"]["noise_rate"]["anyOf"] if schema else [{"const": "auto"}]
    return any(option.get("const") == "auto" for option in options)


@cache
def _definitions(schema: Path) -> dict[str, Any]:
    definitions: dict[str, Any] = read_json(schema)["$defs"]
    return definitions
