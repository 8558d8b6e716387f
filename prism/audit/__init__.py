"""Wrong labels in somebody's own images: which they are, how many, and what they should be."""
