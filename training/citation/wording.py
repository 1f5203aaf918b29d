"""What references say between their fields, by language: "In:", "Hrsg.", "pp.", "PhD thesis"."""

from __future__ import annotations

WORDS = {
    "en": {
        "in": ("In ", "In: ", "in: ", "in ", "In: "),
        "eds": ("(Eds.)", "(eds.)", "(Ed.)", "(ed.)", ", editors", ", eds.", ", Eds.", "(Hrsg.)"),
        "by": ("edited by ", "ed. ", "Ed. by ", "Edited by "),
        "pp": ("pp. ", "p. ", "", "pages ", "pp ", ":"),
        "vol": ("vol. ", "Vol. ", "volume ", "", "", "v. "),
        "no": ("no. ", "No. ", "issue ", "Issue "),
        "and": (" and ", ", and ", " & ", ", & ", ", "),
        "team": (" et al.", ", et al.", " et al"),
    },
    "de": {
        "in": ("In: ", "in: ", "In: ", "in: ", "In ", "- In: ", "Aus: "),
        "eds": ("(Hrsg.)", "(Hg.)", "(Hrsg.)", "(Hg.)", "(Eds.)", "Hrsg."),
        "by": ("hrsg. von ", "Hrsg. v. ", "herausgegeben von ", "hg. v. "),
        "pp": ("S. ", "S. ", "S.", "", "pp. ", ""),
        "vol": ("Bd. ", "Jg. ", "", "Band ", "Vol. ", "Jahrgang "),
        "no": ("H. ", "Nr. ", "Heft ", "No. "),
        "and": (" und ", " / ", "/", "; ", " u. ", " & ", ", "),
        "team": (" u.a.", " et al.", " u. a."),
    },
    "fr": {
        "in": ("in ", "In ", "dans ", "in : ", "Dans "),
        "eds": ("(dir.)", "(éds.)", "(éd.)", "(Dir.)", "(eds)"),
        "by": ("sous la direction de ", "éd. par "),
        "pp": ("p. ", "pp. ", ""),
        "vol": ("vol. ", "t. ", "tome ", ""),
        "no": ("n° ", "no ", "n°"),
        "and": (" et ", ", ", " & "),
        "team": (" et al.", " et alii"),
    },
    "es": {
        "in": ("En ", "en ", "en: ", "En: "),
        "eds": ("(eds.)", "(coord.)", "(comp.)", "(ed.)"),
        "by": ("editado por ", "comp. "),
        "pp": ("pp. ", "p. ", "págs. "),
        "vol": ("vol. ", "Vol. ", "tomo ", ""),
        "no": ("núm. ", "nº ", "n. "),
        "and": (" y ", ", ", " e "),
        "team": (" et al.", " y otros"),
    },
}
THESES = {
    "en": (
        "PhD thesis",
        "Ph.D. dissertation",
        "Master's thesis",
        "PhD Dissertation",
        "Doctoral dissertation",
        "unpublished Ph.D. thesis",
    ),
    "de": ("Dissertation", "Diss.", "Diplomarbeit", "Habilitationsschrift"),
    "fr": ("thèse de doctorat", "Thèse"),
    "es": ("tesis doctoral", "Tesis de maestría"),
}
REPORTS = (
    "Technical Report",
    "Tech. Rep.",
    "Working Paper",
    "Discussion Paper",
    "Research Report",
    "Report",
    "Arbeitspapier",
    "Technical report",
    "TR",
    "Memo",
)
WEB = {
    "en": ("URL: ", "Available at: ", "Retrieved from ", "", "online: "),
    "de": ("URL: ", "Online: ", "abrufbar unter: ", "Online unter: ", ""),
    "fr": ("en ligne : ", "URL : ", "disponible sur "),
    "es": ("disponible en ", "URL: "),
}
SEEN = {"en": "accessed", "de": "Zugriff:", "fr": "consulté le", "es": "consultado el"}
EDITIONS = {"en": "2nd ed.", "de": "2. Auflage", "fr": "2e édition", "es": "2a ed."}
