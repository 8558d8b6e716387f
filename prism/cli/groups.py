"""Verbs in groups, each under a heading of its own in `prism --help`."""

from typing import Any

import typer
from typer.core import TyperGroup

FOR_PEOPLE = "For people"
FOR_RULES = "What the rules of the workflow call"
FOR_UPKEEP = "Upkeep of this repository"


class GroupedVerbs(TyperGroup):
    """A group of verbs whose help lists them under the headings that they name.

    Typer brings its own copy of click, whose classes have no public names: hence `Any`.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the verbs in the order of their definition."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the verbs that are not hidden, a section a heading."""
        visible = {name: command for name, command in self.commands.items() if not command.hidden}
        width = formatter.width - 6 - max(map(len, visible))
        for heading in dict.fromkeys(_heading(command) for command in visible.values()):
            rows = [
                (name, command.get_short_help_str(width))
                for name, command in visible.items()
                if _heading(command) == heading
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)


def _heading(command: Any) -> str:
    return str(getattr(command, "rich_help_panel", None) or FOR_RULES)


def verbs(**options: Any) -> typer.Typer:
    """Return an empty group of verbs in the plain look that all of them have."""
    return typer.Typer(
        no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **options
    )
