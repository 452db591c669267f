"""Counting and random games."""
