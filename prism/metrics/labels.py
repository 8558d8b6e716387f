"""What readers call the metrics."""

RETRIEVAL_LABELS: dict[str, str] = {"precision_at_1": "P@1", "map_at_r": "MAP@R"}
METRIC_LABELS: dict[str, str] = RETRIEVAL_LABELS | {
    "map_easy": "mAP Easy",
    "map_medium": "mAP Medium",
    "map_hard": "mAP Hard",
    "seconds_per_1000_iterations": "s / 1,000 it.",
}
