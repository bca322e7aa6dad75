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
	inside, around := make([]work, len(r.Calls)), make([]work, len(r.Calls))
	for k := len(r.Calls) - 1; k >= 0; k-- {
		if p := r.Calls[k].Parent; p >= 0 {
			inside[p] |= inside[k] | workOf(r.Calls[k].Phase)
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
		if !c.Phase.single() {
			c.counts &^= inside[k].family()
		} else if f := inside[k] & workAnyFactor; c.counts&workAnyFactor != 0 && f != 0 && f != workAnyFactor {
			c.counts = f
		}
	}
}
