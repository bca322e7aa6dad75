package newton

// Method is an integration formula. Formulas of order two have order one in the
// first step after the start, after a break and after a step that did not converge,
// until the truncation error allows a longer step with order two. No formula has a higher order,
// whatever a netlist says in maxord: ngspice's step control does not go beyond order two either.
type Method byte

const (
	Trapezoidal   Method = iota
	Gear                 // backward differences of variable step
	BackwardEuler        // order one throughout
)

func (m Method) String() string {
	return [...]string{"trap", "gear", "be"}[m]
}

// Options are the tolerances and limits of an [Engine], named as in SPICE. The
// zero value of a field is SPICE's default, which follows it.
type Options struct {
	RelTol float64 // of unknowns and residuals; 1e-3
	AbsTol float64 // A; 1e-12
	VNTol  float64 // V; 1e-6
	ChgTol float64 // C; 1e-14
	TrTol  float64 // by how much the truncation error is overestimated; 7
	Gmin   float64 // S across junctions; 1e-12

	ITL1 int // most iterations of an operating point; 100
	ITL2 int // most iterations of a step of gmin or sources to it; 50
	ITL4 int // most iterations of a time step; 100, as ngspice takes at least

	Method Method

	// NoResidual leaves out a test of the residuals. It tests that each residual at
	// the start of an iteration is within √RelTol of its largest contribution, so
	// that the step leaves it within about RelTol. A residual also passes if the last
	// step shows that this step makes it as small, within AbsTol for a current and VNTol for
	// a voltage, or within rounding errors.
	// Without the test an iteration may end too early: a large Jacobian alone makes
	// the steps small.
	NoResidual bool

	// Solver solves the linear systems of this engine alone. nil means a new
	// SparseLU: block triangular form and approximate minimum mean fill in each block.
	Solver LinearSolver

	NoGmin   bool // no gmin stepping
	NoSource bool // no source stepping; with NoGmin, no pseudo-transient either
}

func (o Options) filled() Options {
	set := func(p *float64, v float64) {
		if *p == 0 {
			*p = v
		}
	}
	set(&o.RelTol, 1e-3)
	set(&o.AbsTol, 1e-12)
	set(&o.VNTol, 1e-6)
	set(&o.ChgTol, 1e-14)
	set(&o.TrTol, 7)
	set(&o.Gmin, 1e-12)
	limit := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	limit(&o.ITL1, 100)
	limit(&o.ITL2, 50)
	limit(&o.ITL4, 100)
	if o.Solver == nil {
		o.Solver = &SparseLU{}
	}
	return o
}
