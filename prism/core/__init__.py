"""The algorithm: the filter, its scores and its memory, and the memory contrastive loss. It needs torch alone."""
