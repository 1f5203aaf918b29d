"""Tests that read the documentation, and what they read it with."""
