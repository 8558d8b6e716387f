"""Mean average precision of landmark queries, in the Easy, Medium and Hard protocols."""

from prism.metrics.measurement import Embedded, Measurement, Metric


def measure(test: Embedded) -> dict[str, float]:
    """Return the scores of the queries, with the test images as the database."""
    from prism.metrics.landmarks import landmark_metrics

    assert test.queries is not None
    assert test.ground_truth is not None
    return landmark_metrics(test.queries, test.embeddings, test.ground_truth)


MEASUREMENT = Measurement(
    metrics=(Metric("map_easy", "mAP Easy"), Metric("map_medium", "mAP Medium"), Metric("map_hard", "mAP Hard")),
    measure=measure,
    needs_queries=True,
)
