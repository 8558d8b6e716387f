"""The entries of all kinds of figures as one type, told apart by `kind`, and the specification of any of them."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, TypeAlias

from pydantic import Field

from prism.figures import figure_kinds
from prism.figures.entry import FigureEntry
from prism.figures.spec import FigureSpec

if TYPE_CHECKING:
    AnyFigure: TypeAlias = FigureEntry
else:
    AnyFigure = Annotated[reduce(or_, (kind.ENTRY for kind in figure_kinds().values())), Field(discriminator="kind")]

AnyFigureSpec = FigureSpec[AnyFigure]
