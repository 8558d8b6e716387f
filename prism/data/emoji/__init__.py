"""The emoji dataset: its free sets, their download, and the rendering of their drawings."""
