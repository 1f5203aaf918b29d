"""Who pays for research, and by which words and numbers a paper says so. Written for this
purpose: a handful of names that need no words around them, and the words for all others."""

from __future__ import annotations

import re

# Acronyms and short names that mean a funder wherever they stand in a note of thanks.
KNOWN = re.compile(
    r"\b(?:NSF|NIH|NIMH|NCI|NIGMS|NSFC|DARPA|IARPA|ARPA|AFOSR|AFRL|ARO|ARL|ONR|DOE|DoE|NASA"
    r"|NOAA|NIST|DTRA"
    r"|EPSRC|ESRC|AHRC|BBSRC|NERC|STFC|MRC|UKRI|ERC|EU|DFG|BMBF|DAAD|ANR|CNRS|FNRS|FWO|FWF|SNSF|SNF"
    r"|NWO|ZonMw|MIUR|PRIN|FCT|CNPq|CAPES|FAPESP|FAPERJ|CONACYT|CONICET|FONDECYT|NSERC|SSHRC|CIHR"
    r"|CIFAR|FQRNT|ARC|NHMRC|JSPS|JST|MEXT|KAKENHI|NRF|KRF|RGC|ISF|BSF|GIF|RFBR|RSF|VR|TEKES"
    r"|TUBITAK"
    r"|TÜBİTAK|DST|CSIR|MINECO|MICINN|SFI|IRCSET|KAUST|Google|Microsoft Research|Microsoft"
    r"|Intel|IBM|Nokia|Yahoo!?|Facebook|Amazon|Adobe|Siemens|Wellcome Trust|Horizon 2020"
    r"|Horizon Europe|Marie (?:Sk[lł]odowska[- ])?Curie"
    r"|Alexander von Humboldt(?:[- ]Foundation)?)\b"
)
# A name of capitalised words, with small ones between them, that holds one of these words.
_WORD = r"\b[A-ZÀ-ÞŁŚŽŠČ](?![\w/-]*\d)[\w'’.&-]*"
_LINK = (
    r"(?:of|for|the|and|on|in|de|des|du|del|della|do|da|dos|das|la|le|les|für|der|die|und|van|voor"
    r"|pour|per|para|e|y|et|&)"
)
NAMED = re.compile(rf"{_WORD}(?:\s+(?:{_LINK}\s+){{0,3}}{_WORD}){{0,9}}")
FUNDING_WORD = re.compile(
    r"\b(?:Foundation|Fund|Funds|Council|Agency|Ministry|Department|Commission|Union|Programme?"
    r"|Institutes?|Office"
    r"|Trust|Academy|Society|Association|Centre|Center|Laborator(?:y|ies)|Universit\w+"
    r"|Administration|Initiative"
    r"|Board|Bureau|Corporation|Inc|Ltd|Fellowship|Scholarship|Committee|Science Foundation"
    r"|Stiftung|Gemeinschaft"
    r"|Forschungsgemeinschaft|Bundesministerium|Ministerium|Fonds|Fondation|Ministère|Agence"
    r"|Conseil|Fundación|Fundação"
    r"|Ministerio|Ministério|Ministero|Fondazione|Consejo|Conselho|Consiglio|Stichting"
    r"|Organisatie|Organi[sz]ation"
    r"|Government|Province)\b"
)
CUE = re.compile(
    r"support|fund|grant|sponsor|financ|award|fellowship|scholarship|contract|gef[öo]rdert"
    r"|unterst[üu]tz|finanzier"
    r"|soutenu|soutien|subvention|bourse|financiad|apoyo|apoiad|apoio|beca|bolsa|finanziat"
    r"|sostenut|borsa"
    r"|gesubsidieerd|gefinancierd|ondersteund",
    re.IGNORECASE,
)
# After these words a name is a funder's even if it says nothing of the kind.
PAID_BY = re.compile(
    r"(?:support(?:ed)?|fund(?:ed|ing)?|sponsor(?:ed|ship)?|financed|grants?|award(?:ed)?|gift"
    r"|fellowship|scholarship)"
    r"(?:\s+(?:in\s+part|partially|partly|in\s+full|financially|received|provided|given|jointly"
    r"|generously))?"
    r"\s+(?:by|from|of|through|under)\s+(?:(?:an?|the|grants?|from|by)\s+){0,3}$"
    r"|(?:gefördert|unterstützt|finanziert)\s+(?:durch|von|vom)\s+(?:die|der|das|den|dem)?\s*$"
    r"|(?:financé|soutenu|subventionné)e?s?\s+(?:en partie\s+)?par\s+(?:la|le|les|l['’])?\s*$"
    r"|(?:financiad|apoiad|apoyad)[oa]s?\s+(?:parcialmente\s+)?(?:por|pel[oa]s?)\s+(?:el|la|los"
    r"|las)?\s*$"
    r"|finanziat[oaie]\s+(?:in parte\s+)?(?:da|dal|dalla|dall['’])\s*$",
    re.IGNORECASE,
)
# The number of a grant: a word of capitals and digits, at least three of these, with a word of
# capitals before it (SFB 876, EXC 284/1-2) where there is one.
NUMBER = re.compile(
    r"(?<![\w./-])(?:[A-Z]{1,8}\d{0,2} )?(?=[\w./–-]*\d[\w./–-]*\d[\w./–-]*\d)"
    r"(?:[A-Z][A-Za-z]{1,5}[-–])?[A-Z]*[0-9A-Z]*(?:(?:[/.:]|[-–] ?)[A-Za-z]?[0-9A-Z]+)*(?![\w@])"
)
# Years, and stretches of them.
NO_GRANT = re.compile(r"(?:19|20)\d\d(?:[-–/](?:(?:19|20)?\d\d))?$")
