"""Words and sentences of biology."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

BIOLOGY = Discipline(
    name="biology",
    label="bio",
    department="Department of Biological Sciences",
    society="biological-society",
    manners=phrases(
        """rapid; seasonal; density-dependent; maternal; convergent; cryptic; nocturnal; temperature-driven;
        local; reversible; symbiotic; sex-specific; altitudinal; early-season; parasite-mediated;
        drought-induced; polygenic; long-distance; age-related; microbial"""
    ),
    activities=phrases(
        """dispersal; flowering; predation; hybridization; foraging; colonization; adaptation; migration;
        dormancy; pollination; mate choice; nest defence; gene flow; seed set; grazing; thermoregulation;
        vocal learning; root growth; population decline; niche partitioning"""
    ),
    qualifiers=phrases(
        """alpine; estuarine; island; invasive; tropical; cave-dwelling; migratory; burrowing; intertidal;
        freshwater; fragmented; boreal; fire-adapted; wetland; reintroduced; desert; urban; old-growth;
        deep-sea; subarctic"""
    ),
    objects=phrases(
        """bumblebees; grassland birds; salt marsh grasses; tree frogs; freshwater mussels; leafcutter ants;
        orchids; lichen communities; reef fishes; field voles; oak seedlings; water fleas; peat mosses; bat
        colonies; dune beetles; wild barley populations; river otters; nematodes; sea urchins; hoverflies;
        songbird populations; mycorrhizal fungi; sticklebacks"""
    ),
    contexts=phrases(
        """along an elevation gradient; after wildfire; in agricultural landscapes; under experimental
        warming; in a fragmented forest; during drought; at range margins; in a common garden; across
        hybrid zones; following habitat restoration; in nutrient-poor soils; under artificial light; on
        oceanic islands; in managed meadows; near dam outflows; over three decades; with scarce mates; in
        a warming lake; across the rainy season; under high predation"""
    ),
    titles=lines(
        """
        {manner} {activity} in {qualifier} {objects} {context}
        Drivers of {manner} {activity} in {qualifier} {objects} {context}
        {qualifier} {objects} {context}: {manner} {activity} Revisited
        {manner} {activity} Shapes {qualifier} {objects} {context}
        """
    ),
    tools=phrases(
        """mark-recapture model; microsatellite panel; pitfall trap; common garden trial; camera trap;
        generalised linear mixed model; stable isotope assay; point count; phylogenetic regression; mist
        net; quadrat survey; occupancy model; barcode library; respirometer; exclusion cage; nest box;
        telemetry tag; soil core"""
    ),
    materials=phrases(
        """transects walked in two seasons; museum skins; leaf samples from fourteen sites; ringing records;
        egg clutches raised in the laboratory; light-trap catches; soil cores; acoustic recordings; pollen
        slides; tissue samples; long-term monitoring plots; sediment cores; hand-reared broods; tracks of
        tagged individuals"""
    ),
    measures=phrases(
        """survival; body mass; species richness; fecundity; allelic diversity; growth rate; home range size;
        clutch size; germination; abundance; heterozygosity; laying date; biomass; parasite load;
        fluctuating asymmetry; visitation rate"""
    ),
    agents=phrases(
        "individuals; females; juveniles; observers; predators; neighbours; adults; nestlings"
    ),
    areas=phrases(
        """Population Ecology; Evolutionary Biology; Plant Science; Animal Behaviour; Conservation;
        Freshwater Science; Field Botany; Landscape Ecology; Symbiosis; Island Biology; Entomology; Marine
        Ecology"""
    ),
    courses=phrases(
        """Ecology; Evolution and Speciation; Field Botany; Biostatistics; Behaviour of Animals; Plant
        Physiology"""
    ),
    headings={
        "introduction": ("Introduction",),
        "background": ("Study System", "Natural History"),
        "method": ("Materials and Methods", "Field Work", "Statistical Analysis", "Study Sites"),
        "evidence": (
            "Results",
            "Variation among Sites",
            "Survival and Reproduction",
            "Genetic Structure",
        ),
        "discussion": ("Discussion", "Implications for Conservation"),
        "conclusion": ("Conclusion", "Conclusions"),
    },
    sentences={
        "background": lines(
            """
            {objects} are long-lived, faithful to their sites and easily disturbed while breeding.
            {surname} proposed that {activity} evolves whenever {measure} declines with density.
            the species complex was revised in {year}, and older records have to be read with care.
            in captivity {activity} begins within {n} days, but field estimates are rare.
            populations around {place} have lost more than {pct} percent of their range since {year}.
            trade-offs between {measure} and {measure} are well documented in related taxa.
            """
        ),
        "method": lines(
            """
            we sampled {num} individuals at {n} sites between April and September.
            each site was visited {n} times by two {agents} who did not know the treatment.
            {measure} was measured with a precision of 0.{num2} and log-transformed before analysis.
            clutches were moved to the laboratory and kept at {num2} degrees with sixteen hours of light.
            DNA was extracted from {material} and genotyped at {num2} loci.
            {a_tool} with site as random effect was fitted, and models were compared by information criteria.
            plots of {n} by {n} metres were fenced on one side to exclude grazers.
            detection probability was estimated with {a_tool} from repeated visits.
            all animals were released at the point of capture within {n} hours.
            we scored {activity} blind from recordings of {num2} minutes each.
            vouchers are deposited in the collection of the museum in {place}.
            seeds were scarified, sown in trays and counted every {n} days.
            """
        ),
        "evidence": lines(
            """
            {measure} declined by {pct} percent per decade at low sites and not at all above {num} metres.
            {agents} from warmer sites showed earlier {activity} by {n} days.
            the best model included {measure} and its interaction with site (weight 0.{num2}).
            we recaptured {num2} of {num} marked {agents}, most of them within {num} metres.
            genetic differentiation was weak, with an average fixation index of 0.0{num2}.
            excluding {agents} raised {measure} in every block.
            {measure} and {measure} were positively correlated in wet years only.
            no trace of {activity} was found in {material} older than {year}.
            heavier {agents} survived better, but the slope flattened with age.
            three of {num2} populations showed signs of a recent bottleneck.
            variation among sites explained {pct} percent of the deviance.
            in the common garden the difference in {measure} shrank but did not vanish.
            """
        ),
    },
)
