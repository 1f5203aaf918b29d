"""Sentences that any discipline may write, by the part a section plays in the paper."""

from sheaf.world.vocabulary import lines

GENERAL: dict[str, tuple[str, ...]] = {
    "abstract_opening": lines(
        """
        {objects} are <central to|at the heart of|hard to separate from> the study of {activity} {context}.
        little is known about {activity} in {objects} {context}.
        the role of {activity} for {objects} has been debated since {surname}.
        {agents} often have to rely on {activity} without knowing how it affects {measure}.
        accounts of {objects} {context} differ most where {measure} is concerned.
        for {objects}, {measure} and {measure} rarely move together.
        """
    ),
    "abstract_aim": lines(
        """
        we <ask|examine|investigate> how {manner} {activity} changes {measure} {context}.
        this paper <presents|develops|offers> an account of {activity} that does not depend on {measure}.
        we <study|revisit> {activity} in {objects} by means of {a_tool}.
        here we <show|argue> that {objects} {context} are better understood through {activity}.
        our aim is to separate the effect of {activity} from that of {measure}.
        """
    ),
    "abstract_method": lines(
        """
        the study <draws on|is based on|makes use of> {material} and on {a_tool}.
        using {material}, we follow {objects} over {n} years.
        {a_tool} is combined with {material} to bring out {measure}.
        we bring together {material} and {material}, which have not been read side by side before.
        we compare {n} settings in {place} and elsewhere with the help of {a_tool}.
        """
    ),
    "abstract_result": lines(
        """
        we find that {measure} <increases|falls|changes> by {pct} percent once {activity} is taken into account.
        {objects} turn out to be <less uniform|more alike|more resilient> than has been assumed.
        the difference in {measure} is largest {context} and disappears elsewhere.
        neither {measure} nor {measure} can explain what we observe.
        {activity} accounts for about {pct} percent of the variation in {measure}.
        the {tool} <brings to light|uncovers> a pattern that earlier work had taken for noise.
        """
    ),
    "abstract_meaning": lines(
        """
        the results <bear on|matter for|speak to> the wider question of {activity} {context}.
        this suggests that {agents} should look at {measure} before they turn to {measure}.
        we discuss what follows for {objects} and where the argument may fail.
        our findings <call for|invite> a new reading of the work on {objects}.
        these observations hold for {place} and, with caution, for comparable cases.
        """
    ),
    "introduction": lines(
        """
        {objects} have attracted <steady|growing|renewed> attention over the past <decade|twenty years|generation>. the interest is easily explained: {objects} touch on {activity}, on {measure} and on much that lies between.
        yet {activity} {context} is still <poorly understood|described in general terms|taken for granted>.
        <consider|take> the case of {place}, where {objects} could be observed for {n} years.
        at first sight nothing distinguishes {objects} from {objects}. a closer look at {material} tells a different story.
        this paper asks a narrow question: what happens to {measure} when {activity} is {manner}? the question is <old|not new>, but the means of answering it have changed.
        we make three contributions. first, we describe {objects} {context} with a degree of detail that has not been available so far. second, we introduce {a_tool} and show where it can be trusted. third, we relate {measure} to {measure}, two quantities that are usually treated apart.
        {agents} have good reason to care about the answer, since {measure} depends on it.
        part of the difficulty is that {objects} rarely come in pure form.
        what is called {activity} in one tradition goes by another name in the next.
        our starting point is the observation that {objects} seldom appear without {activity}.
        the remainder of the paper is organised as follows. we begin with earlier work, turn to {material}, and return to the general question at the end.
        none of this would matter if {measure} were constant, but it is not.
        the example of {place} makes clear how much depends on the choice of {material}.
        in short, {activity} deserves to be studied for its own sake.
        it has been said that {objects} are a solved problem; we do not share that view.
        it is easy to see why {agents} would hesitate: {a_tool} costs time, and its benefits come late.
        a <familiar|common> remark has it that {activity} follows {measure} as the cart follows the horse; we shall see that the order can be reversed.
        two observations from {place} prompted the present work. the first concerns {measure}, and the second concerns the absence of {activity} where it was most expected.
        the literature offers no shortage of definitions of {activity}, but few of them can be applied to {objects}.
        by {objects} we mean those that {agents} would recognise as such {context}.
        the problem has a practical side, since {agents} are asked every day to decide between {measure} and {measure}.
        it also has a theoretical side, which has received less attention than it deserves.
        earlier generations had to be content with {material}; we are in a better position.
        the present study grew out of a <dispute|conversation|disagreement> about {measure} that could not be settled with the evidence at hand.
        our argument is deliberately modest in scope. it concerns {objects}, it is limited to {place} and its surroundings, and it makes no claim about {objects} in other settings.
        whoever works on {objects} will sooner or later meet the question of {activity}.
        in {year} a first attempt was made to describe {objects} as a whole, and it has shaped the field ever since.
        where others have emphasised {measure}, we turn to {activity}.
        the reader who is chiefly interested in {measure} may turn to the later sections at once.
        """
    ),
    "background": lines(
        """
        the study of {activity} goes back at least to {surname}, whose examples are still in use.
        two lines of work are relevant here. one of them starts from {objects} and asks which {measure} they permit. the other takes {measure} as its object and treats {objects} as a nuisance.
        later authors <refined|questioned|extended> this picture by adding {activity}.
        most of these studies share a weakness: they look at {objects} at a single moment.
        where {a_tool} was used, the findings were <more cautious|less uniform|harder to reconcile>.
        comparisons between {place} and other cases remain the exception.
        the term {activity} itself has been used in at least {n} senses. in what follows it refers to {manner} {activity} in the narrow sense.
        critics have objected that {measure} cannot be observed directly. the objection is fair, and we return to it below.
        our work differs in that {objects} and {objects} are examined together.
        closest to the present paper are studies that relate {measure} to {activity}. they differ from ours in the choice of {material}.
        a full survey is beyond the scope of this paper.
        it is worth recalling that the first reports came from {place} in {year}.
        the debate has since moved from whether {activity} matters to how much.
        no consensus has been reached on the role of {agents}.
        for a long time the question was framed as a choice between {measure} and {measure}.
        it was {surname} who first insisted that {objects} should be counted rather than described.
        the idea was taken up in {place}, where {material} were at hand, and from there it spread.
        not all of this work has aged well. some of it relies on {a_tool} that would not be accepted today.
        three decades of research have produced a large number of single cases and few comparisons.
        the most influential account treats {activity} as the outcome of {measure}.
        a minority view, with which we have some sympathy, reverses the arrow.
        recent syntheses agree on the facts and differ on their meaning.
        the notion of {manner} {activity} is more recent and owes much to the study of {objects}.
        attempts to measure {activity} directly have been rare and, on the whole, discouraging.
        we build on this tradition but depart from it in one respect: {objects} are not assumed to be alike.
        what the studies have in common is a reliance on {material}.
        """
    ),
    "method": lines(
        """
        our approach has {n} steps, and each can be checked on its own.
        the choice of {material} was guided by <availability|coverage|the wish to compare like with like>.
        {a_tool} serves as the point of reference throughout.
        cases in which {measure} could not be determined were left out. this restriction affects {pct} percent of the whole and does not favour any group.
        to avoid circularity, {objects} were selected before {measure} was known.
        we also <tried|considered> {a_tool}, which led to the same conclusions at a higher cost.
        the unit of analysis is <the single case|the pair|the year>, not the group.
        whenever {agents} disagreed, a third opinion was sought.
        the {tool} was calibrated on {material} that play no further part in the study.
        figures are rounded, and totals may therefore not add up.
        all intermediate tables are available on request.
        differences smaller than {pct} percent are not interpreted.
        in principle the same procedure could be applied to {objects} {context}.
        we were careful not to tune the {tool} to the result.
        the details are less important than the order in which the steps are taken.
        the procedure was tried out in {place} before it was applied to the whole.
        we distinguish between {objects} that were observed directly and those known only from {material}.
        each of the {num} cases was described by {n} features, of which {measure} is the most important.
        the order of the cases was shuffled, so that fatigue would not be mistaken for a trend.
        doubtful cases were marked as such and are reported separately.
        no attempt was made to fill gaps in {material}.
        a preliminary version of the {tool} was discarded because it favoured {objects}.
        where {measure} and {measure} were in conflict, the former was given precedence.
        we kept a record of every decision, and the record is part of the material on which this paper is based.
        the time needed for a single case fell from {n} hours to less than one.
        comparability was a greater concern than completeness.
        {agents} were consulted at two points, first about the choice of {objects} and later about the result.
        the definition of {measure} follows common usage, with one exception that is explained below.
        we refrain from a finer division, which {material} would not support.
        """
    ),
    "evidence": lines(
        """
        Table 1 summarises the main figures.
        as Figure 1 shows, the curve rises quickly and then levels off.
        the picture changes once {objects} are considered separately.
        {measure} is <highest|lowest> in {place}, with a value of {factor}. this is <more|less> than one would expect from {measure} alone.
        the second comparison concerns {objects} {context}. here {activity} is {manner} in {pct} percent of the cases.
        the exceptions are instructive. all of them involve {objects} for which {material} are incomplete. leaving them out changes {measure} by less than {pct} percent.
        taken together, the {num} cases point in one direction.
        the contrast with {objects} could hardly be sharper.
        a similar tendency appears in {material}, though at a smaller scale.
        we checked whether {measure} might be responsible and found no sign of it.
        the finding is robust to the choice of {tool}.
        only {n} cases contradict the general trend.
        between {year} and the following decade the share rose from {pct} to {pct} percent.
        it is tempting to read this as a consequence of {activity}. such a reading, however, would overlook the part played by {agents}.
        we begin with {measure}, for which {material} are most complete.
        the first thing to note is how little {objects} differ in {measure}.
        the second is that the differences, small as they are, all point the same way.
        a single case accounts for {pct} percent of the total and is treated separately.
        without it, the mean falls from {factor} to a value that is no longer remarkable.
        turning to {objects}, we find much the same picture.
        {agents} in {place} are the exception: here {measure} and {activity} go together.
        it might be thought that this is an effect of {measure}, but the order of events speaks against it.
        the pattern holds for {objects} of every size.
        in {pct} percent of the cases no change was seen at all.
        of the remaining cases, most changed within {n} months.
        the figures for {place} are incomplete, but what there is fits the general picture.
        """
    ),
    "discussion": lines(
        """
        what do these results mean for {objects} in general?
        the simplest explanation is that {activity} and {measure} have a common cause.
        we cannot exclude that {material} exaggerate the effect.
        several limitations should be kept in mind. the number of {objects} was small, and {place} may not be typical.
        {a_tool} answers some questions and is silent on others.
        still, the agreement between {material} and {material} is reassuring.
        an alternative reading would give more weight to {measure}. under that reading, {objects} {context} would look the same, which they do not.
        the comparison with earlier work is complicated by different definitions of {measure}. once these are aligned, most of the disagreement disappears.
        {agents} may object that {activity} cannot be isolated in this way. our answer is that it does not need to be.
        the practical consequence is modest but real: {measure} can be improved without {a_tool}.
        whether the same holds for {objects} is an open question.
        we see no reason why {place} should be an exception.
        the argument would fail if {measure} were shown to depend on {agents}.
        more data on {objects} would help, and so would better instruments.
        it would be premature to generalise from {n} cases. even so, the traditional account of {activity} has become difficult to defend.
        we have so far treated {objects} as a single group, which is of course a simplification.
        the results do not show that {activity} causes {measure}; they show that the two cannot be studied apart.
        a sceptic might say that {a_tool} finds what it was built to find. the test in {place} was designed with this objection in mind.
        our estimate of {measure} is lower than most, and we believe that this is a gain.
        if we are right, {agents} have been looking in the wrong place.
        the part played by {agents} deserves a study of its own.
        some readers will miss a treatment of {measure}, which would have required {material} of a different kind.
        it is not difficult to think of {objects} to which none of this applies.
        what matters is less the size of the effect than its direction.
        an unexpected by-product of the work is a better understanding of {material}.
        the contrast between {place} and {place} remains to be explained.
        in the end, the choice between the two readings is a matter of how much weight one gives to {measure}.
        """
    ),
    "conclusion": lines(
        """
        we have <examined|described|traced> {activity} in {objects} {context}.
        the main result is that {measure} responds to {activity} more strongly than to anything else we considered. this was shown with {a_tool} and confirmed on {material}.
        the finding adds to a picture in which {objects} are <active|various|far from uniform>.
        future work should extend the comparison to {objects}. of particular interest are cases in which {measure} and {measure} diverge.
        we hope that the {tool} will be useful to others.
        much remains to be done, above all for {place}.
        until then, claims about {activity} should be read with the caution they deserve.
        a natural next step is to repeat the study {context}.
        the evidence is not complete, but it is consistent.
        {objects}, we have argued, are best approached by way of {activity}.
        none of the results depends on {a_tool} alone.
        it remains to be seen whether {agents} will find them useful.
        """
    ),
}

CITING: tuple[str, ...] = lines(
    """
    {measure} has been treated at length elsewhere {cite}.
    similar observations were made for {objects} {cite}.
    a related argument about {activity} can be found in the literature {cite}.
    {objects} of this kind were first described some time ago {cite}.
    this agrees with what is known about {measure} {context} {cite}.
    the use of {a_tool} follows established practice {cite}.
    others have reached the opposite conclusion {cite}.
    for {objects}, comparable figures have been reported {cite}.
    the connection with {activity} was noted early {cite}.
    we rely on an earlier treatment of {measure} {cite}.
    """
)

NAMING: tuple[str, ...] = lines(
    """
    {who} <report|describe> a similar pattern for {objects}.
    the account of {activity} given by {who} is taken up here.
    {who} <found|observed> that {measure} depends on {activity}.
    in contrast to {who}, we treat {measure} as an outcome.
    we follow {who} in the treatment of {material}.
    {who} proposed {a_tool} for the same purpose.
    """
)
