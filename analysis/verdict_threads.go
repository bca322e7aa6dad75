package analysis

import (
	"github.com/nrkit/nrkit/internal/units"
)

// littleGain is the speed-up up to which threads are said to gain nothing.
const littleGain = 1.05

// sayThreads says what more threads gain, and when a GPU wins, as far as models say so.
func sayThreads(d *Document, p *paragraph) {
	if d.Prediction == nil || bestSquare(d) == nil || d.Prediction.GPU == nil && tooSmall(d) { // saySize says that all is too small
		return
	}
	if t := d.Prediction.Threads; t != nil {
		sayGain(t, p)
	}
	if g := d.Prediction.GPU; g != nil {
		sayGPU(g, p)
	}
}

// sayGain says on how many threads newton/lu is how much faster.
func sayGain(t *Threads, p *paragraph) {
	last := 0 // the most threads of which each step gains something
	before := 1.0
	for k, g := range t.Speedups {
		if g.Speedup > littleGain*before {
			last, before = k+1, g.Speedup
		}
	}
	name := withMatching(t.Method, t.Matching)
	most := t.Speedups[len(t.Speedups)-1].Threads
	if last == 0 {
		p.say("threads.nothing", "More threads gain nothing: a model of newton/lu with %s gains less than 5 %% on up to %d threads.", name, most)
		return
	}
	g := t.Speedups[last-1]
	p.say("threads.gain", "Threads, by a model: newton/lu with %s refactors %s as fast on 2 threads", name, times(t.Speedups[0].Speedup))
	if g.Threads > 2 {
		p.say("threads.gain", " and %s on %d", times(g.Speedup), g.Threads)
	}
	if g.Threads < most {
		p.say("threads.enough", "; more than %d gain less than 5 %%", g.Threads)
	}
	p.say("threads.gain", ".")
}

// sayGPU says how long a GPU takes, and from when it takes less time than one core.
func sayGPU(g *GPU, p *paragraph) {
	if len(*p) > 0 {
		p.say("gpu.time", " ")
	}
	p.say("gpu.time", "GPU, estimated from published times (%s, %s): one core takes %s for a refactorization and a solve", g.Solver, g.Device, seconds(g.Core))
	if g.Seconds > 0 {
		p.say("gpu.one", ", and the GPU takes %s for one matrix", seconds(g.Seconds))
	}
	p.say("gpu.time", ".")
	switch {
	case g.Seconds > 0 && g.Seconds < g.Core:
		p.say("gpu.wins", " The GPU is faster.")
	case g.Batch == 0 && g.Rows == 0:
		p.say("gpu.loses", " The GPU is not faster for up to 256 matrices at once, and is not known to be faster for larger matrices of this structure.")
	case g.Rows == 0:
		p.say("gpu.batch", " The GPU is faster from a batch of %s.", units.Count(g.Batch, "matrix", "matrices"))
	case g.Batch == 0:
		p.say("gpu.rows", " The GPU is faster from %s of this structure.", units.Plural(g.Rows, "row"))
	default:
		p.say("gpu.both", " The GPU is faster from a batch of %s, or from %s of this structure.", units.Count(g.Batch, "matrix", "matrices"), units.Plural(g.Rows, "row"))
	}
}
