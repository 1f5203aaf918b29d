"""The few words that decide how a name is read. Written for Sheaf; lower case, no full stops."""

from __future__ import annotations

from sheaf.words import read_words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Begin a family name: "van der Berg". Only those that are hardly ever a given name.
PARTICLES = frozenset(read_words("particles"))

SUFFIXES = _words(
    """jr sr jun junior senior ii iii iv 2nd 3rd 4th phd dphil dsc scd mph msc bsc mba dds dvm frcp
    frcs frcpc facs facc faan faao ieee mbbs pharmd esq student fellow member dr-ing dipl-ing rscn
    frcn mrcp bcps"""
)
# Of a generation; with full stops or lower case, for "Smith JR" is J. R. Smith.
GENERATIONS = _words("Jr Jr. jr jr. JR. Sr Sr. sr sr. SR. Jun. III III.")
# Behind a whole name only: "Ivanov II" is I. I. Ivanov.
LATER_GENERATIONS = _words("II IV II. IV.")
INITIALS_TOO = _words("JR SR")
# In capitals only: "Xiumin Ma" is a name.
DEGREES = _words("MD MA MS BS BA RN OD MB PE DO")

HONORIFICS = _words("dr prof professor mr mrs ms sir herr frau pd dipl-ing")

ORGANISATIONS = _words(
    """university universität université universidad universidade institute institut instituto
    organization organisation association department ministry committee commission council
    consortium collaboration group team society office agency bureau bank foundation forum
    corporation corp inc ltd gmbh company center centre laboratory federation union network nations
    government board service services academy college school hospital project initiative ministère
    ministerium bundesamt bundesministerium verband gesellschaft amt stiftung kommission consejo
    ministerio comité conseil collège arbeitsgruppe administration authority division programme
    program partnership alliance trust panel taskforce investigators working workgroup study"""
)

# Between the words of an organisation or a title, never between those of a person.
BETWEEN = _words("of for the on für pour sur para sobre")

# Family names of two characters, Chinese and Korean.
DOUBLE_SURNAMES = _words(
    """欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫
    司徒 司空 东方 東方 独孤 獨孤 南宫 南宮 西门 西門 端木 轩辕 軒轅 淳于 濮阳 濮陽 澹台 澹臺 赫连
    赫連 呼延 闻人 聞人 钟离 鍾離 鲜于 鮮于 申屠 太史 仲孙 仲孫 东郭 東郭 万俟 萬俟 百里 闾丘 閭丘
    남궁 황보 제갈 사공 선우 서문 독고"""
)
# Japanese, of three.
TRIPLE_SURNAMES = _words(
    "佐々木 長谷川 五十嵐 久保田 佐久間 小笠原 宇都宮 大久保 長谷部 小野寺 日比野"
)
