"""Pretrained networks whose features the studies use."""
