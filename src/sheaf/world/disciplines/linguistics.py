"""Words and sentences of linguistics."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

LINGUISTICS = Discipline(
    name="linguistics",
    label="ling",
    department="Department of Linguistics",
    society="linguistic-society",
    manners=phrases(
        """variable; partial; obligatory; prosodic; discourse-driven; gradient; lexical; long-distance;
        contrastive; emergent; contact-induced; optional; morphological; pragmatic; word-final; stylistic;
        generational; context-free; scalar; perceptual"""
    ),
    activities=phrases(
        """agreement; ellipsis; vowel harmony; code-switching; stress assignment; case marking; reduplication;
        topicalization; lenition; negation; word order; clitic placement; tone spreading; relativization;
        turn taking; compounding; borrowing; evidential marking; scrambling; anaphora"""
    ),
    qualifiers=phrases(
        """endangered; spoken; heritage; polysynthetic; creole; early child; second-language; coastal;
        tonal; bilingual; written; literary; insular; signed; rural; verb-final; standardised;
        under-documented; nineteenth-century; northern"""
    ),
    objects=phrases(
        """Uralic dialects; Bantu varieties; Romance vernaculars; narratives; parliamentary debates; Mayan
        texts; Celtic dialects; sign languages; learner essays; Austronesian languages; Tibeto-Burman
        languages; folk tales; broadcast interviews; Germanic varieties; Oceanic languages; family letters;
        conversations; Turkic languages; oral histories; contact languages; court transcripts; proverbs"""
    ),
    contexts=phrases(
        """in spontaneous speech; at the syntax–prosody interface; under time pressure; across three
        generations; in a parallel corpus; without overt marking; in embedded clauses; among young
        speakers; before and after schooling; in multi-party talk; in the right periphery; on social
        media; in translation; under language shift; with animate subjects; in noisy channels; at clause
        boundaries; in unplanned narration; after migration; in an island community"""
    ),
    titles=lines(
        """
        {manner} {activity} in {qualifier} {objects} {context}
        {qualifier} {objects} {context}: A Corpus Study of {manner} {activity}
        {manner} {activity} in {qualifier} {objects} {context}: A Reanalysis
        How {manner} Is {activity} in {qualifier} {objects} {context}?
        """
    ),
    tools=phrases(
        """forced aligner; acceptability task; mixed-effects regression; optimality ranking; eye-tracking
        paradigm; dependency treebank; elicitation booklet; finite-state grammar; map task; random forest;
        cloze test; feature geometry; morphological analyser; picture-naming task; transition model;
        gating experiment"""
    ),
    materials=phrases(
        """interviews with forty speakers; a treebank of legal prose; field notes from three villages;
        recordings made in the nineteen-sixties; judgements of native speakers; subtitles aligned by hand;
        letters of emigrants; elicited paradigms; school essays; radio broadcasts; a dictionary compiled by
        missionaries; transcripts of village meetings; retold picture stories; glossed texts"""
    ),
    measures=phrases(
        """frequency; duration; reaction time; acceptability; pitch range; productivity; the rate of
        omission; surprisal; dispersion; vowel height; entropy; clause length; intelligibility; overlap"""
    ),
    agents=phrases(
        "speakers; listeners; children; consultants; annotators; readers; learners; signers; bilinguals"
    ),
    areas=phrases(
        """Corpus Linguistics; Language Contact; Phonology; Syntax and Semantics; Language Documentation;
        Sociolinguistics; Psycholinguistics; Historical Linguistics; Prosody; Discourse Studies;
        Morphology; Language Acquisition"""
    ),
    courses=phrases(
        """Introduction to Phonetics; Syntax I; Field Methods; Language and Society; Corpus Methods;
        Historical Linguistics"""
    ),
    headings={
        "introduction": ("Introduction",),
        "background": ("Theoretical Background", "Previous Analyses", "Typological Background"),
        "method": ("Data and Method", "Corpus", "Participants and Materials", "Analysis"),
        "evidence": ("Results", "Distribution", "Comprehension", "Variation by Speaker"),
        "discussion": ("Discussion", "General Discussion"),
        "conclusion": ("Conclusion", "Concluding Remarks"),
    },
    sentences={
        "background": lines(
            """
            grammars of the region mention {activity} in a sentence or two and give no examples.
            {surname} derives {activity} from a constraint against adjacent identical edges.
            since {year}, the consensus has been that {activity} is a matter of usage rather than rule.
            two analyses compete: one places {activity} in the lexicon, the other after syntax.
            {objects} have played a central part in the debate on {activity}.
            the dialects around {place} preserve a contrast that the standard has lost.
            """
        ),
        "method": lines(
            """
            the corpus comprises {num} clauses from {material}, segmented and glossed by two {agents}.
            {agents} were asked to rate {num2} items on a scale of {n} points.
            we coded every token for animacy, definiteness, clause type and the age of the speaker.
            formants were measured at the midpoint with {a_tool} and normalised by speaker.
            I assume that features are privative and that the head licenses at most one specifier.
            the model contains random intercepts for speaker and word and {n} fixed effects.
            elicitation took place in {place}, in the homes of {n} {agents}.
            fillers outnumbered test items by {n} to one.
            tokens with hesitation or overlap were set aside, which left {num} for analysis.
            inter-annotator agreement, measured on a tenth of {material}, was 0.{num2}.
            examples are given in the practical orthography with a literal gloss.
            {a_tool} was trained on {material} and tested on a village left out.
            """
        ),
        "evidence": lines(
            """
            {activity} applies in {pct} percent of the eligible clauses and is categorical in none.
            {agents} born before {year} favour the older variant by a factor of {factor}.
            the effect of animacy vanishes once {measure} is taken into account.
            {measure} is higher before pauses, as the edge-based account predicts.
            starred forms were accepted by {n} of {num2} {agents}, all from {place}.
            in questions the pattern is reversed, and {activity} becomes the rule.
            the interaction of clause type and {measure} is significant (p < 0.0{num2}).
            {num2} verbs account for {pct} percent of the exceptions.
            reaction times were {num} ms longer when {activity} crossed a clause boundary.
            {material} show the change under way, {n} decades earlier than assumed.
            women lead the change by about {n} years.
            no speaker produced both variants within a single turn.
            """
        ),
    },
)
