"""What a run and a study leave on disk."""
