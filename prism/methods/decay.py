"""Decay of the learning rate over a training."""

import math


def cosine(iteration: int, iterations: int) -> float:
    """Return the share of the learning rate at an iteration, counted from 0: from 1 down to 0 along half a cosine."""
    return (1 + math.cos(math.pi * iteration / iterations)) / 2
