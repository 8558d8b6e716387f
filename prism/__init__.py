"""PRISM: noise-resistant deep metric learning by ranking-based instance selection (CVPR 2021)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prism import noise
    from prism.audit.issues import estimate_noise_rate, find_label_issues
    from prism.audit.rate import NoiseRate
    from prism.core.filter import PrismFilter, Selection
    from prism.core.memory import MemoryBank
    from prism.errors import PrismError
    from prism.integrations.miner import PrismMiner as PrismMiner
    from prism.metrics.retrieval import RetrievalMetrics, retrieval_metrics

# Without PrismMiner, which needs pytorch-metric-learning: `from prism import *` works without it.
__all__ = [
    "MemoryBank",
    "NoiseRate",
    "PrismError",
    "PrismFilter",
    "RetrievalMetrics",
    "Selection",
    "estimate_noise_rate",
    "find_label_issues",
    "noise",
    "retrieval_metrics",
]

_HOMES = {
    "MemoryBank": "prism.core.memory",
    "NoiseRate": "prism.audit.rate",
    "PrismError": "prism.errors",
    "PrismFilter": "prism.core.filter",
    "PrismMiner": "prism.integrations.miner",
    "RetrievalMetrics": "prism.metrics.retrieval",
    "Selection": "prism.core.filter",
    "estimate_noise_rate": "prism.audit.issues",
    "find_label_issues": "prism.audit.issues",
    "retrieval_metrics": "prism.metrics.retrieval",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: torch takes seconds, and most verbs do without it."""
    if name == "noise":
        return import_module("prism.noise")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'prism' has no attribute {name!r}")
