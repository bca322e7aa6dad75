package newton

import "github.com/nrkit/nrkit/internal/threadtime"

// phaseSystem is from how many unknowns on phases have their CPU time: below 2 %
// of the whole. The readings, 0.7 to 0.9 µs each, are 0.3 % of an iteration of c6288
// (5,156 unknowns); on mul8 (1,236) a run would take 2.1 % longer.
const phaseSystem = 2000

// A phaseClock is the CPU time of the thread at the borders of phases, in ns.
type phaseClock struct {
	system                  bool // it has phaseSystem unknowns or more
	on                      bool
	now                     int64 // when recording.now was read
	leaf, linear, iteration int64 // when the innermost phase, linear_solve and the iteration began
}

// tick reads the clock, and the CPU time where phases have one.
func (r *recording) tick() {
	r.now = r.th.Now()
	if r.phases.on {
		r.phases.now, _ = threadtime.CPU()
	}
}

// ran gives the innermost open range the CPU time since from.
func (r *recording) ran(from int64) {
	if r.phases.on {
		r.to.Arg(r.names.cpu, float64(r.phases.now-from))
	}
}
