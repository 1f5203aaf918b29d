"""The few words that decide how a name is read. Written for Sheaf; lower case, no full stops."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Begin a family name: "van der Berg". Only those that are hardly ever a given name.
PARTICLES = _words(
    """van von vom zu zum zur de der den des del della dello dell di da do dos das du la le les el
    al bin ibn ben abu ter ten te 't san santa saint st af av ap y auf tot het"""
)

SUFFIXES = _words(
    """jr sr jun junior senior ii iii iv 2nd 3rd 4th phd dphil dsc scd mph msc bsc mba dds dvm frcp
    frcs frcpc facs facc faan faao ieee mbbs pharmd esq student fellow member dr-ing dipl-ing rscn
    frcn mrcp bcps"""
)
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

DOUBLE_SURNAMES = _words("欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 남궁 황보")
