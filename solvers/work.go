package solvers

// A work is what a call does, as bits.
type work uint8

const (
	workAnalyze work = 1 << iota
	workFactor
	workRefactor
	workSolve
	workAnyFactor = workFactor | workRefactor
)

// workOf returns what calls of a phase do.
func workOf(p Phase) work {
	var w work
	if p.Does(PhaseAnalyze) {
		w |= workAnalyze
	}
	if p.Does(PhaseFactor) {
		w |= workFactor
	}
	if p == PhaseRefactor {
		w |= workRefactor
	}
	if p.Does(PhaseSolve) {
		w |= workSolve
	}
	return w
}

// family returns w with both kinds of factorisation if w has one of them.
func (w work) family() work {
	if w&workAnyFactor != 0 {
		w |= workAnyFactor
	}
	return w
}

// single says whether calls of the phase do one thing.
func (p Phase) single() bool {
	return p == PhaseAnalyze || p == PhaseFactor || p == PhaseRefactor || p == PhaseSolve
}

// count finds what each call counts as.
func (r *Run) count() {
	inside, own, around := make([]work, len(r.Calls)), make([]work, len(r.Calls)), make([]work, len(r.Calls))
	for k := len(r.Calls) - 1; k >= 0; k-- {
		c := &r.Calls[k]
		if c.Parent < 0 {
			continue
		}
		w := workOf(c.Phase)
		inside[c.Parent] |= inside[k] | w
		for a := c.Parent; a >= 0 && w != 0; a = r.Calls[a].Parent {
			if !r.Calls[a].Phase.single() && r.Functions[r.Calls[a].Function].Library == r.Functions[c.Function].Library {
				own[a] |= w
			}
		}
	}
	for k := range r.Calls {
		c := &r.Calls[k]
		if p := c.Parent; p >= 0 {
			around[k] = around[p]
			if r.Calls[p].Phase.single() {
				around[k] |= workOf(r.Calls[p].Phase).family()
			}
		}
		if c.Has(Open) {
			continue
		}
		c.counts = workOf(c.Phase) &^ around[k]
		if c.NRHS == 0 {
			c.counts &^= workSolve
		}
		switch f := inside[k] & workAnyFactor; {
		case !c.Phase.single() && own[k] != 0:
			c.counts = 0
		case !c.Phase.single():
			c.counts &^= inside[k].family()
		case c.counts&workAnyFactor != 0 && f != 0 && f != workAnyFactor:
			c.counts = f
		}
	}
}
