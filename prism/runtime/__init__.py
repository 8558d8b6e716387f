"""The process that computes: its threads, and shortcuts that let it start and end quickly."""
