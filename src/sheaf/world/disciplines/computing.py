"""Words and sentences of computer science."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

COMPUTING = Discipline(
    name="computer science",
    label="cs",
    department="Department of Computer Science",
    society="computing-society",
    manners=phrases(
        """robust; incremental; adaptive; approximate; scalable; lightweight; verifiable; lazy;
        parallel; cooperative; streaming; deterministic; probabilistic; memory-bounded; fault-tolerant;
        self-tuning; hierarchical; speculative; cache-conscious; differentially private"""
    ),
    activities=phrases(
        """estimation; indexing; scheduling; compression; reconciliation; partitioning; ranking;
        clustering; verification; sampling; deduplication; replication; summarization; matching;
        prefetching; repair; routing; sketching; classification; garbage collection"""
    ),
    qualifiers=phrases(
        """sparse; heterogeneous; versioned; encrypted; skewed; distributed; semi-structured; temporal;
        noisy; evolving; multilingual; long-tailed; bursty; append-only; geo-replicated; weakly labelled;
        high-dimensional; volatile; nested; wide-area"""
    ),
    objects=phrases(
        """causal graphs; inverted lists; query logs; sensor streams; key-value stores; software
        repositories; web archives; metadata catalogues; transaction histories; posting lists; event
        traces; knowledge bases; document collections; type systems; message queues; routing tables;
        access patterns; program summaries; citation networks; file systems; bloom filters; test suites;
        consensus groups; spreadsheet formulas; mobile workloads"""
    ),
    contexts=phrases(
        """under drift; at the network edge; with limited supervision; in shared archives; under
        concurrent updates; on commodity hardware; with stale replicas; across data centres; in the
        presence of faults; for interactive search; under memory pressure; without global clocks; in
        digital libraries; over lossy links; with partial schemas; for long-running services; on
        disaggregated storage; under adversarial load; for small devices; with human feedback"""
    ),
    titles=lines(
        """
        {manner} {activity} of {qualifier} {objects} {context}
        {qualifier} {objects} {context}: {manner} {activity}
        Toward {manner} {activity} for {qualifier} {objects} {context}
        {activity} of {qualifier} {objects} {context}: {manner} Methods
        On {manner} {activity} of {qualifier} {objects} {context}
        """
    ),
    tools=phrases(
        """two-level index; blocked sampler; write-ahead journal; token bucket; gossip layer; learned
        cost model; ring buffer; shadow replica; merge tree; suffix array; admission controller; vector
        clock; bitmap filter; query planner; lock-free queue; page cache; tabulation hash; beam search;
        type checker; lease manager; copy-on-write snapshot; trace simulator"""
    ),
    materials=phrases(
        """request traces of a public library catalogue; four years of commit logs; crawls of scholarly
        hosts; synthetic tables with controlled skew; logs of a campus file server; snapshots of an open
        encyclopedia; bug reports from nine projects; packet captures of a regional network; a
        collection of scanned theses; telemetry from field sensors; versioned configuration files;
        anonymised search sessions; records of a bibliographic service; checkpoints of a climate model"""
    ),
    measures=phrases(
        """throughput; tail latency; recall; precision; memory footprint; write amplification; staleness;
        energy per query; abort rate; build time; index size; recovery time; bandwidth; cache hit ratio;
        calibration error; coverage"""
    ),
    agents=phrases(
        "operators; developers; library staff; analysts; clients; reviewers; administrators; annotators"
    ),
    areas=phrases(
        """Data Stewardship; Distributed Systems; Information Access; Program Analysis; Networked
        Services; Machine Reasoning; Storage Architecture; Interactive Computing; Web Archiving;
        Algorithm Engineering; Software Maintenance; Trustworthy Computing"""
    ),
    courses=phrases(
        """Introduction to Databases; Operating Systems; Information Retrieval; Compiler Construction;
        Algorithms and Data Structures; Distributed Computing"""
    ),
    headings={
        "introduction": ("Introduction",),
        "background": ("Related Work", "Background and Related Work", "Preliminaries"),
        "method": ("Design", "Algorithm", "System Overview", "Implementation", "Model"),
        "evidence": ("Evaluation", "Experiments", "Experimental Results", "Ablation Study"),
        "discussion": ("Discussion", "Limitations", "Lessons Learned"),
        "conclusion": ("Conclusion", "Conclusions and Future Work"),
    },
    sentences={
        "background": lines(
            """
            early systems for {activity} kept {objects} in main memory and gave up on {measure} when the working set grew.
            the {surname} protocol assumes that {agents} see updates in the same order, which rarely holds {context}.
            a second line of research trades {measure} for {measure} by means of {a_tool}.
            declarative interfaces to {objects} hide the {tool} from {agents} but not its cost.
            lower bounds for {activity} are known only when {objects} arrive in random order.
            several groups replaced the {tool} with {a_tool} and reported mixed results for {measure}.
            """
        ),
        "method": lines(
            """
            we maintain {a_tool} for every partition and rebuild it once {num} updates have accumulated.
            each operation first consults the {tool}; only a miss reaches the {tool} behind it.
            the invariant is simple: no reader may observe {objects} newer than the epoch of its {tool}.
            the inner loop touches {num} bytes per entry, which keeps the {tool} inside the second-level cache.
            when two writers collide, the one with the smaller epoch retries after {num} milliseconds.
            {objects} are split at boundaries chosen by {a_tool}, so that neighbouring keys stay together.
            a background thread compacts {objects} whenever {measure} falls below its target.
            the complexity of an update is logarithmic in the number of {objects} and independent of their length.
            we implemented the {tool} in about {num} lines of code and left the storage engine untouched.
            to bound {measure}, the {tool} sheds load in the order in which {agents} subscribed.
            parameters are chosen once per deployment by replaying {material} against {a_tool}.
            correctness follows by induction on the number of completed epochs, as sketched in the appendix.
            """
        ),
        "evidence": lines(
            """
            on {material}, {measure} improves by {pct} percent over the strongest baseline.
            replacing the {tool} with {a_tool} costs {pct} percent of {measure} and nothing else.
            the gap widens with the number of clients and reaches a factor of {factor} at {num} clients.
            cold starts dominate the first {num} seconds, after which {measure} is flat.
            we repeated every run {n} times on {n} machines and report medians with quartiles.
            the {tool} accounts for {pct} percent of the running time, most of it spent on cache misses.
            {measure} degrades gracefully until {pct} percent of the replicas have failed.
            with {material}, the index occupies {pct} percent of the raw data.
            profiles show that {activity} is bound by memory rather than by computation.
            no configuration of the baseline reaches the same {measure} at equal {measure}.
            the 99th percentile stays below {num} milliseconds even while {objects} are compacted.
            doubling the cache helps the {surname} baseline more than it helps our {tool}.
            """
        ),
    },
)
