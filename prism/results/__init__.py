"""The records that a run and a study leave on disk, read and written in one place."""
