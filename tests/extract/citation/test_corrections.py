"""What rules put right where the model has seen too little: series, marks, numbers, long lists."""

import pytest

from sheaf.extract.citation.parsing import parse_references

# Venue, series, volume, and what stands behind "In:".
HELD_STRINGS = """\
TACAS | LNCS | 7214 | Flanagan, C., König, B. (eds.) TACAS. LNCS, vol. 7214, pp. 1–15. Springer (2012)
CAV | LNCS | 6806 | Qadeer, S. (ed.) CAV. LNCS, vol. 6806, pp. 184–190. Springer (2011)
CONCUR | LNCS | 3170 | CONCUR. LNCS, vol. 3170, pp. 276–291 (2004)
GandALF | EPTCS | 161 | Peron, A. (ed.) GandALF. EPTCS, vol. 161, pp. 60–73 (2014)
IFIP Networking 2011 | IFIP AICT | 345 | IFIP Networking 2011. IFIP AICT, vol. 345, pp. 22–31. Springer (2011)
BPM | Lecture Notes in Business Information Processing | 43 | Weske, M. (ed.) BPM. Lecture Notes in Business Information Processing, vol. 43, pp. 4-17. Springer (2009)
25th Conference on Logic | LIPIcs | 12 | 25th Conference on Logic. LIPIcs, vol. 12, pp. 1–15. Dagstuhl (2014)
Proc. of ESOP | LNAI | 1234 | Proc. of ESOP, volume 1234 of LNAI, pages 1–10. Springer, 2009.
"""  # noqa: E501
HELD = [line.split(" | ") for line in HELD_STRINGS.splitlines()]
# Volume, issue and pages, and the reference.
NUMBERED_STRINGS = """\
114 5 12-20 | Иванов И. И., Петров П. П. О свойствах графов // Журнал экспериментальной и теоретической физики. 1998. Т. 114, № 5. С. 12–20.
365 2 150-153 | Smith T. C., Иванов И. И. О графах // Доклады Академии наук. — 1999. — Т. 365, № 2. — С. 150–153.
53 4 500-509 | Шевченко Т. Г. Дослідження мереж // Український математичний журнал. 2001. Т. 53, вип. 4. С. 500–509.
5 2 10-12 | Meier, H.: Die Struktur der Netze. In: Zeitschrift für Soziologie, Bd. 5, H. 2, S. 10–12, 1976.
12 3 4-9 | Dupont, J., « La structure des réseaux », Revue française de sociologie, t. 12, n° 3, 1971, p. 4-9.
3 2 4-9 | García, M. (1999). La estructura de las redes. Revista Española de Sociología, vol. 3, núm. 2, págs. 4–9.
3 2 4-9 | Kowalski J., Struktura sieci, „Przegląd Socjologiczny” 1978, t. 3, nr 2, s. 4–9.
41 3 512-525 | 张三, 李四. 数据挖掘方法研究. 计算机学报, 2018, 41(3): 512-525.
41 3 512-525 | 山田太郎, 鈴木花子: ネットワークの構造, 情報処理学会論文誌, 第41巻第3号, pp. 512-525, 2000.
41 3 512-525 | 山田太郎「ネットワークの構造」『社会学評論』第41巻第3号、2000年、512-525頁。
"""  # noqa: E501
NUMBERED = [line.split(" | ") for line in NUMBERED_STRINGS.splitlines()]


def read(raw):
    return parse_references([raw])[0]


@pytest.mark.parametrize(("venue", "series", "volume", "holder"), HELD)
def test_a_series_is_no_venue_and_what_stands_before_it_is(venue, series, volume, holder):
    found = read(f"Beyer, D., Löwe, S.: Checking of large programs. In: {holder}")
    assert (found.venue, found.series, found.volume) == (venue, series, volume)
    assert found.type == "inproceedings"
    assert found.confidence["series"] > 0


def test_half_a_journal_is_one_where_nothing_else_is():
    found = read("A. Burns, On proofs, Electronic Notes in Theoretical Computer Science 35 (2000).")
    assert found.venue == "Electronic Notes in Theoretical Computer Science"
    assert (found.series, found.type) == (None, "article")
    untitled = read("J. Gasser, Lect. Notes Phys. 629, 1 (2004), hep-ph/0312367")
    assert untitled.venue == "Lect. Notes Phys."


def test_a_book_in_a_series():
    found = read("Burns, A.: Algebra. Graduate Texts in Mathematics, vol. 52. Springer (1977)")
    assert (found.title, found.venue, found.type) == ("Algebra", None, "book")
    assert (found.series, found.volume) == ("Graduate Texts in Mathematics", "52")


@pytest.mark.parametrize(
    ("holder", "kind"),
    [
        ("In: TACAS. pp. 337–340 (2008)", "inproceedings"),
        ("In ESWC (2), 2011, pp. 1–15.", "inproceedings"),
        ("In: Landscape ecology 27.7 (2012), pp. 957–968.", "article"),
        ("In: Leviathan 12, 1984, S. 10–22.", "article"),
        ("In: Standort, Heft 2, S. 19-24, 1992.", "article"),
    ],
)
def test_behind_in_there_is_a_book_unless_it_is_clearly_a_journal(holder, kind):
    assert read(f"Meier, H.: Solvers of great speed. {holder}").type == kind


@pytest.mark.parametrize(
    ("raw", "title", "venue", "kind"),
    [
        (
            "张三, 李四. 数据挖掘方法研究[J]. 计算机学报, 2018, 41(3): 512-525.",
            "数据挖掘方法研究",
            "计算机学报",
            "article",
        ),
        ("王五. 机器学习[M]. 北京: 清华大学出版社, 2016.", "机器学习", None, "book"),
        ("赵六. 图像识别技术研究[D]. 北京: 清华大学, 2015.", "图像识别技术研究", None, "thesis"),
        (
            "钱七, 孙八. 一种新的方法[C]//中国人工智能会议论文集. 北京: 科学出版社, 2012: 33-40.",
            "一种新的方法",
            "中国人工智能会议论文集",
            "inproceedings",
        ),
        (
            "陈明. 图论[M]//刘洋. 数学手册. 北京: 科学出版社, 2001: 12-20.",
            "图论",
            "数学手册",
            "incollection",
        ),
        (
            "中国互联网络信息中心. 第41次中国互联网络发展状况统计报告[R]. 北京, 2018.",
            "第41次中国互联网络发展状况统计报告",
            None,
            "techreport",
        ),
        (
            "李明. 网络安全综述[EB/OL]. (2019-03-01)[2020-01-05]. http://www.example.cn/a.html.",
            "网络安全综述",
            None,
            "web",
        ),
        (
            "Zhang S, Li S. A survey of mining[J]. Journal of Software, 2018, 41(3): 512-525.",
            "A survey of mining",
            "Journal of Software",
            "article",
        ),
        (
            "[D] Smith, J.: On graphs. J. Graph Theory 12, 3-9 (1990)",
            "On graphs",
            "J. Graph Theory",
            "article",
        ),
    ],
)
def test_marks_of_type_end_a_title_and_say_what_it_is(raw, title, venue, kind):
    found = read(raw)
    assert (found.title, found.venue, found.type) == (title, venue, kind)


@pytest.mark.parametrize(("numbers", "raw"), NUMBERED)
def test_volume_issue_and_pages_in_many_languages(numbers, raw):
    found = read(raw)
    assert [found.volume, found.issue, found.pages] == numbers.split()
    assert found.type == "article"
    assert found.authors


def test_the_length_of_a_book_is_no_range_of_pages():
    assert read("Сидоров С. С. Теория игр. М.: Наука, 1985. 256 с.").pages is None


def test_corner_brackets_tell_title_and_journal():
    found = read("山田太郎「ネットワークの構造」『社会学評論』第41巻第3号、2000年、512-525頁。")
    assert [one.name for one in found.authors] == ["山田太郎"]
    assert (found.title, found.venue) == ("ネットワークの構造", "社会学評論")


def many(count):
    families = ["Aad", "Brown", "Caron", "Davies", "Evans", "Fischer", "García", "Huber"]
    return [f"{families[at % 8]}{'abcdefghij'[at // 8 % 10]}" for at in range(count)]


@pytest.mark.parametrize("style", ["{0}. {1}", "{1} {0}", "{1}, {0}."])
@pytest.mark.parametrize("count", [100, 400, 1000])
def test_a_list_of_very_many_authors_hides_nothing_behind_it(style, count):
    names = [style.format("ABCDEFGH"[at % 8], name) for at, name in enumerate(many(count))]
    found = read(
        f"{', '.join(names)} (2012). Observation of a new particle in the search for the Higgs"
        " boson. Physics Letters B, 716(1), 1–29. https://doi.org/10.1016/j.physletb.2012.08.020"
    )
    assert len(found.authors) == count
    assert found.title == "Observation of a new particle in the search for the Higgs boson"
    assert (found.venue, found.year, found.volume) == ("Physics Letters B", 2012, "716")
    assert (found.pages, found.doi) == ("1-29", "10.1016/j.physletb.2012.08.020")


def test_a_page_of_references_is_not_a_list_of_authors():
    entry = "Brown, A., Caron, B.: On graphs of width 3. J. Graph Theory 12(4), 345-367 (1998). "
    assert len(read(entry * 200).authors) < 100
