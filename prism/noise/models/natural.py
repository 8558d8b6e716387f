"""Natural noise: the labels are as they were collected, and nobody knows which of them are wrong."""

from prism.noise.model import NoiseModel

MODEL = NoiseModel(
    label="natural",
    has_rate=False,
    truth_is_known=False,
    corrupt=lambda labels, rate, settings, features: labels,
    transition="symmetric",  # nobody knows it, and methods take it for symmetric
)
