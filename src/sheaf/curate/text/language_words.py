"""The commonest small words of languages, and letters that few others have. Written for this
purpose. Words of one letter are left out: formulas are full of them."""

from __future__ import annotations

SMALL_WORDS = """
en: the of and to in is that for with as this are be by on we it from which an can not have or was
 at has these our their its such been were
de: der die und in den von zu das mit sich des auf für ist im nicht ein eine dem als auch es an
 werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum zur
 durch eines sowie oder
fr: le de la et les des en un une du est dans que pour qui au par sur pas plus ne se ce il sont
 avec aux cette ces nous ou être comme son leur entre mais fait ont été deux
es: de la que el en los se del las un por con una para es al lo como más su sus no este esta son
 entre sobre ha ser pero también desde muy hasta hay donde fue dos
pt: de que do da em um para com uma os no se na por mais as dos como mas foi ao das tem seu sua ou
 ser são pelo pela até entre nos não também está esse esta este isso
it: di il la che in un del per una con non della le si dei al sono da lo gli come più nel alla dal
 ha delle degli questo questa anche nella essere ma tra sul dalla su
nl: de van het een en in is dat op te zijn met voor niet die aan er om ook als bij maar dan uit
 nog worden door naar heeft hebben deze over wordt tot kan
pl: nie na się że jest do to jak ale po co za od przez jego przy dla oraz jej tym być może są
 które który która ich jako tego między lub także czy tej
cs: se na je že jsou to by pro jako ale při od po za do jeho byl byla bylo být nebo které který
 která podle také jsme tak pouze mezi než ve ze této toho však jejich lze může
sk: sa na je že sú to by pre ako ale pri od po za do jeho bol bola bolo byť alebo ktoré ktorý
 ktorá podľa tiež sme tak iba medzi než vo zo tejto toho však ich možno môže
sl: in je na se da za so ki pa ne ni tudi kot po bi pri od do ali ter to med smo lahko zelo bil
 bila le iz ob če kako katerih njegov sta vse
hr: je na se da za su od koji koja koje to kao bi ne ali iz po do ili te što pri nije kako može
 ovaj između biti samo sve jer ima njegov bio bila
sv: och att det som en på är av för med den till inte om ett var har från men vi kan de sig så
 eller man vid när under också efter detta denna mellan
da: og at det som en på er af for med den til ikke om et var har fra men vi kan de sig så eller
 man ved når under også efter dette denne mellem der blev
no: og at det som en på er av for med den til ikke om et var har fra men vi kan de seg så eller
 man ved når under også etter dette denne mellom ble hvor
is: og að er sem til við það af um ekki var en með fyrir þess hann eru því eða hefur þetta þar hún
 frá verið
fi: ja on ei että se oli ovat mutta kun hän joka myös tai niin kuin ole sekä mukaan vain voi ollut
 sen tämä jotka sitä olla näin tässä tämän kanssa jos eli
et: ja on ei et see oli mis kui ka ta oma selle mida kuid või aga need välja üle nii siis seda
 mille võib ning olla tema
lv: un ir no ar par kas uz ka arī vai tas bija pēc bet tā kā tiek lai pie nav var līdz šī šis
 starp gan
lt: ir yra kad su iš tai bet kaip nuo dėl apie jo per buvo ar už tik po gali šio taip pat tarp
 prie kuris kurie arba
hu: az és hogy nem is egy ez ezt azt meg volt csak de ha mint már még vagy el ki ami aki kell
 lehet ezek által között alapján szerint voltak után
tr: ve bir bu için ile da de olarak olan gibi daha çok ne ise sonra kadar ancak değil her ya veya
 göre üzerine arasında olduğu tarafından ki en hem
ro: de și şi în la cu pe nu din un este că pentru care mai sau prin al sunt fi ale ca fost această
 acest dar între după au ce lui cel unei
ca: de la que el en els les un per una amb del és al no com més dels als pel són aquest aquesta
 també entre des ha ser seva seu però quan
gl: de que do da en un para con unha os no se na por máis as dos como pero foi ao das ten seu súa
 ou ser son pola polo ata entre non tamén este esta
eu: eta da ez ere du dira bat izan dute zen baina hau edo egin behar dela dugu zuen arte den hori
 bere baino bezala duen batzuk
sq: dhe të në një për me nga që se ka është më si janë nuk por kjo ky ose duke mund ishte tij saj
 ndërmjet
id: yang dan di dengan untuk ini dari dalam pada tidak itu adalah akan oleh juga ke bahwa atau
 telah dapat sebagai karena secara kami antara lebih bisa
vi: và của là có được các trong cho không một những với này người đã khi đến về từ như để cũng
 trên theo nhưng bằng hay thì
la: et in est non ad ut cum quod qui sed ex sunt esse per si ab quae atque nec aut etiam enim hoc
 autem inter eius
ru: не на что как по это из для от при или но его же так также может быть мы был были которые
 которых то все если только между этого за до
uk: не на що як по це із для від при або але його та так також може бути ми був були які яких то
 усі якщо тільки між цього за до є під щоб
be: не на што як па гэта для ад пры або але яго ён так таксама можа быць мы быў былі якія якіх то
 усе калі толькі паміж гэтага за да
bg: не на че се за от да са като по при или но това него също може бил бяха които ще то всички ако
 само между този във със
sr: је на се да за су од који која које то као би не али из по до или те што при није како може
 овај између бити само све јер
mk: не на дека се за од да како по при или но тоа него исто може би беше беа кои ќе тој сите ако
 само меѓу овој во со
ar: في من على إلى أن هذا هذه التي الذي عن مع كان لا ما بين كما أو قد ذلك تم كانت هو هي
fa: در از به که این است را با برای آن می های یک بر تا شده نیز یا بود خود شود دارد
ur: کے میں کی اور ہے سے کا کو اس نے ہیں پر یہ بھی کہ ایک نہیں تھا جو
"""

# Letters that a title in one of these languages is likely to have, and others hardly ever.
OWN_LETTERS = {
    "de": "ß", "fr": "œ", "es": "ñ¿¡", "pt": "ãõ", "pl": "łżźśńćęą", "cs": "řěů", "sk": "ľĺŕ",
    "hu": "őű", "tr": "ğışİ", "ro": "ășțţ",
    "vi": "ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ",
    "is": "þð", "lv": "āēīūģķļņ", "lt": "ėįųū", "da": "øæ", "no": "øæ", "sv": "å", "et": "õ",
    "sq": "ë",
    "uk": "їієґ", "be": "ўі", "ru": "ыэё", "sr": "ђћљњџј", "mk": "ѓќѕљњџј", "bg": "ъ",
    "fa": "پچژگ", "ur": "ٹڈڑںے", "ar": "ةىإ",
}  # fmt: skip


def by_language(text: str) -> dict[str, frozenset[str]]:
    """Each language's words out of lines of which the first of a language begins with its code."""
    found: dict[str, list[str]] = {}
    language = ""
    for line in text.strip().split("\n"):
        head, colon, rest = line.partition(": ")
        language, words = (head, rest) if colon else (language, line)
        found.setdefault(language, []).extend(words.split())
    return {name: frozenset(words) for name, words in found.items()}


WORDS = by_language(SMALL_WORDS)
