package newton

import (
	"context"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/trace"
)

// An Engine solves one system. One goroutine may use it at a time.
type Engine struct {
	Stats Stats

	// Watch, if it is not nil, is called for every iteration after its Jacobian is
	// made. Values, RHS and X change after it returns.
	Watch func(it Iteration)

	// Ranges, if it is not nil, is called when a phase begins and when it ends, in
	// all time steps.
	Ranges Ranges

	sys     System
	opt     Options
	n       int
	pattern *sparsity.Pattern
	eval    Eval
	hist    *history

	x      []float64 // the iterate, n+1
	before []float64 // the solution of the last accepted time point
	older  []float64 // of the one before
	delta  []float64 // f, then the step with the other sign
	abs    []float64 // absolute tolerance of each unknown
	zero   []float64 // and of each residual: at a node a current, in a branch a voltage
	scale  []float64 // of the residuals; nil when they are not tested
	floor  []float64 // of them: what rounding may leave; nil until it is needed
	former []float64 // the residuals of the evaluation before; without a test of residuals, the residuals of this evaluation

	swerved bool // a part was evaluated elsewhere than at the iterate, in the evaluation before

	unbalanced int // residual that kept the last iteration from being the last, or -1

	blocker trace.Blocker // that is recorded of the iteration

	linear    linear
	diag      []int32   // place of the diagonal entries of voltages, -1 without such an entry
	held      []hold    // voltages held during the operating point
	suggested []hold    // voltages held in its first try
	shunt     float64   // conductance on the diagonal, of gmin stepping
	floating  []float64 // where gmin stepping ended, if the Jacobian is singular without the conductance

	rec     recording
	ctx     context.Context
	active  bool  // ctx has to be polled
	stopped error // what it said
	polls   uint
}

// An Iteration is what [Engine.Watch] sees.
type Iteration struct {
	Number  int64     // from 1, over all solutions
	Step    int64     // number of the time step, rejected ones counted; 0 for the operating point
	InStep  int       // from 1, within the solution
	Time    float64   // s
	Values  []float64 // of the Jacobian, in the order of the pattern
	RHS     []float64 // -f
	X       []float64 // the iterate that they were evaluated at; the next one is X + δ, where J·δ = RHS
	Pattern *sparsity.Pattern
}

// A hold is a voltage that is held at v by a large conductance.
type hold struct {
	unknown int32
	v       float64
}

// holdSiemens is the conductance of a hold.
const holdSiemens = 1e10

// New returns an engine for sys, which records nothing; see [Engine.Record].
//
// Memory: eight vectors of n, seven vectors of the charges, and the values of the
// Jacobian. The first iteration orders the pattern.
func New(sys System, opt Options) *Engine {
	p := sys.Pattern()
	n := p.Cols
	all, checked := sys.Charges()
	e := &Engine{sys: sys, opt: opt.filled(), n: n, pattern: p, unbalanced: -1}
	e.hist = newHistory(all, checked, e.opt.Method)
	vector := func() []float64 { return make([]float64, n+1) }
	e.x, e.before, e.older, e.delta = vector(), vector(), vector(), vector()
	e.abs, e.zero = make([]float64, n), make([]float64, n)
	e.diag = make([]int32, n)
	for i := range e.abs {
		e.abs[i], e.zero[i], e.diag[i] = e.opt.VNTol, e.opt.AbsTol, int32(find(p, i, i))
		if sys.Unknown(i).Quantity == Current {
			e.abs[i], e.zero[i], e.diag[i] = e.opt.AbsTol, e.opt.VNTol, -1
		}
	}
	e.eval = Eval{X: e.x, F: vector(), J: make([]float64, p.NNZ()+1), Gmin: e.opt.Gmin, Source: 1, Hist: e.hist.past}
	e.former = e.eval.F
	if !e.opt.NoResidual {
		e.scale, e.former = vector(), vector()
	}
	e.linear = linear{solver: e.opt.Solver, pattern: p, stats: &e.Stats}
	e.Stats.Blocked = make([]int64, n)
	e.rec = newRecording(sys, nil, new(phaseNames), 0)
	e.rec.watch.counts = &e.Stats
	return e
}

// Record makes the engine bracket its phases on thread, a thread of r, in one of
// every sample time steps; 0 and 1 mean all time steps. A nil thread times nothing.
// Call it before the first solution.
func (e *Engine) Record(r *trace.Recorder, thread *trace.Thread, sample int) {
	e.rec = newRecording(e.sys, thread, intern(r), sample)
	e.rec.watch.counts = &e.Stats
}

// Calls returns how many ranges of each phase there were, timed or not: exact
// counts of all that lies in time steps and operating points.
func (e *Engine) Calls() [Phases]int64 { return e.rec.calls }

// X returns the unknowns at the last accepted time point, or at the operating point.
// If no operating point was found, it returns the last iterate. The slice belongs to
// the engine and changes with it.
func (e *Engine) X() []float64 { return e.x[:e.n] }

// Hold makes the operating point have unknown i near v, as SPICE's .ic does. An
// unknown without an entry on the diagonal cannot be held: Hold then reports false.
func (e *Engine) Hold(i int, v float64) bool {
	if e.diag[i] < 0 {
		return false
	}
	e.held = append(e.held, hold{int32(i), v})
	return true
}

// Set gives unknown i the value v: a first guess of an operating point, or an
// initial condition of a transient without one.
func (e *Engine) Set(i int, v float64) { e.x[i] = v }

// Suggest makes the operating point be looked for near v in unknown i first, as
// SPICE's .nodeset does. It reports false in the same cases as Hold.
func (e *Engine) Suggest(i int, v float64) bool {
	if e.diag[i] < 0 {
		return false
	}
	e.suggested = append(e.suggested, hold{int32(i), v})
	return true
}

// Factorisation returns the result of the last factorisation with pivoting. Before
// the first factorisation, and after a failed one, it returns the zero value, which
// has no blocks.
func (e *Engine) Factorisation() Factorisation {
	if !e.linear.factored {
		return Factorisation{}
	}
	return e.linear.last
}

// find returns the place of entry (i, j) of a, or -1.
func find(a *sparsity.Pattern, i, j int) int {
	for p := a.ColPtr[j]; p < a.ColPtr[j+1]; p++ {
		if int(a.RowIdx[p]) == i {
			return int(p)
		}
	}
	return -1
}

// smallSystem is the number of unknowns up to which an iteration takes so little
// that not each of them polls the context.
const smallSystem = 200

// interrupted polls the context: in each iteration, of small systems now and
// then. Its error stays.
func (e *Engine) interrupted() error {
	if !e.active || e.stopped != nil {
		return e.stopped
	}
	e.polls++
	if e.n > smallSystem || e.polls&31 == 0 {
		e.stopped = e.ctx.Err()
	}
	return e.stopped
}

// listen makes interrupted poll ctx, and settles how iterations are recorded.
func (e *Engine) listen(ctx context.Context) {
	e.ctx, e.active, e.stopped = ctx, ctx.Done() != nil, nil
	e.rec.small = e.n <= smallSystem && e.Watch == nil
	e.rec.phases.system = e.n >= phaseSystem
	e.rec.live.to = e.Ranges
}
