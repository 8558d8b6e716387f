"""The JSON schema of `params.yaml`, exported from the models for Snakemake and for editors."""

from typing import Any

from prism.methods import all_methods
from prism.methods.base import Method
from prism.study.params import Params


def params_schema() -> dict[str, Any]:
    """Return the schema of Params, with the settings that each file in prism/methods/ declares."""
    schema = Params.model_json_schema()
    for key in schema["$defs"]["TrainingOverrides"]["properties"].values():
        del key["default"]  # an override that is not given is not an override by null
    settings = {name: _settings_schema(method) for name, method in all_methods().items()}
    schema["$defs"]["MethodEntry"]["allOf"] = [
        {"if": {"properties": {"uses": {"const": name}}}, "then": {"properties": {"settings": {"$ref": _ref(name)}}}}
        for name in settings
    ]
    schema["$defs"] |= {_ref(name).rsplit("/", 1)[1]: content for name, content in settings.items()}
    return schema | {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def _ref(method: str) -> str:
    return f"#/$defs/settings_{method}"


def _settings_schema(method: type[Method]) -> dict[str, Any]:
    """Return the schema of a method's settings: none is required, and a rate may be `nominal`, that of the noise."""
    properties = method.Settings.model_json_schema()["properties"]
    if "noise_rate" in properties:
        rate = properties["noise_rate"]
        options = rate.pop("anyOf", None) or [rate]
        properties["noise_rate"] = (rate if options != [rate] else {}) | {"anyOf": [*options, {"const": "nominal"}]}
    return {"type": "object", "additionalProperties": False, "properties": properties}
