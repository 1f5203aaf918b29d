"""A Paper as others want to read it: one writer a module, all from one model.

Each takes the JSON of a Paper, also one that an older version of Sheaf wrote, and answers with
text. `FORMATS` lists them; `write` finds one by its name.
"""

from __future__ import annotations

from sheaf.extract.formats.registry import FORMATS, Bibliography, Format, Table, find_format, write

__all__ = ["FORMATS", "Bibliography", "Format", "Table", "find_format", "write"]
