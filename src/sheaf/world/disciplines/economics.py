"""Words and sentences of economics."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

ECONOMICS = Discipline(
    name="economics",
    label="econ",
    department="School of Economics",
    society="economic-society",
    manners=phrases(
        """unequal; strategic; regional; persistent; intergenerational; relational; seasonal; asymmetric;
        precautionary; gradual; voluntary; decentralised; cross-border; delayed; contingent; competitive;
        cyclical; sectoral; informal; bilateral"""
    ),
    activities=phrases(
        """bargaining; saving; entry; price setting; lending; wage adjustment; insurance; hiring; contract
        choice; procurement; tax compliance; relocation; innovation; training; default; investment;
        search; risk sharing; subsidisation; outsourcing"""
    ),
    qualifiers=phrases(
        """small; liquidity-constrained; exporting; family-owned; newly privatised; remote; unionised;
        credit-rationed; low-wage; ageing; regulated; multi-product; young; indebted; self-employed;
        urban; vertically integrated; publicly owned; cash-poor; seasonal"""
    ),
    objects=phrases(
        """households; dairy cooperatives; regional banks; municipalities; pharmacies; fishing fleets;
        manufacturing plants; rental markets; pension funds; secondary schools; start-up firms; ferry
        operators; wheat growers; freight carriers; hospitals; water utilities; apprentices; electricity
        retailers; local newspapers; credit unions; textile exporters; auction houses; childcare
        providers"""
    ),
    contexts=phrases(
        """after trade liberalisation; under uncertainty; in thin markets; during currency crises; with
        imperfect monitoring; following a minimum wage reform; in ageing societies; under rationing; when
        information is costly; across administrative borders; in the wake of a drought; with sticky
        prices; under limited liability; before deregulation; in segmented labour markets; with
        heterogeneous beliefs; during rapid urbanisation; in a monetary union; under fixed quotas; with
        network externalities"""
    ),
    titles=lines(
        """
        {manner} {activity} by {qualifier} {objects} {context}
        {manner} {activity} among {qualifier} {objects} {context}: Evidence and Theory
        Do {qualifier} {objects} Gain from {manner} {activity} {context}?
        {qualifier} {objects} {context}: The Economics of {manner} {activity}
        """
    ),
    tools=phrases(
        """difference-in-differences design; structural model; fixed-effects regression; instrument based
        on distance; matching function; regression discontinuity; general equilibrium model; panel
        estimator; lottery design; quantile regression; event study; synthetic control; dynamic programme;
        survey experiment; sharing rule; gravity equation"""
    ),
    materials=phrases(
        """tax records matched to employers; a panel of loan applications; monthly price quotes; auction
        bids; household expenditure diaries; census tables for two decades; administrative records of
        vocational schools; shipment invoices; land registry entries; a survey of shop owners; payroll
        files; satellite images of harvests; electricity bills; court files on insolvency"""
    ),
    measures=phrases(
        """employment; markups; consumption; output per worker; the savings rate; welfare; turnover; credit
        spreads; prices; tax revenue; wage dispersion; exit rates; investment; hours worked; arrears;
        school attendance"""
    ),
    agents=phrases(
        "workers; lenders; policy makers; owners; borrowers; regulators; buyers; suppliers; taxpayers"
    ),
    areas=phrases(
        """Applied Microeconomics; Labour Markets; Public Finance; Regional Economics; Industrial
        Organisation; Development Economics; Household Finance; Trade Policy; Economic Behaviour; Contract
        Theory; Monetary Economics; Agricultural Economics"""
    ),
    courses=phrases(
        """Microeconomics I; Econometrics; Public Economics; Economics of Development; Game Theory; Labour
        Economics"""
    ),
    headings={
        "introduction": ("Introduction",),
        "background": ("Related Literature", "Institutional Background"),
        "method": ("Model", "Data", "Empirical Strategy", "Identification", "A Simple Framework"),
        "evidence": ("Results", "Main Estimates", "Robustness", "Heterogeneity", "Mechanisms"),
        "discussion": ("Discussion", "Policy Implications"),
        "conclusion": ("Conclusion", "Concluding Remarks"),
    },
    sentences={
        "background": lines(
            """
            in the model of {surname}, {objects} insure each other and {activity} disappears in equilibrium.
            the elasticity of {measure} has been estimated between 0.{num2} and 1.{num2}.
            until {year}, {objects} in {place} were shielded from competition by a licence.
            much of the evidence comes from large firms, while {objects} have received less attention.
            the literature on {activity} treats {measure} as given; we let it respond.
            reforms of this kind have been studied for {place} but not for {objects}.
            """
        ),
        "method": lines(
            """
            identification comes from the timing of the reform, which differed between regions by up to {n} years.
            we combine {material} with {material} and obtain {num} observations.
            {agents} choose effort before prices are known and cannot commit to repay.
            standard errors are clustered by municipality, the level at which the rule was assigned.
            the first-order condition equates the marginal cost of {activity} with its expected return.
            we estimate {a_tool} with unit and year effects and {num2} control variables.
            the exclusion restriction would fail if {objects} anticipated the change, which we test.
            a unique stationary equilibrium exists whenever the discount factor exceeds 0.{num2}.
            nominal values are deflated to prices of {year}.
            we drop the top percentile of {measure} and all units observed for fewer than {n} years.
            {objects} are treated if they lie within {num2} kilometres of the border.
            the parameter that governs {activity} is recovered by matching {n} moments of {material}.
            """
        ),
        "evidence": lines(
            """
            the point estimate implies that {measure} rises by {pct} percent within {n} years.
            the coefficient is stable across specifications and significant at the one percent level.
            pre-reform trends in {measure} are parallel and a joint test does not reject equality.
            about {pct} percent of the effect on {measure} runs through {activity}.
            placebo reforms in earlier years produce coefficients centred on zero.
            effects are concentrated among {objects} with below-median {measure}.
            adding region-specific trends reduces the estimate from 0.{num2} to 0.{num2}.
            the least productive quartile accounts for most of the decline in {measure}.
            our {tool} attributes {pct} percent of the gap to {activity} and the rest to selection.
            a counterfactual without the subsidy lowers {measure} by {factor} percentage points.
            results are unchanged when {material} replace {material}.
            spillovers to neighbouring {objects} are small and imprecise.
            """
        ),
    },
)
