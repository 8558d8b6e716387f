"""The glyphs dataset: its characters, its typefaces, their download, and the drawing of characters."""
