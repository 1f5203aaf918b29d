"""Words that say what stands beside them in a reference, in the languages papers are written in.

Written for Sheaf. Lower case, without full stops; each word belongs to one or more kinds.
"""

from __future__ import annotations

from sheaf.words import read_word_table

MONTHS = read_word_table("months")
KINDS: dict[str, str] = {
    "month": " ".join(words for part in MONTHS.values() for words in part.values()),
    "volume": "vol vols volume volumes bd band bde tome tomo v jg jahrgang том т",
    "issue": "no nos nr number num issue iss heft h nº n numéro núm número fasc №",
    "pages": "p pp pg pgs page pages s seite seiten págs pág págs ff с стр",
    "in": "in en dans aus im em в",
    "editor": """
        ed eds editor editors edited hrsg hg herausgeber herausgegeben éd éds éditeur éditeurs dir
        coord coords coordinador ред""",
    "and": "and und et y e u og och en и",
    "team": "al alii others",
    "press": """
        press publisher publishers publishing publications books verlag éditions editions edition
        presses edizioni ediciones editorial editora editore wiley springer elsevier academic
        pergamon mcgraw prentice addison wesley kluwer routledge blackwell norton macmillan
        birkhäuser freeman benjamin dover sage palgrave crc oup cup gruyter reidel harper random
        penguin suhrkamp campus nomos beck mohr siebeck vs fischer rowohlt gallimard hachette
        harvard erlbaum plenum dekker ios aaai usenix siam morgan kaufmann north holland
        interscience
        clarendon sons co inc ltd gmbh""",
    "institution": """
        university universität université universidad universidade università univ institute
        institut
        instituto department dept laboratory laboratories lab labs school college faculty faculté
        center centre zentrum ministry ministère ministerium corporation corp research hochschule
        cern slac fermilab nasa rand inria mit stanford berkeley""",
    "thesis": """
        thesis dissertation diss thèse tesis doctoral phd habilitation diplomarbeit masters master
        msc tese ph""",
    "report": """
        report technical tech rep tr memo memorandum preprint working paper discussion rapport
        bericht internal manuscript unpublished draft""",
    "meeting": """
        proc proceedings conference conf workshop symposium symp congress meeting colloquium
        international intl annual tagung kongress actes colloque congrès congreso acm ieee lecture
        notes""",
    "journal": """
        journal j jour review rev revue revista rivista zeitschrift z annals ann annales annalen
        transactions trans letters lett bulletin bull archives arch archiv acta quarterly magazine
        mag physics phys chem chemistry biol math mathematical sci science nature med medicine clin
        soc society am amer astrophys astron astr commun communications comm appl theor nucl opt
        eng res biochem j mol psychol anal advances adv progress prog reports studies stud
        vierteljahrshefte blätter jahrbuch comput mech""",
    "note": """
        submitted press appear print accepted forthcoming erscheinen preparation private
        communication published available retrieved accessed online abgerufen consulté zugriff
        translated trad übersetzt reprinted reprint revised edn aufl auflage stand""",
    "id": """
        doi arxiv isbn issn pmid mr zbl hep astro cond quant gr ph th ex lat math qc mat nucl
        pmcid""",
    "web": "http https www ftp url html pdf org com edu net htm",
    "place": """
        london berlin paris york new cambridge oxford amsterdam münchen munich wien vienna zürich
        zurich heidelberg hamburg frankfurt köln cologne stuttgart leipzig boston chicago
        philadelphia princeton washington dc san francisco los angeles berkeley stanford tokyo
        kyoto beijing shanghai moscow moskva moskau rome roma milano milan madrid barcelona lisboa
        stockholm copenhagen københavn oslo helsinki dordrecht leiden basel bern geneva genève
        toronto montreal vancouver sydney melbourne singapore delhi mumbai bombay calcutta
        jerusalem haifa budapest prague praha warsaw warszawa kraków edinburgh manchester dublin
        brussels bruxelles brüssel leuven bonn göttingen tübingen opladen wiesbaden darmstadt
        bielefeld bremen reading redwood mateo thousand oaks hillsdale hoboken baltimore ithaca
        haven england uk usa germany deutschland france italy italia spain españa japan china india
        canada australia netherlands switzerland schweiz austria österreich sweden denmark norway
        ny ca ma nj il pa md va conn mass calif mexico méxico buenos aires santiago lima bogotá
        baden reinbek münster freiburg weinheim dresden bologna torino firenze padova napoli""",
    "series": "lecture notes lncs lnai series monographs contemporary graduate texts springer",
    "common": """
        the of for and on with to a an from by using their its is are at as into between through
        under over der die das des und für von zur zum im eine ein den dem auf bei mit aus nach
        über als am le la les des et dans pour sur du une un par aux el los las del una por para
        con che di il della nel""",
}  # fmt: skip


def kinds_by_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for kind, words in KINDS.items():
        for word in dict.fromkeys(words.split()):
            found[word] = (*found.get(word, ()), kind)
    return found
