"""Requests and their answers: libcurl, DNS, the options of a request, the memory for bodies."""
