"""The Paper as JSON, one line: everything that was read, under the names of docs/reference."""

from __future__ import annotations

import json

from sheaf.extract.formats.model import Json


def write(paper: Json) -> str:
    try:
        text = json.dumps(paper, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        # Python writes and reads NaN and Infinity; JSON has no word for them but null.
        read = json.loads(json.dumps(paper, default=str), parse_constant=lambda _: None)
        text = json.dumps(read, ensure_ascii=False)
    # Half a surrogate pair cannot be written as UTF-8; a question mark stands in for it.
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"
