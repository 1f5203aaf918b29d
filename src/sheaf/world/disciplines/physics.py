"""Words and sentences of physics."""

from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.vocabulary import lines, phrases

PHYSICS = Discipline(
    name="physics",
    label="physics",
    department="Department of Physics",
    society="physical-society",
    manners=phrases(
        """anomalous; coherent; nonlinear; thermal; collective; anisotropic; ultrafast; dissipative;
        resonant; quasi-static; stochastic; topological; magnetic; adiabatic; low-frequency; optical;
        elastic; inelastic; two-photon; field-induced"""
    ),
    activities=phrases(
        """transport; scattering; relaxation; localization; ordering; decoherence; tunnelling; diffusion;
        switching; emission; pinning; condensation; mode coupling; nucleation; screening; absorption;
        melting; precession; synchronization; turbulence"""
    ),
    qualifiers=phrases(
        """disordered; layered; driven; frustrated; strained; trapped; granular; superconducting; doped;
        quasi-one-dimensional; weakly coupled; amorphous; rotating; dilute; suspended; twisted; porous;
        ferroelectric; polarised; warm"""
    ),
    objects=phrases(
        """spin chains; Bose gases; thin films; nanowires; colloidal crystals; quantum dots; plasmas;
        Josephson junctions; optical lattices; liquid crystals; metallic glasses; magnetic multilayers;
        microcavities; polymer melts; photonic crystals; ion crystals; superfluid droplets; membranes;
        semimetals; fluid interfaces; kagome magnets; waveguide arrays; dusty plasmas"""
    ),
    contexts=phrases(
        """near the critical point; at millikelvin temperatures; in strong magnetic fields; under uniaxial
        pressure; far from equilibrium; in the weak-coupling limit; with long-range interactions; in two
        dimensions; at terahertz frequencies; beyond mean field; under parametric drive; in confined
        geometries; close to the glass transition; across the Mott transition; in the presence of
        disorder; after a sudden quench; at finite density; with broken inversion symmetry; under shear;
        at the quantum limit"""
    ),
    titles=lines(
        """
        {manner} {activity} in {qualifier} {objects} {context}
        Observation of {manner} {activity} in {qualifier} {objects} {context}
        Theory of {manner} {activity} in {qualifier} {objects} {context}
        {qualifier} {objects} {context}: Evidence for {manner} {activity}
        """
    ),
    tools=phrases(
        """lock-in amplifier; dilution refrigerator; renormalization scheme; torque magnetometer; Monte
        Carlo code; streak camera; tight-binding model; interferometer; neutron spectrometer; kinetic
        equation; pump-probe setup; transfer matrix; tuning-fork sensor; Langmuir probe; mean-field
        ansatz; density matrix; optical tweezer; heterodyne detector"""
    ),
    materials=phrases(
        """samples grown by molecular beam epitaxy; films of three thicknesses; traces averaged over a
        thousand shots; spectra recorded at twelve temperatures; single crystals annealed in argon;
        simulations on lattices of up to 512 sites; time-resolved images; torque curves; noise spectra;
        runs with reversed field; wafers from two suppliers; diffraction patterns; calibration runs"""
    ),
    measures=phrases(
        """conductivity; correlation length; linewidth; specific heat; order parameter; damping rate;
        susceptibility; mean free path; coherence time; critical current; viscosity; gap; structure
        factor; Hall angle; shot noise; group velocity"""
    ),
    agents=phrases(
        "experimenters; theorists; several groups; instrument builders; crystal growers"
    ),
    areas=phrases(
        """Condensed Matter; Quantum Fluids; Plasma Dynamics; Soft Matter; Optics and Photonics; Magnetism;
        Statistical Physics; Low Temperature Physics; Thin Films; Nonlinear Dynamics; Nanoscale Transport;
        Complex Fluids"""
    ),
    courses=phrases(
        """Electrodynamics; Statistical Mechanics; Quantum Mechanics II; Laboratory Physics; Optics;
        Mathematical Methods of Physics"""
    ),
    headings={
        "introduction": ("Introduction",),
        "background": ("Background", "Earlier Work"),
        "method": ("Model", "Experimental Setup", "Theory", "Samples and Measurement", "Numerics"),
        "evidence": (
            "Results",
            "Temperature Dependence",
            "Comparison with Theory",
            "Field Dependence",
        ),
        "discussion": ("Discussion", "Interpretation"),
        "conclusion": ("Summary", "Conclusions", "Outlook"),
    },
    sentences={
        "background": lines(
            """
            {activity} in {objects} was predicted by {surname} and observed {n} years later.
            the scaling form of the {measure} is known exactly only {context}.
            {agents} disagree on the sign of the {measure} by as much as {factor} standard deviations.
            for {objects} without disorder, the problem reduces to a chain of coupled oscillators.
            symmetry forbids {activity} at lowest order, and one has to go to the second.
            the {surname} bound on the {measure} is saturated in none of the known materials.
            """
        ),
        "method": lines(
            """
            we describe {objects} by a Hamiltonian with nearest-neighbour exchange and a weak random field.
            the {measure} was measured with {a_tool} at {num} temperatures between {factor} K and {num} K.
            samples were cooled in zero field at a rate of {factor} K per minute to avoid trapped flux.
            the signal was integrated for {num} s, which brings the noise floor to {factor} nV.
            integrating out the fast modes yields an effective action with a single coupling constant.
            finite-size effects were controlled by comparing lattices of {num2} and {num} sites.
            the beam was focused to a waist of {num2} micrometres and chopped at {num} Hz.
            we neglect phonons, whose contribution to the {measure} is smaller by a factor of {num2}.
            boundary conditions are periodic in the plane and open along the growth direction.
            {a_tool} with a resolution of {factor} meV was used to separate the two branches.
            to first order in the drive, the {measure} obeys a closed equation of motion.
            the contacts were evaporated through a shadow mask, which limits misalignment to {pct} percent.
            """
        ),
        "evidence": lines(
            """
            below {factor} K the {measure} follows a power law with exponent {factor}.
            a peak appears at {num} Hz and shifts linearly with the applied field.
            the data collapse onto a single curve once the {measure} is scaled by the {measure}.
            hysteresis is absent in samples thinner than {num2} nm.
            the fitted {measure} exceeds the mean-field value by {pct} percent.
            reversing the field changes the sign of the odd part and leaves the even part within {pct} percent.
            at the highest fluence the {tool} saturates, and those points are excluded from the fit.
            the onset at {factor} T coincides with the minimum of the {measure}.
            simulations reproduce the plateau but not its width.
            the residuals show no trend with temperature, which argues against heating.
            in {n} of {num2} devices the transition is split into two steps.
            the extracted {measure} agrees with the {surname} formula without adjustable parameters.
            """
        ),
    },
)
