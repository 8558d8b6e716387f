"""The algorithm: filter, scores, memory bank and memory contrastive loss. Needs torch alone."""
