"""Names for the letters of TeX's bitmap fonts, so that PostScript made of them has a text.

dvips turns a font of TeX into pictures, one for each code, and calls them by their codes: nobody
is told that the twelfth is an fi. Ghostscript then writes a PDF whose ligatures, accents and
Greek letters are pictures and nothing else. What is made here runs before the document: it waits
for dvips' own prologue (through the hook that this has for printers), and gives each font an
encoding with names when it is complete. Which encoding is told by the codes that a font uses and
by the widths of a few letters, as the font's name is not in the file.
"""

from __future__ import annotations

# What dvips keeps its words in: a file without it is not of dvips.
DICTIONARY = b"TeXDict"

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALL = CAPITALS.lower()
GREEK = "ΓΔΘΛΞΠΣΥΦΨΩ"
NONE = "\0"  # has no name, and keeps the one that dvips gave

# The 128 characters of each encoding, as in the tables of the fonts.
TEXT = (
    GREEK + "ﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ" + NONE + "!”#$%&’()*+,-./0123456789:;¡=¿?@"
    + CAPITALS + "[“]ˆ˙‘" + SMALL + "–—˝˜¨"
)  # fmt: skip
TYPEWRITER = (
    GREEK + "↑↓'¡¿ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ" + NONE + "!\"#$%&’()*+,-./0123456789:;<=>?@"
    + CAPITALS + "[\\]^_‘" + SMALL + "{|}~¨"
)  # fmt: skip
MATHS = (
    GREEK + "αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁" + NONE * 2 + "▷◁0123456789.,</>⋆∂"
    + CAPITALS + "♭♮♯⌣⌢ℓ" + SMALL + "ıȷ℘" + NONE * 2
)  # fmt: skip
SIGNS = (
    "−·×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•≍≡⊆⊇≤≥≼≽∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽" + NONE + "↦∀∃¬∅ℜℑ⊤⊥ℵ"
    + CAPITALS + "∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠"
)  # fmt: skip
# The newer encoding, of 256: only its text fonts have letters beyond the first half.
CORK = (
    "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\u200b" + NONE + "ıȷﬀﬁﬂﬃﬄ" + NONE + "!\"#$%&’()*+,-./0123456789:;<=>?@"
    + CAPITALS + "[\\]^_‘" + SMALL + "{|}~-"
    + "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ" + NONE + "àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)  # fmt: skip


def name_of(char: str) -> str:
    """As PostScript calls a character: every reader of glyph names knows this form."""
    return f"/uni{ord(char):04X}" if char != NONE else "null"


def _table(name: str, chars: str) -> str:
    return f"/{name} [{' '.join(map(name_of, chars))}] def\n"


# A dictionary of our own, so that nothing of the document's is overwritten. `seen` holds the
# widths of the codes of the font that is being read, and -1 for codes that it does not have.
TABLES = "".join(
    _table(name, chars)
    for name, chars in (
        ("text", TEXT), ("typewriter", TYPEWRITER), ("maths", MATHS), ("signs", SIGNS),
        ("cork", CORK),
    )
)  # fmt: skip
PROLOGUE = (
    "userdict /SheafFonts 60 dict dup begin\n"
    + TABLES
    + """
/seen 256 array def
/heights 256 array def
/forget {0 1 255 {dup seen exch -1 put heights exch 0 put} for} def
forget
/has {seen exch get 0 ge} def
/any {false exch {has or} forall} def
/between {false 3 1 roll 1 exch {has or} for} def
/small {0 97 1 122 {has {1 add} if} for} def
/wider { % a code, another, and how many times wider the first must be
  /times exch def /second exch def /first exch def
  first has second has and {seen first get seen second get times mul ge} {false} ifelse
} def
/even { % all of one width, and not only a few digits
  /count 0 def /width -1 def /same true def
  33 1 126 {
    dup has {
      seen exch get /count count 1 add def
      width 0 lt {/width exch def} {width ne {/same false def} if} ifelse
    } {pop} ifelse
  } for
  same count 5 gt and
} def
/tall {dup has {dup heights exch get exch seen exch get 1.6 mul gt} {pop false} ifelse} def
/flat {dup has {dup heights exch get 4 mul exch seen exch get lt} {pop false} ifelse} def
/braces { % both as wide, which f and g never are
  102 tall 103 tall and {seen 102 get seen 103 get eq} {false} ifelse
} def
/is-signs { % a minus, which has the code of a letter, or braces; or it has none of a, r, s, t,
  % but signs or a dagger, which has the code of y
  0 flat braces or
  [97 114 115 116] any not 0 10 between 15 39 between or 121 tall or 122 tall or and or
} def
/is-text { % by parentheses, comma, hyphen, full stop; else by what speaks for letters of formulas
  [40 41 44 45 46] any {true} {
    110 111 1.18 wider 120 121 1.08 wider or [59 60 62 64] any or 28 33 between or
    {false} {small 5 gt} ifelse
  } ifelse
} def
/is-cork {128 255 between 27 31 between 11 15 between not and or} def
/chosen {
  even {typewriter} {
    is-signs {signs} {
      small 0 eq {null} {is-text {is-cork {cork} {text} ifelse} {maths} ifelse} ifelse
    } ifelse
  } ifelse
} def
/rename { % a font, an encoding: the names that the encoding knows, and for the rest the old ones
  /table exch def /font exch def
  /names 256 array def
  font /Encoding get 0 1 255 {2 copy get names 3 1 roll put} for pop
  0 1 table length 1 sub {
    table 1 index get dup null eq {pop pop} {names 3 1 roll put} ifelse
  } for
  font /Encoding names put
} def
% The picture and the code of a glyph, left as they are. The picture is a string or the open end
% of an array; the last of its numbers is the width, the last but three the height.
/glyph {
  /code exch def
  code type /integertype eq {code 0 ge code 255 le and} {false} ifelse {
    dup type /stringtype eq
    {dup length 4 gt {dup dup length 4 sub get 1 index dup length 1 sub get} {0 0} ifelse}
    {3 index 1 index} ifelse
    seen code 3 -1 roll put heights code 3 -1 roll put
  } if
  code
} def
/complete {
  mark {SheafFonts begin chosen dup null eq {pop} {nn exch rename} ifelse end} stopped
  {currentdict SheafFonts eq {end} if} if
  cleartomark
  SheafFonts begin forget end
} def
/new-D {SheafFonts begin glyph end SheafFonts /D get exec} def
/new-E {SheafFonts /complete get exec SheafFonts /E get exec} def
/hook { % runs where dvips' own dictionary is open
  currentdict /D known currentdict /E known and {
    currentdict /D get SheafFonts /new-D get eq not {
      [/D /E] {SheafFonts exch currentdict 1 index get put} forall
      currentdict /D SheafFonts /new-D get put
      currentdict /E SheafFonts /new-E get put
    } if
  } if
} def
end put
userdict /start-hook {SheafFonts /hook get exec} put
"""
)
