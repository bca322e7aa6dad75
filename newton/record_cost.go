package newton

import "time"

// KindCost is the measured time of the evaluation of one kind of parts.
type KindCost struct {
	Kind  Kind
	Loads int64 // evaluations that were timed
	Time  time.Duration
}

// costEvery is how many timed evaluations of a small system there are for one in
// which each kind of parts is timed, since they cost less than the clock.
const costEvery = 64

// Costs returns the cost of the evaluation of each kind of parts, for a system that
// is [Profiled] and was timed.
func (e *Engine) Costs() []KindCost { return e.rec.kinds }

// costing returns the function that times the parts of the evaluation that
// comes, for some evaluations.
func (r *recording) costing() func(kind int) {
	if !r.on || len(r.kinds) == 0 {
		return nil
	}
	if r.turn++; r.small && r.turn%costEvery != 1 {
		return nil
	}
	if r.cost == nil {
		r.cost = func(kind int) {
			now := time.Now()
			k := &r.kinds[kind]
			k.Time += now.Sub(r.last)
			k.Loads++
			r.last = now
		}
	}
	r.last = time.Now()
	return r.cost
}
