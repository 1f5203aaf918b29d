"""Read it: title, authors, abstract and text out of a kept document.

An extractor is a plug-in with the contract of contract.py; reading.py runs it in a worker.
"""
