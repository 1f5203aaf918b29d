"""Titles, journals, publishers and names in German, French and Spanish, made up from word lists.

The corpora that may be trained on are nearly all English. Where every noun has a capital, or every
other word is "de", a model that has read only English loses its way; these give it something to
read. Written for Sheaf; none of it stands in a corpus that is scored on.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tongue:
    name: str
    titles: tuple[str, ...]
    slots: dict[str, tuple[str, ...]]
    journals: tuple[str, ...]
    publishers: tuple[str, ...]
    places: tuple[str, ...]
    institutions: tuple[str, ...]
    given: tuple[str, ...]
    family: tuple[str, ...]

    def title(self, chance: random.Random) -> str:
        made = self._filled(chance.choice(self.titles), chance)
        if chance.random() < 0.45:
            mark = chance.choice([". ", ". ", ": ", " - ", " – ", "? "])
            made += mark + self._filled(chance.choice(self.titles), chance)
        return made

    def _filled(self, pattern: str, chance: random.Random) -> str:
        for slot, words in self.slots.items():
            while "{" + slot + "}" in pattern:
                pattern = pattern.replace("{" + slot + "}", chance.choice(words), 1)
        return pattern[0].upper() + pattern[1:]

    def person(self, chance: random.Random) -> tuple[str, str]:
        given = chance.choice(self.given)
        if chance.random() < 0.12:
            given += f" {chance.choice('ABCDEFGHJKLMPRSTW')}."
        family = chance.choice(self.family)
        if chance.random() < 0.06:
            family += "-" + chance.choice(self.family)
        return given, family


def _words(text: str) -> tuple[str, ...]:
    return tuple(" ".join(one.split()) for one in text.replace("\n", " ").split("|") if one.strip())


GERMAN = Tongue(
    "de",
    _words(
        """{N} und {N} in {W} | die {A}e {S} der {N} | zur {S} der {N} | {N} als {S} | {A}e {N} im
        {Z} | das {S} der {A}en {N} | über {N} und {N} | vom {N} zur {N} | {S} und {S} im Wandel |
        eine {A}e {S} zur {N} | {N}, {N} und {N} | ein {A}er Vergleich | {N} zwischen {S} und {S} |
        Handbuch {N} | Einführung in die {N} | die {N} der {A}en {S} | {A}e {S} in {W} seit 19{J} |
        was ist {A}e {N} | Grundlagen der {N} | {S} und {N} nach 19{J} | warum {N} | auf dem Weg zur
        {A}en {N} | Beiträge zur {S} der {N} | {A}e {N} und {A}e {S} | Ergebnisse einer {A}en {S} |
        der Einfluss von {N} auf {N} | Theorie und Praxis der {N} | im Spiegel der {N} | {N} heute |
        Bericht zur {N} in {W} | eine {S} am Beispiel von {W} | Methoden der {A}en {N} |
        {N} von {N} bei Jugendlichen | Lehrbuch der {N} | Perspektiven {A}er {N} | wie {A} ist die
        {N} | die Zukunft der {N} in {W} | Probleme der {N} | Studien zur {N} | Geschichte der
        {N}"""
    ),
    {
        "N": _words(
            """Gesellschaft | Bildung | Familie | Arbeit | Politik | Kultur | Wirtschaft | Religion
            | Migration | Demokratie | Öffentlichkeit | Verwaltung | Gewalt | Sprache | Jugend |
            Gesundheit | Umwelt | Wissenschaft | Technik | Erziehung | Integration | Globalisierung
            | Armut | Ungleichheit | Medien | Identität | Erinnerung | Literatur | Kunst | Stadt |
            Sozialstruktur | Arbeitslosigkeit | Lebensqualität | Bürgerbeteiligung | Altersvorsorge
            | Wahlforschung | Meinungsforschung | Schulentwicklung | Hochschulpolitik | Pflege |
            Umfrageforschung | Verkehrsplanung | Raumordnung | Außenpolitik | Sicherheitspolitik |
            Kommunikation | Geschlechterforschung | Lebenswelt | Zivilgesellschaft | Statistik |
            Mathematik | Physik | Chemie | Biologie | Psychologie | Soziologie | Informatik"""
        ),
        "S": _words(
            """Entwicklung | Analyse | Theorie | Studie | Struktur | Bedeutung | Krise | Kritik |
            Untersuchung | Forschung | Praxis | Dynamik | Konstruktion | Ordnung | Funktion | Rolle
            | Wandel | Bewertung | Erhebung | Beteiligung | Messung | Darstellung | Wahrnehmung |
            Steuerung | Reform | Debatte | Ideologie | Transformation | Auswertung | Befragung"""
        ),
        "A": _words(
            """sozial | politisch | empirisch | kulturell | europäisch | neu | modern | historisch |
            qualitativ | quantitativ | gesellschaftlich | wirtschaftlich | kommunal | regional |
            wissenschaftlich | kritisch | international | deutsch | vergleichend | ökologisch |
            öffentlich | beruflich | subjektiv | demographisch | lokal | national"""
        ),
        "W": _words(
            """Deutschland | Europa | Österreich | der Schweiz | Westdeutschland | Ostdeutschland |
            Berlin | Bayern | der Bundesrepublik | der Europäischen Union | der DDR | Frankreich |
            Russland | der Türkei | Polen | Hamburg | den neuen Bundesländern | Afrika"""
        ),
        "Z": _words(
            """Zeitalter der Globalisierung | Wandel | 19. Jahrhundert | internationalen Vergleich |
            Nationalsozialismus | vereinten Deutschland | ländlichen Raum | Lebensverlauf | Alltag |
            Mittelalter | Betrieb | Umbruch | Sozialstaat"""
        ),
        "J": _words("45 | 49 | 68 | 89 | 90 | 80 | 50 | 18"),
    },
    _words(
        """Kölner Zeitschrift für Soziologie und Sozialpsychologie | Zeitschrift für Soziologie |
        Aus Politik und Zeitgeschichte | Soziale Welt | Politische Vierteljahresschrift | Leviathan
        | Zeitschrift für Pädagogik | Berliner Journal für Soziologie | Die Zeit | Der Spiegel | FAZ
        | Frankfurter Allgemeine Zeitung | Süddeutsche Zeitung | Merkur | WSI-Mitteilungen | Das
        Argument | Publizistik | Media Perspektiven | Informationen zur Raumentwicklung |
        Geographische
        Rundschau | Zeitschrift für Erziehungswissenschaft | Historische Zeitschrift | KZfSS | ZfS |
        Zeitschrift für Physik | Annalen der Physik | Mathematische Annalen | Chemische Berichte |
        Naturwissenschaften | Österreichische Zeitschrift für Soziologie | Integration | Osteuropa |
        Blätter für deutsche und internationale Politik | Zeitschrift für Familienforschung |
        Deutsche Jugend | Neue Praxis | Forum Wissenschaft | taz | Nervenarzt | Psychologische
        Rundschau | Wirtschaftsdienst | Jahrbücher für Nationalökonomie und Statistik"""
    ),
    _words(
        """Suhrkamp | Campus | Campus Verlag | VS Verlag für Sozialwissenschaften | Westdeutscher
        Verlag | Leske + Budrich | Leske und Budrich | Nomos | Nomos Verlagsgesellschaft | Beltz |
        Juventa | Springer VS | UVK | transcript | Westfälisches Dampfboot | C. H. Beck | Duncker &
        Humblot | Mohr Siebeck | Waxmann | de Gruyter | Rowohlt | Reclam | Fischer Taschenbuch
        Verlag | Deutscher Universitätsverlag | Kohlhammer | Vandenhoeck & Ruprecht | Hogrefe |
        Barbara Budrich | Lucius & Lucius | Lit Verlag | edition sigma | Klett-Cotta | Böhlau |
        Oldenbourg | Piper | Luchterhand | Enke | Teubner | Bertelsmann | Klinkhardt | Peter Lang"""
    ),
    _words(
        """Frankfurt am Main | Frankfurt a. M. | Frankfurt/Main | Frankfurt/M. | Opladen | Wiesbaden
        | Weinheim | Weinheim und München | Baden-Baden | Berlin | Göttingen | Münster | Bielefeld |
        Stuttgart | Köln | Hamburg | Leipzig | Tübingen | Konstanz | Wien | Zürich | Bern |
        München |
        Reinbek | Reinbek bei Hamburg | Bonn | Freiburg | Freiburg i. Br. | Heidelberg | Mannheim |
        Opladen/Wiesbaden | Frankfurt/New York | Berlin/New York | Hannover | Basel | Graz |
        Kassel |
        Darmstadt | Neuwied | Düsseldorf | Bad Heilbrunn | Halle | Jena | Dresden | Augsburg"""
    ),
    _words(
        """Bundesministerium für Familie, Senioren, Frauen und Jugend | Statistisches Bundesamt |
        BMBF
        | Umweltbundesamt | Deutscher Bundestag | Deutsches Jugendinstitut | Universität Bielefeld |
        Wissenschaftszentrum Berlin für Sozialforschung | Friedrich-Ebert-Stiftung | OECD | UNESCO |
        Europäische Kommission | Bundesagentur für Arbeit | Bertelsmann Stiftung | Stadt Köln |
        Bundeszentrale für politische Bildung | Deutsche Shell | DGB | SPD | Kultusministerkonferenz
        | Institut für Arbeitsmarkt- und Berufsforschung | Arbeitsgruppe Bildungsforschung | BMAS"""
    ),
    _words(
        """Hans | Peter | Klaus | Ursula | Karin | Jürgen | Ulrich | Wolfgang | Martina | Heike |
        Uwe |
        Michael | Thomas | Andreas | Stefan | Birgit | Sabine | Gerhard | Karl-Heinz | Hans-Peter |
        Helmut | Renate | Walter | Rainer | Monika | Ralf | Anne | Christoph | Claudia | Max | Ute |
        Werner | Günter | Heinz | Dieter | Elisabeth | Katrin | Jens | Bernhard | Susanne |
        Markus"""
    ),
    _words(
        """Müller | Meier | Schmidt | Schulz | Becker | Hoffmann | Schäfer | Koch | Bauer |
        Richter |
        Klein | Wolf | Schröder | Neumann | Schwarz | Zimmermann | Braun | Krüger | Hofmann |
        Lange |
        Krause | Lehmann | Köhler | Huber | Kaiser | Fuchs | Scholz | Vogel | Friedrich | Keller |
        Roth | Beck | Lorenz | Baumann | Franke | Albrecht | Schuster | Simon | Ludwig | Winter |
        Kraus | Martin | Schumacher | Vogt | Jäger | Stein | Otto | Sommer | Groß | Seidel |
        Heinrich |
        Haas | Graf | Schreiber | Dietrich | Ziegler | Kuhn | Kühn | Pohl | Engel | Horn |
        Bergmann |
        von Beyme | von Hagen | Voigt | Sauer | Arnold | Thiele | Pfeiffer | Opp | Esser |
        Diekmann"""
    ),
)  # fmt: skip

FRENCH = Tongue(
    "fr",
    _words(
        """la {N} et la {N} en France | une {S} de la {N} | le {S} et la {N} au XIXe siècle |
        introduction à la {N} | histoire de la {N} | {N}, {N} et {S} | les {S}s de la {N} | pour une
        {N} de la {N} | essai sur la {N} | de la {N} à la {N} | la {N} en question | l'invention
        de la
        {N} | sur le {S} dans la {N} | vers une nouvelle {N}"""
    ),
    {
        "N": _words(
            """société | politique | culture | littérature | ville | famille | langue | mémoire |
            démocratie | religion | science | philosophie | guerre | violence | modernité |
            justice |
            réaction | combustion | cinétique | linguistique | sociologie | pauvreté | nation"""
        ),
        "S": _words(
            """travail | discours | pouvoir | récit | modèle | théâtre | roman | système |
            mouvement |
            sacré | corps | droit | marché | conflit | savoir"""
        ),
    },
    _words(
        """Annales | Actes de la recherche en sciences sociales | Revue française de sociologie |
        Revue historique | Le Monde | Esprit | Les Temps modernes | Comptes rendus de l'Académie des
        sciences | L'Homme | Bulletin de la Société chimique de France | Journal de physique |
        Langages | Revue française de science politique | Le Débat | Genèses | Politix"""
    ),
    _words(
        """Gallimard | Seuil | Éditions du Seuil | PUF | Presses universitaires de France | Fayard |
        Armand Colin | La Découverte | Flammarion | L'Harmattan | Minuit | Les Éditions de Minuit |
        Albin Michel | Presses de Sciences Po | Hachette | CNRS Éditions | Vrin | Dunod | Payot"""
    ),
    _words("Paris | Lyon | Genève | Bruxelles | Québec | Montréal | Rennes | Grenoble | Toulouse"),
    _words("INSEE | Ministère de la Culture | CNRS | Université de Paris | Conseil de l'Europe"),
    _words("""Jean | Pierre | Marie | Michel | Jacques | Anne | Jean-Pierre | Françoise | Luc |
    Paul |
        François | Nathalie | Jean-Claude | Claire | Henri | Louis | Hélène | Alain | Bruno"""),
    _words("""Martin | Bernard | Dubois | Durand | Leroy | Moreau | Lefebvre | Roux | Fournier |
        Girard | Lambert | Rousseau | Blanc | Chevalier | Gauthier | Perrin | Le Goff | de Certeau |
        Bourdieu | Lévy | Morin | Renard | Marchand | Aubert"""),
)  # fmt: skip

SPANISH = Tongue(
    "es",
    _words(
        """la {N} y la {N} en América Latina | historia de la {N} | una {N} de la {S} | el papel
        de la
        {N} en la {S} | {N} y {S} | hacia una nueva {N} | los límites de la {N} | estudios sobre la
        {N} | introducción a la {N} | de la {N} a la {S} | la {S} de la {N} en México"""
    ),
    {
        "N": _words(
            """sociedad | política | cultura | educación | democracia | ciudad | familia | memoria |
            economía | lengua | violencia | literatura | salud | pobreza | identidad | juventud"""
        ),
        "S": _words(
            """construcción | crítica | teoría | práctica | investigación | historia | transición |
            modernización | representación | participación | evaluación"""
        ),
    },
    _words(
        """Revista Mexicana de Sociología | Nueva Sociedad | Revista de Occidente | El País |
        Estudios
        Sociológicos | Revista Española de Investigaciones Sociológicas | Desarrollo Económico |
        Revista de Filología | Perfiles Latinoamericanos | Papers | Revista de Indias"""
    ),
    _words(
        """Siglo XXI | Fondo de Cultura Económica | Alianza Editorial | Paidós | Ariel | Tecnos |
        Anagrama | Crítica | Gedisa | Taurus | Cátedra | Trotta | CLACSO | Miño y Dávila | Akal"""
    ),
    _words("""Madrid | Barcelona | México | México D.F. | Buenos Aires | Bogotá | Santiago de
    Chile |
        Lima | Sevilla | Valencia"""),
    _words("CEPAL | Ministerio de Educación | UNAM | INEGI | Universidad de Chile | PNUD"),
    _words("""José | Juan | María | Carlos | Ana | Luis | Pedro | Carmen | Miguel Ángel | Jorge |
        Juan Carlos | Manuel | Rosa | Javier | Francisco | Elena"""),
    _words("""García | Martínez | López | González | Rodríguez | Fernández | Pérez | Sánchez |
    Ramírez |
        Torres | Díaz | Vázquez | García Canclini | Ruiz Moreno | Álvarez | Gómez | Castro
        Leiva"""),
)  # fmt: skip

TONGUES = (GERMAN, FRENCH, SPANISH)
