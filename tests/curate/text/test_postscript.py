"""PostScript of dvips, whose fonts are pictures without names."""

from __future__ import annotations

import gzip
import json
import tempfile
from datetime import UTC, datetime

import pytest

from sheaf import programs
from sheaf.curate.text import dvips_fonts
from sheaf.curate.text import postscript as text_postscript
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import TextStage
from sheaf.records import Candidate, Capture, Dropped, Location, Text
from sheaf.settings import Curate

# As dvips' own: a dictionary of words, fonts of bitmaps, a hook for printers at the start. What
# is not needed for text is left out.
DVIPS = r"""%!PS-Adobe-2.0
/TeXDict 250 dict def TeXDict begin /N {def} def /S {exch} N /X {S N} N
/FBB [0 0 0 0] N /nn 0 N /IE 0 N /ctr 0 N
/df { /nn 8 dict N nn begin /FontType 3 N /FontMatrix [1 0 0 1 0 0] N /FontBBox FBB N
string /base X array /BitMaps X /BuildChar {CharBuilder} N /Encoding IE N
end dup {/foo setfont} 2 array copy cvx N load 0 nn put /ctr 0 N [ } N
/E {pop nn dup definefont setfont} N
/CharBuilder {save 3 1 roll S dup /base get 2 index get S /BitMaps get S get /data X pop
data dup length 1 sub get 0 0 0 8 8 setcachedevice
8 8 true [1 0 0 1 0 0] {data 0 8 getinterval} imagemask restore} N
/D {/cc X dup type /stringtype ne {]} if nn /base get cc ctr put nn /BitMaps get S ctr S put
/ctr ctr 1 add N} N
/I {cc 1 add D} N
/@start {userdict /start-hook known {start-hook} if
/IE 256 array N 0 1 255 {IE S 1 string dup 0 3 index put cvn put} for} N
end
TeXDict begin @start
"""
WIDTHS = {"i": 6, "l": 6, "t": 7, "m": 14}


def glyph(code: int, width: int, height: int = 8) -> str:
    """Eight rows of a picture, then its measures as dvips writes them."""
    return f"<{'7E' * 8}{8:02X}{height:02X}8080{width:02X}>{code} D"


def dvips(*lines: tuple[str, bytes], fonts: dict[str, str], after: str = "") -> bytes:
    """Lines of text, each in a font; a font is told by the glyphs that it has."""
    made = DVIPS
    for name, glyphs in fonts.items():
        made += f"/{name} 128 256 df {glyphs} E\n"
    for number, (name, text) in enumerate(lines):
        shown = "".join(f"\\{code:03o}" for code in text)
        made += f"{name} 72 {700 - 30 * number} moveto ({shown}) show\n"
    return (made + f"showpage end {after}\n").encode()


def text_font(codes: bytes) -> str:
    return " ".join(glyph(code, WIDTHS.get(chr(code), 10)) for code in sorted(set(codes)))


def read(data: bytes) -> Text:
    answer = text_postscript.read(data, TextOptions.from_settings(Curate(ocr=False)))
    assert isinstance(answer, Text), answer
    return answer


pytestmark = pytest.mark.parts("ghostscript")


def test_ligatures_of_a_bitmap_font_are_letters():
    line = b"E\x0bective and sequential de\x0cnition, in\x0cnite o\x0ece, \x0dow, ba\x0fe"
    found = read(dvips(("Fa", line), fonts={"Fa": text_font(line)}))
    assert found.content == ("Effective and sequential definition, infinite office, flow, baffle")


def test_dashes_and_quotation_marks_too():
    line = b"the \\quoted\" text{like `this'|ends here."
    found = read(dvips(("Fa", line), fonts={"Fa": text_font(line)}))
    assert found.content == "the “quoted” text–like ‘this’—ends here."


def test_a_font_of_the_newer_encoding_is_known_by_its_codes():
    line = b"E\x1bective de\x1cnition caf\xe9, stra\xffe"
    found = read(dvips(("Fa", line), fonts={"Fa": text_font(line)}))
    assert found.content == "Effective definition café, straße"


def test_a_font_of_formulas_has_greek_letters_and_no_ligatures():
    line = b"where it is so, as one can see."
    letters = " ".join(
        [glyph(11, 13), glyph(12, 12), glyph(58, 6), glyph(59, 6), glyph(110, 15), glyph(111, 12)]
    )
    signs = " ".join([glyph(0, 12), glyph(50, 10), glyph(33, 14)])
    found = read(
        dvips(
            ("Fa", line), ("Fb", b"\x0b\x0c;no"), ("Fc", b"2!\x00"),
            fonts={"Fa": text_font(line), "Fb": letters, "Fc": signs},
        )
    )  # fmt: skip
    assert found.content.split("\n")[1:] == ["αβ,no", "∈→−"]


def test_daggers_are_no_letters():
    line = b"Ada Lovelace, Grace Hopper and others."
    signs = " ".join([glyph(121, 5, 12), glyph(122, 5, 12)])
    found = read(dvips(("Fa", line), ("Fb", b"yz"), fonts={"Fa": text_font(line), "Fb": signs}))
    assert found.content.split("\n")[1] == "†‡"


def test_braces_are_no_f_and_g():
    line = b"ae,mhe at doc.ic.ac.uk, so there."
    braces = " ".join([glyph(102, 5, 12), glyph(103, 5, 12)])
    found = read(dvips(("Fa", line), ("Fb", b"fg"), fonts={"Fa": text_font(line), "Fb": braces}))
    assert found.content.split("\n")[1] == "{}"


def test_a_font_with_a_minus_is_one_of_signs_whatever_else_it_has():
    line = b"where it is so, as one can see."
    signs = " ".join([glyph(0, 12, 1), glyph(50, 10), glyph(97, 9)])
    found = read(dvips(("Fa", line), ("Fb", b"\x002a"), fonts={"Fa": text_font(line), "Fb": signs}))
    assert found.content.split("\n")[1] == "−∈⊣"


def test_letters_that_stand_on_a_typewriter_are_of_one_width():
    line = b"print {x|y} <here> \\n~"
    font = " ".join(glyph(code, 10) for code in sorted(set(line)))
    assert read(dvips(("Fa", line), fonts={"Fa": font})).content == line.decode()


def test_a_prologue_that_starts_twice_is_read():
    line = b"de\x0cnition, twice."
    once = dvips(("Fa", line), fonts={"Fa": text_font(line)})
    again = once.replace(b"TeXDict begin @start", b"TeXDict begin @start @start")
    assert read(once + again).content.split("\f") == ["definition, twice."] * 2


def test_other_postscript_goes_to_ghostscript_as_it_is():
    plain = (
        b"%!PS\n/Helvetica findfont 12 scalefont setfont 72 700 moveto (Plain words) show showpage"
    )
    assert read(plain).content == "Plain words"
    assert text_postscript._add_glyph_names(plain) is plain


@pytest.mark.parametrize(
    "after",
    [
        "/E {exch} def TeXDict begin /Fz 1 300 df (x) /code D E end",
        "userdict /SheafFonts 3 dict put TeXDict begin /Fz 1 300 df <00> 1 D E end",
        "TeXDict begin /Fz 1 300 df <> 1 D E end",
    ],
)
def test_a_hostile_font_costs_its_document_and_no_more(after):
    line = b"some text, here."
    data = dvips(("Fa", line), fonts={"Fa": text_font(line)}, after=after)
    answer = text_postscript.read(data, TextOptions.from_settings(Curate(ocr=False)))
    assert isinstance(answer, Text | Dropped)


def test_the_prologue_does_not_open_what_is_locked(tmp_path):
    wanted = tmp_path / "secret.txt"
    wanted.write_text("secret words")
    line = b"text, here."
    steal = f"({wanted}) (r) file 20 string readstring pop show showpage"
    data = dvips(("Fa", line), fonts={"Fa": text_font(line)}, after=steal)
    answer = text_postscript.read(data, TextOptions.from_settings(Curate(ocr=False)))
    assert not isinstance(answer, Text) or "secret" not in answer.content


@pytest.mark.parametrize(
    "program",
    [
        b"{(%stdout) (w) file dup 65535 string writestring flushfile} loop",
        b"{(endless words) print} loop",
        b"(x) (w) .tempfile exch pop {dup 65535 string writestring} loop",
    ],
)
def test_a_document_that_writes_without_end_is_a_bomb(program, monkeypatch, tmp_path):
    monkeypatch.setattr(programs, "FILE_BYTES", 1024**2)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    answer = TextStage(Curate(), required=False)(candidate(b"%!PS\n" + program))
    assert isinstance(answer, Dropped)
    assert answer.words == "bomb: Ghostscript wrote a file of more than 1 MiB"
    assert list(tmp_path.iterdir()) == []


def candidate(data: bytes) -> Candidate:
    capture = Capture("file:///a.ps", datetime(2024, 5, 1, tzinfo=UTC), Location("a.ps", ""))
    return Candidate(capture, data, "application/postscript")


def test_each_encoding_has_its_full_length():
    tables = (dvips_fonts.TEXT, dvips_fonts.TYPEWRITER, dvips_fonts.MATHS, dvips_fonts.SIGNS)
    assert [len(table) for table in (*tables, dvips_fonts.CORK)] == [128, 128, 128, 128, 256]


@pytest.mark.shared
def test_real_titles_have_all_their_letters(shared_data):
    lines = (shared_data / "ps.jsonl").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    small = [one for one in told if one["title"] and one["file"].endswith(".ps")]
    one = min(small, key=lambda one: abs(one["bytes"] - 151_914))
    found = read((shared_data / one["file"]).read_bytes())
    assert one["title"].lower() in " ".join(found.first_page.split()).lower()


@pytest.mark.shared
def test_a_real_page_has_sizes_weights_and_braces(shared_data):
    data = (shared_data / "ps" / "martinescard-2d50e4b3.ps").read_bytes()
    found = text_postscript.read(data, TextOptions(layout_pages=1, max_pages=1))
    assert isinstance(found, Text)
    body = next(line for line in found.lines if line.text.startswith("The notion of a continuous"))
    title = next(line for line in found.lines if line.text == "The way-below relation")
    assert body.size == pytest.approx(10.95, abs=0.3)
    assert title.size == pytest.approx(17.28, abs=0.5)
    assert (title.is_bold, body.is_bold) == (True, False)
    assert "{erker,keimel}@mathematik.th-darmstadt.de" in found.first_page


@pytest.mark.shared
def test_an_accent_is_joined_to_its_letter_where_fonts_are_pictures(shared_data):
    packed = (shared_data / "ps" / "martinescard-ea528cdb.ps.gz").read_bytes()
    assert "Escardó" in read(gzip.decompress(packed)).first_page
