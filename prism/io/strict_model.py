"""The base of every model that is read from a file or from the command line."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

Seed = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(pattern=r"^[a-z0-9_]+$", description="lower-case letters, digits and _")]


class StrictModel(BaseModel):
    """A frozen model that takes no unknown keys and converts no types."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, content: Any) -> Any:
        """Name a misspelt key and the keys there are; pydantic would first complain of the one that is missing."""
        for key in content if isinstance(content, dict) else ():
            if key not in cls.model_fields:
                raise ValueError(f"has the unknown key {key!r}; it may have {', '.join(cls.model_fields)}")
        return content

    def recorded(self) -> dict[str, Any]:
        """Return the fields that are set, as they are written into a record on disk."""
        return self.model_dump(mode="json", exclude_none=True)
