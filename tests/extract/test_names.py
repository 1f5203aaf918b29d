"""Lists of people in the styles that references and title pages use."""

import time

import pytest

from sheaf.extract.names import read_people, read_person


def told(text):
    return [(one.given, one.family) for one in read_people(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Smith, J., Doe, A. B. and X. Yz",
            [("J.", "Smith"), ("A. B.", "Doe"), ("X.", "Yz")],
        ),
        ("Smith J, Doe AB", [("J", "Smith"), ("AB", "Doe")]),
        ("J. Smith; A. Doe", [("J.", "Smith"), ("A.", "Doe")]),
        ("Smith, John, Jane Doe, and Max Muster", [
            ("John", "Smith"), ("Jane", "Doe"), ("Max", "Muster")]),
        ("LI, W., FU, C.-W., AND LIU, L.", [("W.", "LI"), ("C.-W.", "FU"), ("L.", "LIU")]),
        ("Müller, H. u. Meier, K.", [("H.", "Müller"), ("K.", "Meier")]),
        ("Müller, Hans/Meier, Karl", [("Hans", "Müller"), ("Karl", "Meier")]),
        ("Jean Dupont et Marie Blanc", [("Jean", "Dupont"), ("Marie", "Blanc")]),
        ("García Moreno, Luis y Borges, Ana", [("Luis", "García Moreno"), ("Ana", "Borges")]),
        ("van Oers MH, de la Cruz JC", [("MH", "van Oers"), ("JC", "de la Cruz")]),
        ("Иванов И. И., Петров П. П.", [("И. И.", "Иванов"), ("П. П.", "Петров")]),
        ("王小明、李雷", [("小明", "王"), ("雷", "李")]),
        ("Ana Silva 1, Bo Ek 2,3 and Cy Young *", [
            ("Ana", "Silva"), ("Bo", "Ek"), ("Cy", "Young")]),
    ],
)  # fmt: skip
def test_lists_of_every_style_are_taken_apart(text, names):
    assert told(text) == names


@pytest.mark.parametrize("text", ["Smith, J. et al.", "Smith J., et al", "Smith, J. u. a."])
def test_the_unnamed_others_are_nobody(text):
    assert told(text) == [("J.", "Smith")]


@pytest.mark.parametrize("text", ["Smith, J. (Ed.)", "Smith, J. (Hrsg.)", "by J. Smith"])
def test_roles_are_no_part_of_a_name(text):
    assert told(text) == [("J.", "Smith")]


@pytest.mark.parametrize(
    ("text", "given", "family"),
    [
        ("Ludwig van der Berg", "Ludwig", "van der Berg"),
        ("van der Berg, L.", "L.", "van der Berg"),
        ("SMITH John", "John", "SMITH"),
        ("CHRISTINE L. CARTER", "CHRISTINE L.", "CARTER"),
        ("Smith, John, Jr.", "John", "Smith"),
        ("Martin Smith III", "Martin", "Smith"),
        ("Dr. Peter Schmidt, Ph.D.", "Peter", "Schmidt"),
        ("Xiumin Ma", "Xiumin", "Ma"),
        ("Иванов Иван Иванович", "Иван Иванович", "Иванов"),
        ("山田 太郎", "太郎", "山田"),
        ("Plato", None, "Plato"),
    ],
)
def test_given_and_family_name_are_told_apart(text, given, family):
    found = read_person(text)
    assert (found.given, found.family) == (given, family)


def test_an_organisation_is_not_taken_apart():
    assert [(one.name, one.family) for one in read_people("Institute of Graphs, and J. Smith")] == [
        ("Institute of Graphs", None),
        ("J. Smith", "Smith"),
    ]


@pytest.mark.parametrize("text", ["", " ", "...", "1, 2", "et al.", "\x00", ",;&"])
def test_nobody_is_found_in_nothing(text):
    assert read_people(text) == ()


def test_a_hostile_list_costs_little():
    start = time.perf_counter()
    read_people("A, " * 200_000)
    read_people("a" * 500_000)
    read_person(" . " * 200_000)
    assert time.perf_counter() - start < 5


def test_a_role_goes_with_its_brackets_and_its_full_stop():
    assert [one.name for one in read_people("Dupont, Jean (dir.), Martin, Paul (Dir).")] == [
        "Dupont, Jean",
        "Martin, Paul",
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("王小明, 李华", [("小明", "王"), ("华", "李")]),
        ("王小明，李华", [("小明", "王"), ("华", "李")]),
        ("王小明；李华", [("小明", "王"), ("华", "李")]),
        ("王小明 李华 张伟", [("小明", "王"), ("华", "李"), ("伟", "张")]),
        ("欧阳修、司马光", [("修", "欧阳"), ("光", "司马")]),
        ("王, 小明", [("小明", "王")]),
        ("김철수, 이영희", [("철수", "김"), ("영희", "이")]),
        ("남궁민수", [("민수", "남궁")]),
        ("山田太郎, 鈴木一郎", [("太郎", "山田"), ("一郎", "鈴木")]),
        ("山田太郎・鈴木一郎", [("太郎", "山田"), ("一郎", "鈴木")]),
        ("ジョン・スミス、山田さくら", [("ジョン", "スミス"), ("さくら", "山田")]),
        ("佐々木健", [("健", "佐々木")]),
        ("أحمد علي، محمد حسن", [("أحمد", "علي"), ("محمد", "حسن")]),
    ],
)
def test_names_of_the_east_are_one_person_each_family_first(text, names):
    assert told(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("M. L. King Jr.", [("M. L.", "King", "M. L. King Jr.")]),
        ("King, M. L. Jr.", [("M. L.", "King", "King, M. L. Jr.")]),
        ("King, M. L., Jr.", [("M. L.", "King", "King, M. L., Jr.")]),
        ("King Jr., M. L.", [("M. L.", "King", "King Jr., M. L.")]),
        ("King, Jr., M. L.", [("M. L.", "King", "King, Jr., M. L.")]),
        ("O'Neill III", [(None, "O'Neill", "O'Neill III")]),
        ("Smith, John III", [("John", "Smith", "Smith, John III")]),
        ("W. Gates II", [("W.", "Gates", "W. Gates II")]),
        ("Davis, S., C. Jr.", [("S. C.", "Davis", "Davis, S., C. Jr.")]),
        ("A. Smith, C. Jr.", [("A.", "Smith", "A. Smith, C. Jr.")]),
        ("C. Jr.", [(None, None, "C. Jr.")]),
        ("G. Bush, Sr., and C. Rice", [("G.", "Bush", "G. Bush, Sr."), ("C.", "Rice", "C. Rice")]),
        # Initials, though they read like a suffix.
        ("Smith JR, Doe AB", [("JR", "Smith", "Smith JR"), ("AB", "Doe", "Doe AB")]),
        ("Ivanov II", [("II", "Ivanov", "Ivanov II")]),
    ],
)
def test_a_suffix_is_nobody_and_stays_in_the_name(text, names):
    assert [(one.given, one.family, one.name) for one in read_people(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ortega y Gasset, J.", [("J.", "Ortega y Gasset")]),
        ("Ortega y Gasset, José", [("José", "Ortega y Gasset")]),
        ("José Ortega y Gasset", [("José", "Ortega y Gasset")]),
        ("S. Ramón y Cajal", [("S.", "Ramón y Cajal")]),
        ("Ramón y Cajal S, Golgi C", [("S", "Ramón y Cajal"), ("C", "Golgi")]),
        ("Unamuno, M., Ortega y Gasset, J.", [("M.", "Unamuno"), ("J.", "Ortega y Gasset")]),
        ("Puig i Cadafalch, J.", [("J.", "Puig i Cadafalch")]),
        ("Costa e Silva, A.", [("A.", "Costa e Silva")]),
        ("Luis García y Ana Borges", [("Luis", "García"), ("Ana", "Borges")]),
        ("Pérez, L., Gómez, J. y Díaz, P.", [("L.", "Pérez"), ("J.", "Gómez"), ("P.", "Díaz")]),
        ("Rossi, M. e Bianchi, G.", [("M.", "Rossi"), ("G.", "Bianchi")]),
        ("D'Arcy, P. and O’Brien, T.", [("P.", "D'Arcy"), ("T.", "O’Brien")]),
        ("Madonna and van Gogh", [(None, "Madonna"), (None, "van Gogh")]),
    ],
)
def test_a_family_name_of_two_is_one_person(text, names):
    assert told(text) == names


def test_a_list_of_double_names_costs_little():
    start = time.perf_counter()
    read_people("Aaa y Bbb, " * 2_000)
    read_people("A. " * 6_000 + "y B")
    read_people("Aaa Bbb " * 2_000 + "y Ccc")
    assert time.perf_counter() - start < 5
