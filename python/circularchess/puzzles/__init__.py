"""Mate problems."""
