"""The configuration, `params.yaml`: its models, how it is read, and the runs it stands for."""

from prism.params.load import load, parse
from prism.params.models import Params
from prism.params.runs import Run
from prism.params.settings import RunSettings

__all__ = ["Params", "Run", "RunSettings", "load", "parse"]
