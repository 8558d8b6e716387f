"""Precision@1 and MAP@R among the test images."""

from prism.metrics.measurement import Embedded, Measurement, Metric


def measure(test: Embedded) -> dict[str, float]:
    """Return both scores of the test images, each of them a query among the others."""
    from prism.metrics.retrieval import retrieval_metrics

    return retrieval_metrics(test.embeddings, test.labels)._asdict()


MEASUREMENT = Measurement(metrics=(Metric("precision_at_1", "P@1"), Metric("map_at_r", "MAP@R")), measure=measure)
