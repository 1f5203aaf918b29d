"""The language of texts, long and short, in many scripts; and where nobody can say."""

from __future__ import annotations

import unicodedata

import pytest

from sheaf.curate.text.language import guess_language

# A title, and the beginning of a text.
SENTENCES = """
en
On the convergence of iterative methods for large systems
In this paper we show that the method can be used with large networks, and that it is faster
than those which have been proposed before.

de
Über die Verteilung der Nullstellen einer ganzen Funktion
In dieser Arbeit wird gezeigt, dass sich das Verfahren auch auf große Netze anwenden lässt und
dass es schneller ist als die bisher bekannten.

fr
Sur une méthode de calcul des valeurs propres dans les espaces normés
Dans cet article nous montrons que la méthode peut être appliquée aux grands réseaux et qu'elle
est plus rapide que celles qui ont été proposées dans la littérature.

es
Un método para el cálculo de los valores propios en las redes
En este trabajo se muestra que el método también puede aplicarse a las grandes redes y que es
más rápido que los propuestos hasta ahora por otros autores.

pt
Uma avaliação dos métodos de previsão em redes não lineares
Neste trabalho mostramos que o método também pode ser aplicado às grandes redes e que não é mais
lento do que os que foram propostos até agora na literatura.

it
Un metodo per il calcolo degli autovalori nella teoria delle reti
In questo lavoro si mostra che il metodo può essere applicato anche alle reti di grandi
dimensioni e che non è più lento di quelli proposti finora dagli altri autori.

nl
Een onderzoek naar het gebruik van netwerken voor het onderwijs
In dit artikel laten we zien dat de methode ook voor grote netwerken kan worden gebruikt en dat
zij niet trager is dan die welke tot nu toe zijn voorgesteld.

pl
O zbieżności metod iteracyjnych dla równań różniczkowych
W pracy pokazano, że metoda może być stosowana także do dużych sieci oraz że jest szybsza niż
te, które są znane z literatury, ale nie jest przy tym mniej dokładna.

cs
Příspěvek k řešení soustav lineárních rovnic při neúplných údajích
V této práci ukazujeme, že metodu lze použít také pro velké sítě a že je rychlejší než postupy,
které byly dosud navrženy, a to i při velkém množství dat.

sk
Príspevok k riešeniu sústav rovníc podľa neúplných údajov a ich analýza
V tejto práci ukazujeme, že metódu možno použiť aj pre veľké siete a že je rýchlejšia ako
postupy, ktoré boli doteraz navrhnuté, a to aj pri veľkom množstve dát.

sl
Ali je mogoče metodo uporabiti tudi pri velikih omrežjih
V tem delu pokažemo, da je metodo mogoče uporabiti tudi za velika omrežja in da ni počasnejša od
tistih, ki so bile predlagane doslej, ter da lahko daje zelo dobre rezultate.

hr
Metode koje su korištene kao osnova za analizu mreža
U ovom radu pokazujemo da se metoda može koristiti i za velike mreže te da nije sporija od onih
koje su do sada predložene, što je važno jer ima mnogo primjena između ostalog i ovdje.

sv
Om en metod för att lösa stora ekvationssystem och dess användning
I den här artikeln visar vi att metoden också kan användas för stora nätverk och att den inte är
långsammare än de som har föreslagits tidigare.

da
En undersøgelse af metoder til løsning af ligninger efter reformen
I denne artikel viser vi, at metoden også kan bruges til store netværk, og at den ikke er
langsommere end dem, der er blevet foreslået af andre efter krigen.

no
En undersøkelse av metoder for løsning av ligninger etter reformen
I denne artikkelen viser vi at metoden også kan brukes for store nettverk, og at den ikke er
langsommere enn dem som er blitt foreslått av andre etter krigen, og hvor den ble brukt.

fi
Menetelmä ja sen käyttö: mitä se on ja mitä se ei ole
Tässä työssä osoitetaan, että menetelmä sopii myös suurille verkoille ja että se ei ole hitaampi
kuin ne, jotka ovat olleet tähän asti käytössä, mutta voi olla tarkempi.

et
Kuidas see meetod töötab ning mida võib selle abil leida või kui palju
Selles töös näidatakse, et meetod sobib ka suurte võrkude jaoks ning et see ei ole aeglasem kui
need, mis on seni välja pakutud, kuid võib olla täpsem.

lv
Par metodēm, kas tiek izmantotas lielos tīklos, un to pielietojumu
Šajā darbā parādīts, ka metodi var izmantot arī lieliem tīkliem un ka tā nav lēnāka par tām, kas
tiek lietotas līdz šim, bet pēc tam arī citos gadījumos.

lt
Apie metodus, kurie yra naudojami dideliuose tinkluose, ir jų taikymą
Šio darbo tikslas yra parodyti, kad metodas gali būti taikomas ir dideliems tinklams ir kad jis
nėra lėtesnis už tuos, kurie buvo pasiūlyti iki šiol, bet taip pat tikslus.

hu
Egy módszer a nagy egyenletrendszerek megoldására és annak alkalmazása
Ebben a dolgozatban megmutatjuk, hogy a módszer nagy hálózatokra is alkalmazható, és hogy nem
lassabb, mint azok, amelyek már ismertek voltak, vagy ha igen, az csak kevés esetben.

tr
Büyük ağlar için bir yöntem ve bu yöntemin kullanımı üzerine
Bu çalışmada yöntemin büyük ağlar için de kullanılabileceği ve daha önce önerilen yöntemlerden
daha yavaş olmadığı gösterilmiştir, ancak bu bir sınır olarak görülebilir.

ro
Asupra unei metode de calcul pentru rețele și aplicații în învățământ
În această lucrare arătăm că metoda poate fi aplicată și pentru rețele mari și că nu este mai
lentă decât cele care au fost propuse până acum de alți autori.

ca
Un mètode per al càlcul dels valors propis amb xarxes més grans
En aquest treball es mostra que el mètode també es pot aplicar a les grans xarxes i que no és
més lent que els que han estat proposats fins ara amb aquesta finalitat.

eu
Sare handien azterketa eta hori egin behar dela baina ez bat ere
Lan honetan erakusten dugu metodoa sare handietan ere erabil daitekeela eta ez dela orain arte
proposatu diren beste batzuk baino motelagoa, baina hori egin behar izan da.

id
Pengaruh metode pembelajaran terhadap hasil yang dapat dicapai oleh siswa
Penelitian ini menunjukkan bahwa metode ini juga dapat digunakan untuk jaringan yang besar dan
tidak lebih lambat dari yang telah diusulkan dalam penelitian lain.

vi
Một phương pháp mới cho các hệ phương trình và ứng dụng của nó
Trong bài báo này chúng tôi chỉ ra rằng phương pháp cũng có thể được dùng cho các mạng lớn và
không chậm hơn những phương pháp đã được đề xuất.

ru
О сходимости итерационных методов для больших систем
В работе показано, что метод может быть применён также для больших сетей и что он не медленнее
тех, которые были предложены ранее другими авторами.

uk
Про збіжність ітераційних методів для великих систем
У роботі показано, що метод може бути застосований також для великих мереж і що він не є
повільнішим від тих, які були запропоновані раніше.

bg
За сходимостта на итерационните методи при големи системи и мрежи със загуби
В тази работа се показва, че методът може да се използва и за големи мрежи и че не е по-бавен от
тези, които са били предложени досега, като това също се доказва.

el
Μια μέθοδος για μεγάλα δίκτυα
Στην εργασία αυτή δείχνουμε ότι η μέθοδος είναι καλή.

he
שיטה חדשה לרשתות גדולות
במאמר זה אנו מראים שהשיטה מתאימה גם לרשתות גדולות.

ar
دراسة في نظرية الشبكات من خلال هذه الطريقة
في هذا البحث نبين أن هذه الطريقة يمكن أن تستخدم مع الشبكات الكبيرة كما أنها أسرع من التي كانت
معروفة من قبل على ما هو مذكور في المراجع.

fa
روشی برای شبکه‌های بزرگ و کاربرد آن در مهندسی
در این مقاله نشان می دهیم که این روش برای شبکه های بزرگ نیز قابل استفاده است و از روش های دیگر
که تا کنون پیشنهاد شده است کندتر نیست.

hi
बड़े नेटवर्क के लिए एक विधि और उसका उपयोग
इस लेख में हम दिखाते हैं कि यह विधि अच्छी है।

th
วิธีการใหม่สำหรับเครือข่ายขนาดใหญ่
ในบทความนี้เราแสดงให้เห็นว่าวิธีนี้ใช้ได้กับเครือข่ายขนาดใหญ่

zh
大规模网络的一种新方法研究
本文证明该方法同样适用于大规模网络，并且不比以往提出的方法慢。

ja
大規模ネットワークのための新しい手法について
本論文では、この手法が大規模なネットワークにも適用できることを示す。

ko
대규모 네트워크를 위한 새로운 방법
이 논문에서는 이 방법이 대규모 네트워크에도 적용될 수 있음을 보인다.
"""


def written():
    for block in SENTENCES.strip().split("\n\n"):
        language, title, *text = block.split("\n")
        yield language, (title, " ".join(text))


WRITTEN = dict(written())
ENGLISH = WRITTEN["en"][1] + " "


@pytest.mark.parametrize("language", WRITTEN)
def test_a_text_is_known_by_its_words(language):
    assert guess_language(f"{WRITTEN[language][1]}\n" * 5) == language


@pytest.mark.parametrize("language", WRITTEN)
def test_a_title_is_known_or_nothing_is_said(language):
    assert guess_language(WRITTEN[language][0]) in (language, None)


def test_most_titles_are_known():
    unknown = [name for name, (title, _) in WRITTEN.items() if guess_language(title) != name]
    assert len(unknown) <= 4, unknown


@pytest.mark.parametrize("language", [name for name in WRITTEN if name != "en"])
def test_a_foreign_quotation_does_not_make_it_foreign(language):
    assert guess_language(ENGLISH * 5 + WRITTEN[language][1] + ENGLISH * 5) == "en"


@pytest.mark.parametrize("language", ["cs", "ru", "zh", "el", "hu", "ar"])
def test_nor_does_an_english_abstract_make_it_english(language):
    assert guess_language(ENGLISH + f"{WRITTEN[language][1]}\n" * 10) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "too short",
        "a = b + c, x_i = y_j (i, j = 1, ..., n), z = f(a, b, c), u v w x y z " * 30,
        "α + β = γ, ∑ λ_i μ_i = ω, ε → δ, φ(ψ) = θ " * 30,
        "sin cos tan exp log max min arg lim sup inf det dim ker deg gcd mod " * 20,
        "xyz " * 100,
        "State Changes Date Name Drawn Checked Standard Material Finish natur DIN ISO mk",
        "qwrt plkj mnbv zxcv hgfd " * 40,
    ],
)
def test_formulas_and_noise_are_of_no_language(text):
    assert guess_language(text) is None


def test_signs_of_formulas_do_not_make_a_paper_greek():
    assert (
        guess_language((ENGLISH + "where α, β, γ, λ and Ω are as in (1), αβγ = λμν. ") * 5) == "en"
    )


def test_letters_and_accents_of_their_own_are_one():
    """As some PDF files have them."""
    text = unicodedata.normalize("NFD", WRITTEN["vi"][1]) * 5
    assert guess_language(text) == "vi"


def test_names_with_accents_leave_an_english_list_english():
    names = "Dvořák, Škvorecký, Łukasiewicz, Żółkiewski, Erdős, Hölder, Çelik, Ğ, Nuñez. "
    assert guess_language((ENGLISH + names) * 5) == "en"
