"""Pretrained networks: one light file each, found by its name, which declares an ARCHITECTURE."""
