"""The configuration, `params.yaml`: its models, how it is read, and the runs it stands for."""

from prism.results.settings import RunSettings
from prism.study.load import load, parse
from prism.study.params import Params
from prism.study.runs import Run

__all__ = ["Params", "Run", "RunSettings", "load", "parse"]
