"""Models of label noise: one small file each, found by its name."""
