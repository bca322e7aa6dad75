package solvers

// A unit is an outermost call of the solver, or of an evaluation, with the calls in it.
type unit struct {
	call     int32
	within   int32 // innermost call of phase newton or integrate around it; -1 without such a call
	group    int32 // -1 if none
	analysis int32 // of the call, or of the first call in it with one; 0 if unknown
	factors  int32 // likewise

	analyses, factored, refactored, solves int32

	solver int64 // ns in the solver
}

// iterations groups the calls into iterations.
func (r *Run) iterations() {
	r.count()
	units, unitOf := r.units()
	g := grouper{run: r, open: map[groupKey]int32{}, last: make([]int32, len(r.Threads))}
	for k := range g.last {
		g.last[k] = -1
	}
	for k := range units {
		g.add(&units[k])
	}
	for k := range r.Calls {
		if u := unitOf[k]; u >= 0 && units[u].group >= 0 {
			r.Calls[k].Iteration = g.groups[units[u].group].iteration
		}
	}
}

// units returns the units, and the unit of each call; -1 for calls in none.
func (r *Run) units() (units []unit, unitOf []int32) {
	unitOf = make([]int32, len(r.Calls))
	within := make([]int32, len(r.Calls)) // of the calls in a call
	for k := range r.Calls {
		c := &r.Calls[k]
		unitOf[k], within[k] = -1, -1
		if c.Parent >= 0 {
			unitOf[k], within[k] = unitOf[c.Parent], within[c.Parent]
		}
		switch {
		case c.Phase == PhaseNewton || c.Phase == PhaseIntegrate:
			unitOf[k], within[k] = -1, int32(k)
			continue
		case unitOf[k] >= 0:
		case c.Phase.OfSolver() || c.Phase == PhaseFunction || c.Phase == PhaseJacobian:
			unitOf[k] = int32(len(units))
			units = append(units, unit{call: int32(k), within: within[k], group: -1})
		default:
			continue
		}
		units[unitOf[k]].include(c)
	}
	return units, unitOf
}

// include adds a call to its unit.
func (u *unit) include(c *Call) {
	if u.factors == 0 {
		u.factors = c.Factors
	}
	if u.analysis == 0 {
		u.analysis = c.Analysis
	}
	add := func(n *int32, w parts) {
		if c.counts&w != 0 {
			*n++
		}
	}
	add(&u.analyses, partAnalyze)
	add(&u.factored, partFactor)
	add(&u.refactored, partRefactor)
	add(&u.solves, partSolve)
	if c.Phase.OfSolver() {
		u.solver += c.Exclusive
	}
}

// A groupKey says which calls belong together: all that have it.
type groupKey struct {
	sort uint8
	id   int32
}

const (
	byAnalysis = iota
	byFactors
	byContext
	byMatrix
	byPattern
	byThread
	byWithin
)

// A group is calls that are an iteration once one of them solves.
type group struct {
	Iteration
	iteration int32 // index of Run.Iterations; -1 if no call has solved
}

// A grouper makes groups of units, which come in order of time.
type grouper struct {
	run    *Run
	groups []group
	open   map[groupKey]int32
	last   []int32 // by thread: the last group that factored; -1 before the first
}

// add takes the next unit.
func (g *grouper) add(u *unit) {
	c := &g.run.Calls[u.call]
	if c.Phase == PhaseFree || c.Phase == PhaseQuery || c.Has(Open) {
		return
	}
	if u.within >= 0 {
		g.within(u, c)
	} else if c.Phase.OfSolver() {
		g.infer(u, c)
	}
}

// within takes a unit in a call of phase newton or integrate: the next solve ends an
// iteration.
func (g *grouper) within(u *unit, c *Call) {
	key := groupKey{byWithin, u.within}
	k, ok := g.open[key]
	if !ok {
		k = g.group(u, c)
		g.open[key] = k
	}
	g.join(k, u, c)
	if g.groups[k].iteration >= 0 {
		delete(g.open, key)
	}
}

// infer takes a unit outside of such calls. A unit that factors begins a group, unless
// the group before has not solved yet.
func (g *grouper) infer(u *unit, c *Call) {
	key := keyOf(u, c)
	k, ok := g.open[key]
	factors := u.factored+u.refactored > 0 || c.Phase == PhaseSetup && u.analyses == 0
	switch {
	case factors || u.analyses > 0:
		if !ok || g.groups[k].iteration >= 0 {
			k = g.group(u, c)
			g.groups[k].Inferred = true
			g.open[key] = k
		}
		if factors {
			g.last[c.Thread] = k
		}
	case u.solved(c) == 0:
		return
	case !ok && key.sort > byFactors && g.last[c.Thread] >= 0:
		k = g.last[c.Thread]
	case !ok:
		return // of a factorisation that was made before the watching began
	}
	g.join(k, u, c)
}

// solved returns how many linear systems a unit solves.
func (u *unit) solved(c *Call) int32 {
	if c.Phase == PhaseLinear {
		return 1
	}
	return u.solves
}

// keyOf returns what a unit has in common with the others of its group.
func keyOf(u *unit, c *Call) groupKey {
	for sort, id := range []int32{byAnalysis: u.analysis, byFactors: u.factors, byContext: c.Context, byMatrix: c.Matrix, byPattern: c.Pattern} {
		if id > 0 {
			return groupKey{uint8(sort), id}
		}
	}
	return groupKey{byThread, c.Thread}
}

// group begins a group with a unit.
func (g *grouper) group(u *unit, c *Call) int32 {
	g.groups = append(g.groups, group{Iteration{Within: u.within, Thread: c.Thread, First: u.call, Begin: c.Begin}, -1})
	return int32(len(g.groups) - 1)
}

// join adds a unit to a group.
func (g *grouper) join(k int32, u *unit, c *Call) {
	u.group = k
	x := &g.groups[k]
	x.Analyses += u.analyses
	x.Factors += u.factored
	x.Refactors += u.refactored
	x.Solver += u.solver
	if n := u.solved(c); n > 0 {
		x.Solves += n
		x.Last, x.End = u.call, c.End
		if x.iteration < 0 {
			x.iteration = int32(len(g.run.Iterations))
			g.run.Iterations = append(g.run.Iterations, x.Iteration)
		}
	}
	if x.iteration >= 0 {
		g.run.Iterations[x.iteration] = x.Iteration
	}
}
