"""Words and sentences of medicine."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

MEDICINE = Discipline(
    name="medicine",
    label="med",
    department="Faculty of Medicine",
    society="clinical-society",
    manners=phrases(
        """early; delayed; intermittent; home-based; nurse-led; stepwise; supervised; low-dose;
        preoperative; community; telephone; intensive; opportunistic; targeted; combined; long-term;
        shared; outpatient; protocol-driven; bedside"""
    ),
    activities=phrases(
        """screening; rehabilitation; anticoagulation; monitoring; vaccination; triage; counselling;
        ventilation; imaging; palliation; dose reduction; referral; follow-up; nutritional support;
        risk assessment; physiotherapy; biopsy; withdrawal; fluid therapy; self-management"""
    ),
    qualifiers=phrases(
        """frail; newly diagnosed; hospitalised; multimorbid; asymptomatic; pregnant; adolescent; elderly;
        immunocompromised; rural; post-surgical; ambulatory; high-risk; uninsured; preterm; critically ill;
        recently discharged; untreated; ageing; convalescent"""
    ),
    objects=phrases(
        """patients with heart failure; stroke survivors; adults with asthma; dialysis patients; women with
        gestational diabetes; children with otitis media; patients with atrial fibrillation; adults with
        chronic cough; kidney transplant recipients; patients with sepsis; adults with low back pain;
        patients with psoriasis; people with epilepsy; migraine sufferers; patients with hip fracture;
        adults with sleep apnoea; infants with bronchiolitis; patients with ulcerative colitis; carriers of
        hepatitis B; patients with chronic wounds; adults with hypertension; nursing home residents"""
    ),
    contexts=phrases(
        """in primary care; after emergency admission; in resource-limited hospitals; during seasonal
        epidemics; over five years; in a remote district; before elective surgery; with reduced renal
        function; in an integrated care network; after intensive care; in mobile clinics; during the first
        year of life; within a national registry; in mixed rural practices; following early discharge;
        under routine conditions; in a teaching hospital; with limited follow-up; at the end of life;
        during pregnancy"""
    ),
    titles=lines(
        """
        {manner} {activity} for {qualifier} {objects} {context}
        {manner} {activity} in {qualifier} {objects} {context}: A Cohort Study
        Outcomes of {manner} {activity} among {qualifier} {objects} {context}
        {qualifier} {objects} {context}: A Trial of {manner} {activity}
        Safety of {manner} {activity} in {qualifier} {objects} {context}
        """
    ),
    tools=phrases(
        """pulmonary function test; frailty index; structured interview; dosing nomogram; pulse oximeter;
        discharge checklist; symptom diary; proportional hazards model; cardiac biomarker; walking test;
        ultrasound protocol; pain scale; medication review; early warning score; capillary glucose meter;
        telephone protocol; sedation scale; wound chart; sputum culture; propensity score"""
    ),
    materials=phrases(
        """discharge records from six hospitals; laboratory results of a regional network; case notes
        reviewed by two physicians; pharmacy dispensing data; interviews with carers; ambulance reports;
        the registry of a transplant programme; blood samples stored at enrolment; general practice
        records; chest radiographs read independently; vaccination cards; death certificates linked by
        identifier; nursing observations; questionnaires returned by post"""
    ),
    measures=phrases(
        """mortality; length of stay; readmission; systolic pressure; quality of life; adherence; bleeding;
        forced expiratory volume; pain intensity; functional status; glycaemic control; creatinine
        clearance; wound healing; time to recovery; treatment burden; oxygen saturation"""
    ),
    agents=phrases(
        """clinicians; participants; nurses; general practitioners; carers; physiotherapists; surgeons;
        pharmacists"""
    ),
    areas=phrases(
        """Clinical Outcomes; Primary Care; Chronic Disease; Hospital Medicine; Perioperative Care; Public
        Health; Respiratory Medicine; Patient Safety; Paediatric Practice; Rehabilitation; Geriatric
        Medicine; Emergency Care"""
    ),
    courses=phrases(
        """Clinical Epidemiology; Physiology of Respiration; Evidence in Primary Care; Medical
        Statistics; Pharmacology; Communication with Patients"""
    ),
    headings={
        "introduction": ("Introduction", "Background"),
        "background": ("Previous Studies", "Clinical Context"),
        "method": ("Methods", "Patients and Methods", "Study Design", "Statistical Analysis"),
        "evidence": ("Results", "Findings", "Secondary Outcomes", "Subgroup Analyses"),
        "discussion": ("Discussion", "Strengths and Limitations"),
        "conclusion": ("Conclusion", "Conclusions", "Implications for Practice"),
    },
    sentences={
        "background": lines(
            """
            guidelines recommend {activity} for {objects}, yet the advice rests on small trials.
            estimates of {measure} in {objects} vary widely between countries and between decades.
            the {surname} trial was stopped early after {num} patients, which leaves its result uncertain.
            few studies have followed {objects} beyond the first {n} months of {activity}.
            observational work suggests that {measure} falls with {activity}, but confounding by indication is likely.
            {agents} often describe {activity} as burdensome, and uptake {context} remains low.
            """
        ),
        "method": lines(
            """
            we enrolled {num} {objects} between {year} and the end of the following year at {n} sites.
            participants were allocated by sealed envelopes to usual care or to {activity} guided by {a_tool}.
            the primary outcome was {measure} at {n} months, assessed by {agents} unaware of allocation.
            exclusion criteria were planned surgery, inability to consent and life expectancy below {n} months.
            baseline data came from {material} and were entered twice by independent {agents}.
            we used {a_tool} to adjust for age, sex, smoking and previous admissions.
            missing values of {measure} were imputed {num} times under the assumption that they were missing at random.
            a sample of {num} patients gives ninety percent power to detect a {pct} percent difference in {measure}.
            adverse events were recorded at every visit and judged by a panel of {n} {agents}.
            the protocol was approved by the regional ethics board and registered before the first inclusion.
            the {tool} was repeated after {n} weeks in a random tenth of the participants.
            all analyses followed the intention to treat; hazard ratios are given with 95% confidence intervals.
            """
        ),
        "evidence": lines(
            """
            of {num} eligible patients, {pct} percent completed the {tool} and entered the analysis.
            median {measure} was {factor} in the intervention group and {factor} under usual care.
            {measure} improved in {pct} percent of those assigned to {activity}, compared with {pct} percent of controls.
            the hazard ratio for {measure} was 0.{num2}, with a confidence interval that excludes unity.
            serious adverse events occurred in {n} patients, none of them attributed to {activity}.
            the effect was larger in women and in {objects} with low {measure} at entry.
            agreement between {agents} on the {tool} was good, with a kappa of 0.{num2}.
            no interaction was found between centre and treatment for {measure}.
            loss to follow-up reached {pct} percent and did not differ between the groups.
            in the per-protocol analysis, the difference in {measure} grew to {pct} percent.
            after adjustment by means of {a_tool}, {activity} remained associated with better {measure}.
            {agents} spent {n} minutes less per visit once the {tool} had been introduced.
            """
        ),
    },
)
