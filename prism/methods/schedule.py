"""Learning-rate schedules."""

import math


def cosine(iteration: int, iterations: int) -> float:
    """The share of the learning rate at `iteration` (0-based): from 1 down to 0 along half a cosine."""
    return (1 + math.cos(math.pi * iteration / iterations)) / 2
