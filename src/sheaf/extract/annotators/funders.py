"""Who pays for research, and by which words and numbers a paper says so. Written for this
purpose: names that need no words around them, and the words by which others are known."""

from __future__ import annotations

import re

# Funders that many papers name: in full, and by their short names, which mean them wherever they
# stand in a note of thanks. A line is one funder, named either way.
FUNDERS = """
National Science Foundation; NSF
National Institutes of Health; NIH; NIMH; NIGMS; NHGRI; NIAID; NHLBI
National Cancer Institute; NCI
National Natural Science Foundation of China; NSFC; Natural Science Foundation of China
Defense Advanced Research Projects Agency; DARPA; ARPA
Intelligence Advanced Research Projects Activity; IARPA
Air Force Office of Scientific Research; AFOSR
Air Force Research Laboratory; AFRL
Army Research Office; ARO
Army Research Laboratory; ARL
Office of Naval Research; ONR
Department of Energy; DOE; DoE
Department of Defense; DoD
Department of Homeland Security; DHS
Department of Education
National Aeronautics and Space Administration; NASA
National Oceanic and Atmospheric Administration; NOAA
National Institute of Standards and Technology; NIST
Defense Threat Reduction Agency; DTRA
Engineering and Physical Sciences Research Council; EPSRC
Economic and Social Research Council; ESRC
Arts and Humanities Research Council; AHRC
Biotechnology and Biological Sciences Research Council; BBSRC
Natural Environment Research Council; NERC
Science and Technology Facilities Council; STFC
Medical Research Council; MRC
UK Research and Innovation; UKRI
Leverhulme Trust
Royal Society
Royal Academy of Engineering
Wellcome Trust; Wellcome
European Research Council; ERC
European Union; EU; European Community; European Commission; Horizon 2020; Horizon Europe
Marie Curie; Marie Skłodowska-Curie; Marie Sklodowska-Curie; Marie Skłodowska Curie
Deutsche Forschungsgemeinschaft; DFG; German Research Foundation
Bundesministerium für Bildung und Forschung; BMBF
Deutscher Akademischer Austauschdienst; DAAD
Alexander von Humboldt; Alexander von Humboldt Foundation; Alexander von Humboldt-Stiftung
Volkswagen Stiftung; VolkswagenStiftung; Volkswagen Foundation
Max Planck Society
Agence Nationale de la Recherche; ANR
Centre National de la Recherche Scientifique; CNRS
Fonds de la Recherche Scientifique; FNRS
Fonds Wetenschappelijk Onderzoek; FWO
Austrian Science Fund; FWF
Swiss National Science Foundation; SNSF; SNF
Nederlandse Organisatie voor Wetenschappelijk Onderzoek; NWO
ZonMw
MIUR; PRIN
Fundação para a Ciência e a Tecnologia; FCT
CNPq
CAPES
FAPESP
FAPERJ
CONACYT; CONACyT
CONICET
FONDECYT
Natural Sciences and Engineering Research Council; NSERC
Social Sciences and Humanities Research Council; SSHRC
Canadian Institutes of Health Research; CIHR
CIFAR
FQRNT
Australian Research Council; ARC
National Health and Medical Research Council; NHMRC
Japan Society for the Promotion of Science; JSPS; KAKENHI
Japan Science and Technology Agency; JST
MEXT
National Research Foundation of Korea; NRF; KRF; Korea Research Foundation
Korea government; Korean government; Korean Government; Korea Government
Research Grants Council; RGC
Israel Science Foundation; ISF
Binational Science Foundation; BSF
German-Israeli Foundation; GIF
Russian Foundation for Basic Research; RFBR
Russian Science Foundation; RSF
Vetenskapsrådet; VR; Swedish Research Council
Academy of Finland
TEKES; Tekes
Research Council of Norway
Danish National Research Foundation
Czech Science Foundation; GAČR
TUBITAK; TÜBİTAK
DST
CSIR
MINECO; MICINN
Science Foundation Ireland; SFI
IRCSET
KAUST
Simons Foundation
Gordon and Betty Moore Foundation
Bill & Melinda Gates Foundation; Bill and Melinda Gates Foundation; Gates Foundation
Alfred P. Sloan Foundation; Sloan Foundation; Sloan
Ford Foundation
Andrew W. Mellon Foundation; Mellon Foundation
John Templeton Foundation; Templeton Foundation
Howard Hughes Medical Institute; HHMI
Knut and Alice Wallenberg Foundation
Google
Microsoft Research; Microsoft
Intel
IBM
Nokia
Yahoo!; Yahoo
Facebook
Amazon
Adobe
Siemens
NVIDIA; Nvidia
"""
# Each way of naming one, and the first as the one by which it is known here.
ONE_AND_THE_SAME = {
    name: line.split("; ")[0] for line in FUNDERS.strip().split("\n") for name in line.split("; ")
}
_LONGEST_FIRST = sorted(map(re.escape, ONE_AND_THE_SAME), key=len, reverse=True)
KNOWN = re.compile(rf"(?<![\w/-])(?:{'|'.join(_LONGEST_FIRST)})(?!\w)")
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
# After these words a name is a funder's even if it says nothing of the kind. Support is not among
# them: people and departments give that too.
PAID_BY = re.compile(
    r"(?:fund(?:ed|ing)?|sponsor(?:ed|ship)?|financed|grants?|award(?:ed)?|gift"
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
# What a funder calls its ways of giving: no funders themselves.
SCHEME = re.compile(
    r"(?:\s+|^)(?:(?:Ph\.?D\.?|Doctoral|Postdoctoral|Graduate|Student|Dissertation|Faculty|Research|Merit"
    r"|Early|Career|CAREER|Advanced|Starting|Consolidator|Young|Investigator|Scholars?|Travel"
    r"|Development|Directed|Laboratory|Start-up|Seed)\s+(?:(?:and|of|for)\s+)?)*"
    r"(?:Fellowships?|Scholarships?|Programmes?|Programs?|Awards?|Prize|Scheme|Stipend|Development)$"
)
# Words of which a name has at least one besides: an office is somebody's.
GENERIC = re.compile(
    r"(?:(?:The|Our|National|Research|Science|Sciences|Government|Department|Ministry|Foundation"
    r"|Council|Agency|Office|Office of Science|Programme?|Institutes?|University|Universities"
    r"|Society|Association|Centre|Center|Laborator(?:y|ies)|Fund|Funds|Trust|Board|Committee|Commission|Union|Academy"
    r"|Initiative|Corporation|Inc|Ltd|Organi[sz]ation|Province|Bureau|Administration|Fellowship"
    r"|Scholarship|Ph\.?D|Doctoral|Graduate|Student|Project|Author|Authors|Funding|Acknowledge?ments?)"
    r"(?:\s+|$))+$"
)
# Where something is done, or whose machines were used: not who paid.
ELSEWHERE = re.compile(
    r"\b(?:at|in|near|from\s+(?:the\s+)?students\s+of)\s+(?:the\s+)?$"
    r"|\b(?:resources?|facilit(?:y|ies)|cluster|machines?)\s+(?:of|at|from"
    r"|(?:provided|operated)(?:\s+and\s+operated)?\s+by)\s+(?:the\s+)?$"
    r"|\b(?:using|reflects?|represents?|those\s+of|views\s+of|policy\s+of|employed\s+by)\s+"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)
# What journals and archives print on pages, and what grants ask authors to say.
FURNITURE = re.compile(
    r"downloaded\s+(?:from|by)\b|all rights reserved|creative\s+commons|\bCC[- ]BY\b|©"
    r"|\(c\)\s+(?:19|20)\d\d"
    r"|terms\s+and\s+conditions|\blicen[cs]ed?\b|permission\s+to\s+(?:make|copy)|copyright"
    r"|this\s+content\s+downloaded|subject\s+to\s+\w+\s+terms|published\s+by\b|manuscript\s+received"
    r"|digital\s+object\s+identifier|e-?mail\s*:",
    re.IGNORECASE,
)
DISCLAIMER = re.compile(
    r"(?:[;,.]\s*|\band\s+)?(?:the\s+|any\s+|all\s+)?(?:views|opinions|findings|conclusions)\b"
    r"[^.]{0,200}(?:those\s+of|reflect|represent)\b.*",
    re.IGNORECASE,
)
