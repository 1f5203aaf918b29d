"""Words and sentences of history."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

HISTORY = Discipline(
    name="history",
    label="history",
    department="Department of History",
    society="historical-society",
    manners=phrases(
        """contested; everyday; forgotten; negotiated; shifting; civic; provincial; itinerant; unwritten;
        informal; maritime; seasonal; collective; domestic; ceremonial; disputed; borrowed; improvised;
        quiet; enduring"""
    ),
    activities=phrases(
        """memory; credit; authority; custom; litigation; charity; migration; record keeping; petitioning;
        apprenticeship; provisioning; surveying; inheritance; toll collecting; gossip; printing;
        pilgrimage; land tenure; correspondence; taxation"""
    ),
    qualifiers=phrases(
        """urban; widowed; foreign-born; monastic; literate; landless; coastal; guild-bound; mercantile;
        dissenting; upland; noble; Protestant; Catholic; seafaring; market-town; frontier; colonial;
        bilingual; lesser"""
    ),
    objects=phrases(
        """parish clerks; ship captains; cloth merchants; midwives; tenant farmers; notaries; schoolmasters;
        salt traders; tax collectors; journeymen; bookbinders; innkeepers; land surveyors; town musicians;
        quarry workers; lighthouse keepers; letter writers; millers; almshouse residents; customs officers;
        map makers; printers; river pilots; grain dealers"""
    ),
    contexts=phrases(
        """in the Baltic ports, 1680–1740; after the Thirty Years' War; in the Low Countries, 1550–1620;
        under the Habsburg crown; on the Atlantic frontier; in the age of enclosure; during the famine
        years; in late medieval Iberia; between two empires; along the Danube, 1780–1848; in the
        Ottoman provinces; before the railways; in revolutionary Europe; in the long eighteenth century;
        on the Welsh borders, 1400–1536; across the Bay of Bengal; in Meiji Japan; during the cholera
        years; in the Hanseatic towns; after emancipation"""
    ),
    titles=lines(
        """
        {manner} {activity}: {qualifier} {objects} {context}
        {qualifier} {objects} and {manner} {activity} {context}
        {manner} {activity} among {qualifier} {objects} {context}
        The {manner} {activity} of {qualifier} {objects} {context}
        """
    ),
    tools=phrases(
        """reading of court rolls; prosopography; comparison of hands; map of holdings; reconstitution of
        families; close reading of petitions; account of a single lawsuit; study of bindings; network of
        letters; chronology of repairs; count of baptisms; history of one household; inventory of seals;
        itinerary of witnesses"""
    ),
    materials=phrases(
        """parish registers; notarial contracts; the minute books of three guilds; customs ledgers; wills
        proved before the bishop's court; private letters in two family archives; tithe maps; printed
        broadsides; petitions to the governor; port books; school inspection reports; almanacs with
        marginal notes; depositions of witnesses; accounts of the town treasury"""
    ),
    measures=phrases(
        """literacy; indebtedness; wealth at death; mobility; household size; the price of rye; the length
        of tenure; office holding; rents; the distance of marriages; reputation; the frequency of lawsuits"""
    ),
    agents=phrases(
        """contemporaries; magistrates; chroniclers; widows; neighbours; officials; parishioners; creditors;
        travellers"""
    ),
    areas=phrases(
        """Early Modern Society; Social History; Maritime History; Archives and Memory; Agrarian History;
        Urban Studies; Legal History; the History of Reading; Labour History; Borderlands; Material
        Culture; Historical Demography"""
    ),
    courses=phrases(
        """Europe 1500–1800; Reading Old Hands; The Historian's Craft; Cities and Their Archives; War and
        Society; History of the Book"""
    ),
    headings={
        "introduction": ("Introduction", "The Problem"),
        "background": ("Historiography", "What Has Been Said"),
        "method": ("Sources and Approach", "The Archive", "Reading the Sources", "The Setting"),
        "evidence": (
            "Livelihoods",
            "Conflict and Settlement",
            "Before the Court",
            "Kin and Credit",
        ),
        "discussion": ("Interpretation", "A Wider View"),
        "conclusion": ("Conclusion", "Epilogue"),
    },
    sentences={
        "background": lines(
            """
            an older literature treated {objects} as a footnote to the history of the state.
            {surname} saw in {activity} the slow retreat of custom before written law.
            the view that {objects} lived outside the world of letters has been abandoned.
            regional studies have since multiplied, though {place} is still poorly served.
            nationalist historians of the nineteenth century read {material} for heroes and found few.
            the question of {measure} entered the debate with the quantitative school of the {decade}s.
            """
        ),
        "method": lines(
            """
            the argument rests on {material}, preserved almost without a gap from {year_old} onward.
            for {place}, fire destroyed the older series, and we depend on {material} instead.
            I have modernised punctuation but kept the spelling of names as the clerks wrote them.
            {a_tool} allows us to follow {num} individuals from apprenticeship to the grave.
            such documents were written to persuade, and they have to be read against {material}.
            dates are given in the new style, and sums in the silver money of account of {place}.
            the scribe of {year_old} was careless with names and careful with sums.
            a sample of every tenth volume yielded {num} entries that mention {objects}.
            {material} speak of {objects} only when something had gone wrong.
            where two versions survive, the draft is preferred to the fair copy.
            the {tool} has its limits: the poor appear in it late, and children hardly at all.
            no catalogue exists, and the boxes were numbered anew in {year}.
            """
        ),
        "evidence": lines(
            """
            in {year_old} the council of {place} forbade {objects} to lodge strangers overnight.
            a widow of {place}, named in {num2} documents, lent small sums to half the street.
            of {num} contracts drawn up in {place}, {pct} percent were witnessed by {objects}.
            the quarrel of {year_old} began over a boundary stone and ended with {n} men in gaol.
            {agents} complained that {activity} had become a trade like any other.
            when the price of rye doubled in {year_old}, {objects} were the first to be accused.
            the steward noted, with some irritation, that nobody in {place} would swear to the old measure.
            {measure} rose in the towns and fell in the villages within a single generation.
            seven of the {num2} names in the ledger recur in {material} from {place}.
            the bishop's visitor found the chest open, the seals broken and the clerk asleep.
            by {year_old} their sons had bought offices and ceased to sign as {objects}.
            letters from {place} took {n} weeks, and the news was traded on the way.
            """
        ),
    },
)
