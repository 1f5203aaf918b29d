"""Text of LaTeX source: what would be printed, without the formulas and the machinery.

Files that it would read in (\\input) are not followed: a source is judged by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from sheaf.curate.text.clean import tidy
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.plain import decode_text
from sheaf.records import Dropped, Outcome, Text

READER = "latex"
LONGEST = 8 * 1024**2
TOKEN = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]{0,60}\}|\\[A-Za-z@]+\*?|\\.|%[^\n]*\n?[ \t]*|\$\$?|[{}]"
    r"|\n[ \t]*\n\s*|[^\\%${}\n]+|\n",
    re.DOTALL,
)
# Commands whose argument is not printed, and how many arguments they have.
ONE_ARGUMENT = (
    "label usepackage documentclass documentstyle includegraphics input include vspace hspace "
    "bibliographystyle bibliography pagestyle thispagestyle ref eqref pageref cref autoref nocite "
    "graphicspath hypersetup geometry RequirePackage usetikzlibrary index pagenumbering"
)
TWO_ARGUMENTS = (
    "setlength addtolength setcounter addtocounter newcommand renewcommand providecommand "
    "newtheorem DeclareMathOperator definecolor PassOptionsToPackage"
)
UNPRINTED = {
    **dict.fromkeys(ONE_ARGUMENT.split(), 1),
    **dict.fromkeys(TWO_ARGUMENTS.split(), 2),
    **dict.fromkeys(("newenvironment", "renewenvironment"), 3),
}
HEADING_NAMES = "title part chapter section subsection subsubsection paragraph caption author date"
HEADINGS = frozenset(HEADING_NAMES.split())
FORMULAS_AND_CODE = (
    "equation align gather multline eqnarray displaymath math tikzpicture picture verbatim "
    "lstlisting comment alltt array pspicture flalign alignat minted"
)
UNPRINTED_PARTS = frozenset(FORMULAS_AND_CODE.split())
NAMED_PARTS = {"abstract": "Abstract", "thebibliography": "References", "keywords": "Keywords"}
ACCENTS = dict(zip("'`\"^~=.uvHcdbkr", map(chr, (
    0x301, 0x300, 0x308, 0x302, 0x303, 0x304, 0x307, 0x306, 0x30C, 0x30B, 0x327, 0x323, 0x331,
    0x328, 0x30A)), strict=True))  # fmt: skip
LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "ldots": "...", "dots": "...", "LaTeX": "LaTeX",
    "TeX": "TeX", "S": "§", "P": "¶", "textendash": "–", "textemdash": "—", "and": ", ",
}  # fmt: skip
ARGUMENT = re.compile(r"\s*(?:\[[^\]]{0,500}\]\s*)*\{")
OPTION = re.compile(r"\s*\[[^\]]{0,500}\]")
ACCENTED = re.compile(r"\s*+\{?\s*+(\\[ij](?![A-Za-z])|[A-Za-z])\s*\}?")
CITATION = re.compile(r"(?:text|paren|foot|auto)?[cC]ite[a-zA-Z]*\*?")
SPACES = re.compile(r"[ \t]+")
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
LONGEST_GROUP = 20_000


def read(data: bytes, options: TextOptions) -> Text | Dropped:
    source = decode_text(data[:LONGEST]).replace("\r\n", "\n").replace("\r", "\n")
    content = extract_words(source)
    if not content.strip():
        return Dropped(Outcome.UNREADABLE_TEXT, "the source prints nothing")
    found = _argument_of(source, "title")
    title = " ".join(extract_words(found).split()) if found else ""
    return Text(content, 1, READER, content, title=title)


def extract_words(source: str) -> str:
    """The words of a source, line by line."""
    begin = source.find("\\begin{document}")
    if begin >= 0:
        front = (_argument_of(source[:begin], name) for name in ("title", "author", "date"))
        head = "\n".join(part for part in front if part)
        stop = source.find("\\end{document}", begin)
        body = source[begin + len("\\begin{document}") : stop if stop >= 0 else None]
        source = f"{head}\n\n{body}"
    text = "".join(_Printer(source).words())
    text = text.replace("~", " ").replace("---", "—").replace("--", "–")
    text = text.replace("``", "“").replace("''", "”")
    lines = (SPACES.sub(" ", line).strip() for line in tidy(text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _argument_of(source: str, command: str) -> str:
    found = re.search(rf"\\{command}\s*(?:\[[^\]]{{0,500}}\]\s*)?\{{", source)
    return source[found.end() : group_end(source, found.end())] if found else ""


def group_end(source: str, at: int) -> int:
    """Where the group that began before `at` is closed."""
    depth = 1
    for brace in BRACE.finditer(source, at, at + LONGEST_GROUP):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    return min(at + LONGEST_GROUP, len(source))


class _Printer:
    """One pass over the source, token by token, so that its time grows with its length alone."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.ends: list[str] = []  # what is printed where each open group closes

    def words(self) -> Iterator[str]:
        while token := TOKEN.match(self.source, self.at):
            self.at = token.end()
            yield from self._print(token[0])

    def _print(self, token: str) -> Iterator[str]:
        if token.startswith("\\"):
            yield from self._command(token)
        elif token[0] == "$":
            self._skip_past(token)
            yield " "
        elif token[0] == "{":
            self.ends.append("")
        elif token[0] == "}":
            yield self.ends.pop() if self.ends else ""
        elif token[0] == "\n":
            yield "\n\n" if token.count("\n") > 1 else "\n"
        elif token[0] != "%":
            yield token

    def _command(self, token: str) -> Iterator[str]:
        name = token[1:].rstrip("*")
        if token.startswith(("\\begin", "\\end")) and "{" in token:
            yield from self._part(token)
        elif name in ACCENTS and (letter := ACCENTED.match(self.source, self.at)):
            self.at = letter.end()
            base = letter[1].lstrip("\\")
            yield unicodedata.normalize("NFC", base + ACCENTS[name])
        elif name in LETTERS:
            yield LETTERS[name]
        elif name in UNPRINTED:
            self._skip_arguments(UNPRINTED[name])
        elif CITATION.fullmatch(name):
            yield from self._citation()
        elif name == "bibitem":
            self._skip_arguments(1)
            yield "\n"
        elif name in HEADINGS:
            yield from self._heading()
        elif name in ("[", "("):
            self._skip_past("\\]" if name == "[" else "\\)")
            yield " "
        elif name == "item" or name in ("\\", "newline", "par", "newpage", "maketitle"):
            yield "\n"
        elif not name[:1].isalpha():
            yield name if name in ("%", "&", "#", "_", "{", "}", "$") else " "
        else:
            self._skip_option()

    def _part(self, token: str) -> Iterator[str]:
        kind, _, name = token[1:-1].partition("{")
        bare = name.strip().rstrip("*")
        if kind.strip() == "begin" and bare in UNPRINTED_PARTS:
            self._skip_past(f"\\end{{{name}}}")
            yield " "
        elif kind.strip() == "begin":
            self._skip_option()
            if bare == "thebibliography":
                self._skip_arguments(1)
            yield f"\n{NAMED_PARTS[bare]}\n" if bare in NAMED_PARTS else "\n"
        else:
            yield "\n"

    def _heading(self) -> Iterator[str]:
        argument = ARGUMENT.match(self.source, self.at)
        if argument:
            self.at = argument.end()
            self.ends.append("\n")
            yield "\n"

    def _citation(self) -> Iterator[str]:
        argument = ARGUMENT.match(self.source, self.at)
        if argument:
            end = group_end(self.source, argument.end())
            yield f"[{self.source[argument.end() : end]}]"
            self.at = end + 1

    def _skip_option(self) -> None:
        option = OPTION.match(self.source, self.at)
        if option:
            self.at = option.end()

    def _skip_arguments(self, count: int) -> None:
        for _ in range(count):
            argument = ARGUMENT.match(self.source, self.at)
            if argument is None:
                self._skip_option()
                return
            self.at = group_end(self.source, argument.end()) + 1

    def _skip_past(self, mark: str) -> None:
        """To behind the mark; a formula that is never closed costs nothing but itself."""
        end = self.source.find(mark, self.at, self.at + 200_000)
        if end >= 0:
            self.at = end + len(mark)
