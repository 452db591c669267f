"""Opponents made of code."""
