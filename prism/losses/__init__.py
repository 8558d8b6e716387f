"""Losses that pytorch-metric-learning does not have."""

from prism.losses.memory_contrastive import bank_loss, contrastive_loss, memory_contrastive_loss

__all__ = ["bank_loss", "contrastive_loss", "memory_contrastive_loss"]
