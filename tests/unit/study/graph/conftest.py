"""The small study."""

from small_study import content, frozen, small  # noqa: F401
