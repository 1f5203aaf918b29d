"""The charsets of web pages, and the codecs of Python that read them as browsers do."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

# The charsets of the Encoding Standard, by their names in Python.
WEB_CODEC = re.compile(
    r"utf-8|utf-16(?:-[lb]e)?|ascii|iso8859-\d+|cp125[0-8]|cp866|cp874|tis-620|koi8-[ru]|mac-roman"
    r"|mac-cyrillic|gbk|gb2312|gb18030|big5|big5hkscs|euc_jp|iso2022_jp|shift_jis|cp932|euc_kr|cp949"
)
BROWSERS_READ_AS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-16-le",
}


@lru_cache(maxsize=256)
def codec_of(charset: str) -> str:
    """The codec for a charset of the web, empty for anything else.

    Python knows more of them, and some would cost a hostile page's reader dearly.
    """
    name = charset.removeprefix("x-").removesuffix("-i")
    name = name.replace("windows-31j", "cp932").replace("windows-", "cp")
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    return BROWSERS_READ_AS.get(codec, codec) if WEB_CODEC.fullmatch(codec) else ""
