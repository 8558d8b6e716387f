"""No noise: every label is right."""

from prism.noise.model import NoiseModel

MODEL = NoiseModel(
    label="clean",
    has_rate=False,
    corrupt=lambda labels, rate, settings, features: labels,
    transition="symmetric",
)
