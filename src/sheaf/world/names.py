"""People's names: given and family names of many cultures, in letters that WinAnsi can print."""

import random
import unicodedata
from typing import NamedTuple

from sheaf.world.vocabulary import words


class Culture(NamedTuple):
    given: tuple[str, ...]
    family: tuple[str, ...]


class Name(NamedTuple):
    given: str
    family: str

    @property
    def full(self) -> str:
        return f"{self.given} {self.family}"

    @property
    def initials(self) -> str:
        """The given names as initials: "Jean-Luc Marie" becomes "J.-L. M."."""
        parts = ("-".join(f"{half[0]}." for half in part.split("-")) for part in self.given.split())
        return " ".join(parts)


def _culture(given: str, family: str) -> Culture:
    return Culture(words(given), tuple(name.replace("_", " ") for name in words(family)))


CULTURES: tuple[Culture, ...] = (
    _culture(
        "Mária István Zsófia Gábor Eszter Bálint Réka András",
        "Kovács Szabó Németh Horváth Juhász Balogh Takács Vörös",
    ),
    _culture(
        "Åsa Björn Ingrid Søren Håkon Astrid Jørgen Märta",
        "Lindqvist Bergström Håkansson Sørensen Østergaard Nygård Ekelöf Dahlström",
    ),
    _culture(
        "Guðrún Sigríður Þór Jón Björk Einar",
        "Jónsdóttir Þórarinsson Magnúsdóttir Sigurðsson Árnadóttir Hallgrímsson",
    ),
    _culture(
        "José Lucía Íñigo Rocío Andrés Inés Tomás Belén",
        "García_Núñez Ibáñez Muñoz Peñalver Giménez Ordóñez Cárdenas Zúñiga",
    ),
    _culture(
        "João Conceição Antônio Inês Gonçalo Luísa Tiago Raquel",
        "Magalhães Conceição_Reis Araújo Simões Brandão Leitão Guimarães Falcão",
    ),
    _culture(
        "Élodie François Jérôme Anaïs Benoît Hélène Jean-Luc Marie-Claire",
        "Lefèvre Bérenger Crépin Duchêne Desprès Gaultier Saint-Aubin L'Hôpital",
    ),
    _culture(
        "Jürgen Käthe Sönke Annelie Matthäus Dörte Ulrich Friederike",
        "Müller-Voss Schröder Weiß Grünewald Kästner Brömmel Thürauf Hoßfeld",
    ),
    _culture(
        "Aino Väinö Päivi Jürgen Kärt Tõnu Helmi Juhani",
        "Mäkelä Hämäläinen Jõgi Põder Rautiainen Virtanen Tamm Laaksonen",
    ),
    _culture(
        "Siobhán Pádraig Aoife Ciarán Róisín Eoin Catrin Iwan",
        "Ó_Briain Ní_Mháille Mac_Giolla Breathnach Llywelyn Pritchard O'Hara Ferris",
    ),
    _culture(
        "Margaret Edwin Harriet Calvin Rosalind Theodore Imogen Desmond",
        "Whitcombe Ashdown Fairleigh Thornbury Okafor-Hale Pemberton Lockwood Sedgwick",
    ),
    _culture(
        "Adaeze Chidi Ngozi Kwame Abena Tunde Folasade Sipho",
        "Okonkwo Adeyemi Mensah Boateng Nwosu Dlamini Asante Olatunji",
    ),
    _culture(
        "Amina Youssef Leïla Tariq Nadia Karim Samira Idris",
        "Benali El-Amrani Haddad Cherkaoui Mansour Al-Rashid Tazi Farouk",
    ),
    _culture(
        "Priya Arjun Lakshmi Rohan Meenakshi Vikram Ananya Sanjay",
        "Raghavan Chatterjee Deshpande Iyer Banerjee Kulkarni Subramanian Mehrotra",
    ),
    _culture(
        "Wei Xiaoling Jun Mei Zhiyuan Lihua Hao Yun",
        "Zhang Ouyang Liang Zhou Xu Qian Tang Shen",
    ),
    _culture(
        "Haruka Kenji Ayumi Takeshi Naoko Shun Michiko Daichi",
        "Tanaka Fujimori Nakagawa Ishibashi Kuroda Matsuura Hayashida Ogawa",
    ),
    _culture(
        "Min-jun Seo-yeon Ji-ho Ha-eun Sung-min Yu-na",
        "Hwang Baek Seong Namgung Yoon Jeong",
    ),
    _culture(
        "Elif Gonca Ömer Gülay Cem Müge Emre Sülün",
        "Özdemir Çelik Yüksel Güler Köse Altinok Öztürk Demirci",
    ),
    _culture(
        "Ludmila Pavel Irina Mikhail Oksana Tomáš Zdenka Božena",
        "Novák Dvorak Petrenko Sokolova Šimek Žukov Hrabal Melnyk",
    ),
    _culture(
        "Giulia Niccolò Chiara Ottavio Letizia Edoardo Noè Serena",
        "Bellandi D'Angeli Ricciardi Montefalco Pavanello Sartori Nardò Colò",
    ),
    _culture(
        "Marijke Joost Anneke Ruben Liesbeth Daan Zoë Wouter",
        "van_der_Meer de_Groot Hoekstra van_Dijk Zeilstra Ten_Broeke Bakhuis Verhoeven",
    ),
    _culture(
        "Thanh Minh Lan Huy Thuy Quang",
        "Nguyen Pham Bui Hoang Ngo Truong",
    ),
    _culture(
        "Malia Tama Sione Hana Aroha Rewi",
        "Kahananui Fonoti Tuilagi Ngata Whaanga Parata",
    ),
)

# What Unicode decomposition leaves whole.
_WHOLE_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ð": "d", "þ": "th", "Þ": "Th", "ß": "ss", "æ": "ae", "œ": "oe", "Æ": "Ae"}
)


def plain_letters(text: str) -> str:
    """The text in ASCII letters, as people spell themselves in addresses."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_WHOLE_LETTERS))
    return "".join(letter for letter in decomposed if ord(letter) < 128)


def user_name(name: Name) -> str:
    """The account a computing centre would give: first initial and family name."""
    letters = plain_letters(name.given[0] + name.family).lower()
    return "".join(letter for letter in letters if letter.isalpha())


def any_name(rng: random.Random) -> Name:
    culture = rng.choice(CULTURES)
    given = rng.choice(culture.given)
    if rng.random() < 0.25:
        given = f"{given} {rng.choice('ABCDEFGHJKLMNPRSTW')}."
    return Name(given, rng.choice(culture.family))


def distinct_names(rng: random.Random, count: int) -> tuple[Name, ...]:
    """Names whose user names all differ, for people who share a host."""
    found: dict[str, Name] = {}
    while len(found) < count:
        name = any_name(rng)
        found.setdefault(user_name(name), name)
    return tuple(found.values())
