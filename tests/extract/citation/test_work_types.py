"""What a reference says it cites: by its fields, and by whole strings in many languages."""

import pytest

from sheaf.extract.citation.parsing import parse_references
from sheaf.extract.citation.work_types import find_work_type

# Written for this test; the type, and then the reference.
STRINGS = """\
thesis | J. Smith. Graph algorithms for large networks. PhD thesis, Stanford University, 2005.
thesis | Smith, J. (2010). Learning in markets. Unpublished doctoral dissertation, University of Chicago.
thesis | Smith, J. (2010). Learning in markets (Doctoral dissertation). University of Chicago, Chicago, IL.
thesis | Doe A. Models of growth [Ph.D. dissertation]. Berkeley: University of California; 1999.
thesis | Doe A. Models of growth [dissertation]. Boston (MA): Harvard University; 2003.
thesis | A. Doe, “Circuit design for radio,” M.S. thesis, Dept. Elect. Eng., Harvard Univ., Cambridge, MA, 1993.
thesis | Müller, Hans (1998): Die Struktur der Netze. Dissertation, Universität München.
thesis | Müller, Hans: Die Struktur der Netze. Diss. Univ. Heidelberg 1987.
thesis | Schmidt, P. (2004): Zur Theorie der Schule. Habilitationsschrift, Freie Universität Berlin.
thesis | Weber, K.: Optimierung von Fahrplänen. Masterarbeit, TU Wien, 2014.
thesis | Weber, K.: Optimierung von Fahrplänen. Diplomarbeit, ETH Zürich, 1994.
thesis | Weber, K.: Analyse von Daten. Bachelorarbeit, Universität Bremen, 2016.
thesis | Dupont, J. (2001). Étude des réseaux sociaux. Thèse de doctorat, Université Paris VI.
thesis | Martin P., Contribution à l'étude des sols, Mémoire de maîtrise, Université Laval, 1985.
thesis | García, M. (2003). La estructura de las redes. Tesis doctoral, Universidad de Sevilla.
thesis | Silva, A. (2009). Redes sociais no Brasil. Tese de Doutorado, Universidade de São Paulo.
thesis | Souza, B. Educação e mídia. 2007. Dissertação (Mestrado em Educação) – Universidade Federal do Paraná, Curitiba.
thesis | Rossi, L. Reti e strutture. Tesi di laurea, Università di Bologna, 1997.
thesis | Jansen, P. Netwerken in beweging. Proefschrift, Universiteit Leiden, 1992.
thesis | Kowalski J., Struktura sieci, praca doktorska, Uniwersytet Warszawski, Warszawa 2004.
thesis | Иванов А. А. Методы анализа данных: дис. ... канд. техн. наук. М., 2010. 150 с.
thesis | Петров П. П. Исследование сетей: автореф. дис. ... д-ра физ.-мат. наук. СПб., 2005.
thesis | 赵六. 图像识别技术研究[D]. 北京: 清华大学, 2015.
techreport | A. Jones and B. Clark. Fast sorting. Technical Report CS-TR-2004-12, Department of Computer Science, Rice University, 2004.
techreport | A. Jones. Fast sorting. Tech. Rep. 123, MIT Laboratory for Computer Science, 1999.
techreport | Jones, A. (2012). Growth and trade. NBER Working Paper No. 18123. Cambridge, MA.
techreport | Jones, A., 2001. Growth and trade. Discussion Paper 2345, CEPR, London.
techreport | INRIA. Une étude des réseaux. Rapport de recherche 4512, INRIA, 2002.
techreport | Becker, T.: Arbeit und Zeit. Forschungsbericht Nr. 12, Institut für Arbeitsmarkt, Nürnberg 1991.
techreport | Kaiser, T. (2008): Löhne und Preise. IZA Discussion Paper No. 3456, Bonn.
techreport | Jones, A. Fast sorting. Research Report RR-1234, IBM Almaden Research Center, San Jose, 1988.
techreport | Pérez, J. Informe sobre la pobreza. Informe técnico 12, CEPAL, Santiago de Chile, 1999.
article | Smith, J. Technical report writing for engineers. Journal of Technical Writing 12(3), 45-60, 1999.
article | Smith, J. How a PhD thesis is read. Higher Education Review 12(3), 45-60, 1999.
book | Smith, J. How to write a thesis. MIT Press, Cambridge, MA, 2015.
article | Smith, J. Some results. Reports on Progress in Physics 61, 117-173 (1998).
article | Smith, J. Bericht aus Rom. Sitzungsberichte der Akademie 12 (1911), 3-14.
inproceedings | De Moura, L., Bjørner, N.: Z3: An efficient SMT solver. In: TACAS. pp. 337–340 (2008)
inproceedings | C. B. Aranda and M. Arenas, “Semantics and optimization of the federation extension,” in ESWC (2), 2011, pp. 1–15.
inproceedings | Beyer, D.: Explicit-state software model checking. In: Flanagan, C., König, B. (eds.) TACAS. LNCS, vol. 7214, pp. 1–15. Springer (2012)
article | Thomas R Etherington. “Least-cost modelling on irregular landscape graphs”. In: Landscape ecology 27.7 (2012), pp. 957–968.
article | Meier, H.: Die Struktur der Netze. In: Leviathan 12, 1984, S. 10–22.
incollection | Park, David K. 2006. State-level opinions from national surveys. In J.E. Cohen (ed.) Public Opinion in State Politics, Stanford University Press, 209–28.
incollection | Talbot, Cynthia. 2007. The Mewar Court’s Construction of History. In Kingdom of the Sun, ed. Joanna Williams. San Francisco: Asian Art Museum: 13-33.
article | P. Martin, Some proofs. arXiv:1204.1234, 2012.
techreport | Antecol, H. and Helland, E. (2011), ‘Bias in the Legal Profession’, Melbourne Institute Working Paper Series wp2011n18.
book | L. C. Paulson. Isabelle: A Generic Theorem Prover. LNCS 828. Springer, 1994.
thesis | Hansen, O. (2011). Nettverk i bevegelse. Doktorgradsavhandling, Universitetet i Oslo.
thesis | Lind, P.: Samhällets nät. Licentiatavhandling, KTH, Stockholm 1999.
thesis | Bauer, F.: Die Kirche im Dorf. Phil. Diss., Universität Graz 1972.
techreport | Holm, B. Fast code. Tech. rep. TR-99-12, Aarhus University, 1999.
"""  # noqa: E501
CITED = [tuple(line.split(" | ", 1)) for line in STRINGS.splitlines()]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"journal": ["J"]}, "article"),
        ({"booktitle": ["Proceedings of Things"]}, "inproceedings"),
        ({"booktitle": ["A book of things"]}, "incollection"),
        ({"title": ["T"], "publisher": ["P"]}, "book"),
        ({"title": ["T"], "tech": ["PhD thesis"], "institution": ["U"]}, "thesis"),
        ({"title": ["T"], "tech": ["Technical Report 7"]}, "techreport"),
        ({"title": ["T"], "web": ["http://example.org"]}, "web"),
        ({"title": ["T"]}, "misc"),
        ({"booktitle": ["TACAS"]}, "inproceedings"),
        ({"booktitle": ["Logics"], "series": ["LNCS"]}, "inproceedings"),
        ({"title": ["T"], "series": ["LNCS"]}, "book"),
        ({"title": ["T"], "series": ["LNCS"], "pages": ["1-9"]}, "inproceedings"),
        ({"title": ["T"], "journal": ["NBER Working Papers"]}, "techreport"),
        ({"title": ["How a thesis is read"], "journal": ["J"]}, "article"),
    ],
)
def test_the_type_follows_from_what_is_told(fields, expected):
    assert find_work_type(fields, "") == expected


def test_theses_reports_and_their_lookalikes_in_many_languages():
    found = parse_references([raw for _, raw in CITED])
    assert [(one.type, one.raw) for one in found] == CITED


def test_what_a_thesis_is_called_is_no_part_of_its_title():
    [one, other] = parse_references(
        [
            "Weber, K.: Optimierung von Fahrplänen. Masterarbeit, TU Wien, 2014.",
            "Rossi, L. Reti e strutture. Tesi di laurea, Università di Bologna, 1997.",
        ]
    )
    assert (one.title, one.note) == ("Optimierung von Fahrplänen", "Masterarbeit")
    assert one.institution == "TU Wien"
    assert (other.title, other.note) == ("Reti e strutture", "Tesi di laurea")
