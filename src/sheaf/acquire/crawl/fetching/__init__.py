"""Requests and their answers: libcurl, name look-ups, and what a request may carry."""
