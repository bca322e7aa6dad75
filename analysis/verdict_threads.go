package analysis

import (
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/parallel"
)

// littleGain is the quotient of times up to which threads are said to gain nothing.
const littleGain = 1.05

// sayThreads says what more threads gain, and when a GPU wins, as far as models say so.
func sayThreads(d *Document, p *paragraph) {
	if d.Prediction == nil || bestSquare(d) == nil || d.Prediction.GPU == nil && tooSmall(d) { // saySize says that all is too small
		return
	}
	if d.Prediction.Threads != nil {
		sayGain(d.Prediction, p)
	}
	if d.Prediction.GPU != nil {
		sayGPU(d.Prediction, p)
	}
}

// sayGain compares newton/lu on several threads with the choice on one core.
func sayGain(x *Prediction, p *paragraph) {
	t, c := x.Threads, x.Choice
	name := SolverName(prediction.LU) + " with " + withMatching(t.Method, t.Matching)
	core := x.step(c)
	first, last := -1, -1 // the least and the most threads with a gain over fewer
	least, best := 0, core
	for k := range t.Speedups {
		now := t.step(k)
		if now*littleGain < best {
			last, best = k, now
			if first < 0 {
				first = k
			}
		}
		if now < t.step(least) {
			least = k
		}
	}
	one := seconds(core) + " on one core"
	other := c.Solver != prediction.LU
	switch {
	case last < 0 && other:
		p.say("threads.nothing", "More threads gain nothing, by a model: %s takes %s for %s, and %s takes %s on %d threads.",
			c.name(), one, x.stepName(), name, seconds(t.step(least)), t.Speedups[least].Threads)
		return
	case last < 0:
		p.say("threads.nothing", "More threads gain nothing: a model of %s gains less than 5 %% on up to %d threads.", name, t.Speedups[len(t.Speedups)-1].Threads)
		return
	case other:
		p.say("threads.gain", "Threads, by a model: for %s, %s takes %s", x.stepName(), c.name(), one)
		p.say("threads.gain", ", and %s takes %s on %d threads", name, seconds(t.step(first)), t.Speedups[first].Threads)
	default:
		p.say("threads.gain", "Threads, by a model: for %s, %s takes %s", x.stepName(), name, one)
		before := " and"
		if last > first {
			before = ","
		}
		p.say("threads.gain", "%s %s on %d threads", before, seconds(t.step(first)), t.Speedups[first].Threads)
	}
	if last > first {
		p.say("threads.gain", " and %s on %d", seconds(t.step(last)), t.Speedups[last].Threads)
	}
	if last+1 < len(t.Speedups) {
		p.say("threads.enough", "; more than %d gain less than 5 %%", t.Speedups[last].Threads)
	}
	p.say("threads.gain", ".")
	if t.Serial < startsMatter {
		p.say("threads.gain", " This holds if refactorizations follow each other within a millisecond.")
	}
}

// startsMatter is the time of a refactorization, in seconds, below which the start of threads that sleep
// would take a large part of it.
const startsMatter = 1e-3

// step returns what a refactorization and its solves take.
func (p *Prediction) step(s *Setting) float64 {
	return s.Refactor.Seconds + float64(p.Solves)*s.Solve.Seconds
}

// step returns what a refactorization on the threads of a speed-up and its solves take.
func (t *Threads) step(k int) float64 { return t.Serial/t.Speedups[k].Speedup + t.Solves }

// stepName says what a step is.
func (p *Prediction) stepName() string {
	if p.Solves == 1 {
		return "a refactorization and a solve"
	}
	return "a refactorization and " + units.Plural(p.Solves, "solve")
}

// sayGPU says how long a GPU takes, and from when it takes clearly less time than one core.
func sayGPU(x *Prediction, p *paragraph) {
	g := x.GPU
	if len(*p) > 0 {
		p.say("gpu.time", " ")
	}
	p.say("gpu.time", "GPU, estimated from published times (%s, %s): one core takes %s for %s", g.Solver, g.Device, seconds(g.Core), x.stepName())
	if g.Seconds > 0 {
		p.say("gpu.one", ", and the GPU takes %s for one matrix", seconds(g.Seconds))
	}
	p.say("gpu.time", ".")
	switch {
	case g.Seconds > 0 && parallel.Margin*g.Seconds <= g.Core:
		p.say("gpu.wins", " The GPU is faster.")
		return
	case g.Seconds > 0 && g.Seconds < parallel.Margin*g.Core:
		p.say("gpu.tie", " The GPU is about as fast for one matrix.")
	}
	switch {
	case g.Batch == 0 && g.Rows == 0:
		p.say("gpu.loses", " The GPU is not clearly faster for up to 256 matrices at once, and is not known to be faster for larger matrices of this structure.")
	case g.Rows == 0:
		p.say("gpu.batch", " The GPU is faster from a batch of %s.", units.Count(g.Batch, "matrix", "matrices"))
	case g.Batch == 0:
		p.say("gpu.rows", " The GPU is faster from %s of this structure.", units.Plural(g.Rows, "row"))
	default:
		p.say("gpu.both", " The GPU is faster from a batch of %s, or from %s of this structure.", units.Count(g.Batch, "matrix", "matrices"), units.Plural(g.Rows, "row"))
	}
}
