package solvers

// parts are what a call does, as bits.
type parts uint8

const (
	partAnalyze parts = 1 << iota
	partFactor
	partRefactor
	partSolve
	partAnyFactor = partFactor | partRefactor
)

// partsOf returns what calls of a phase do.
func partsOf(p Phase) parts {
	var w parts
	if p.Does(PhaseAnalyze) {
		w |= partAnalyze
	}
	if p.Does(PhaseFactor) {
		w |= partFactor
	}
	if p == PhaseRefactor {
		w |= partRefactor
	}
	if p.Does(PhaseSolve) {
		w |= partSolve
	}
	return w
}

// family returns w with both kinds of factorisation if w has one of them.
func (w parts) family() parts {
	if w&partAnyFactor != 0 {
		w |= partAnyFactor
	}
	return w
}

// single says whether calls of the phase do one thing.
func (p Phase) single() bool {
	return p == PhaseAnalyze || p == PhaseFactor || p == PhaseRefactor || p == PhaseSolve
}

// count finds what each call counts as.
func (r *Run) count() {
	inside, own, around := make([]parts, len(r.Calls)), make([]parts, len(r.Calls)), make([]parts, len(r.Calls))
	for k := len(r.Calls) - 1; k >= 0; k-- {
		c := &r.Calls[k]
		if c.Parent < 0 {
			continue
		}
		w := partsOf(c.Phase)
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
				around[k] |= partsOf(r.Calls[p].Phase).family()
			}
		}
		if c.Has(Open) {
			continue
		}
		c.counts = partsOf(c.Phase) &^ around[k]
		if c.NRHS == 0 {
			c.counts &^= partSolve
		}
		switch f := inside[k] & partAnyFactor; {
		case !c.Phase.single() && own[k] != 0:
			c.counts = 0
		case !c.Phase.single():
			c.counts &^= inside[k].family()
		case c.counts&partAnyFactor != 0 && f != 0 && f != partAnyFactor:
			c.counts = f
		}
	}
}
