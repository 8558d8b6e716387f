"""Render tables and the report from the collected metrics."""
