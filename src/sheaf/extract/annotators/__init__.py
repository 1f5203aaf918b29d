"""More about a paper than any reader asks for: keyphrases, funding, and what others add.

An annotator is a plug-in with the contract of extract/contract.py; annotate.py runs those that
are wanted. What they find stands in the paper's extras, under their names.
"""

from __future__ import annotations

from sheaf.extract.annotators.annotate import annotate_paper

__all__ = ["annotate_paper"]
