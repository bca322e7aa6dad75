package analysis

import (
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/symbolic"
)

// Limits from which on a figure is named as what stands in the way.
const (
	limitingPath  = 0.25 // share of the critical path in one supernode
	limitingChain = 0.5  // share of the levels with a single column
	shortTree     = 16   // levels, below which nothing limits
	paddedWork    = 1.1  // work of panels by the flops, above which it is said
	chainWork     = 1.05 // T1/T∞ up to which there is no parallelism in a task model
)

// sayParallelism says what workers gain, by one model of tasks after the other.
func sayParallelism(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil {
		return
	}
	height, models := o.Height, o.TaskModels
	if n := o.NoPivoting; n != nil {
		height, models = n.Height, n.TaskModels
		p.say("parallel.diagonal-pivots", "Under %s, and with pivots from the diagonal, the elimination tree is %s high. ", o.Method, units.Plural(height, "level"))
	} else {
		p.say("parallel.height", "Under %s the elimination tree is %s high. ", o.Method, units.Plural(height, "level"))
	}
	if models == nil {
		return
	}
	pipelined := models.Pipelined
	if pipelined != nil && max(models.Columns.Parallelism, pipelined.Parallelism, models.Panels.Parallelism) < chainWork {
		p.say("parallel.chain", "All but nothing of the work is on the critical path of each task model: more workers gain nothing.")
		return
	}
	p.say("parallel.by-columns", "With columns as tasks %s.", gains(&models.Columns))
	if pipelined != nil {
		p.say("parallel.pipelined", " With pipelined columns %s.", gains(pipelined))
	} else {
		p.say("parallel.not-pipelined", " Pipelined columns were not computed: the factors have too many entries.")
	}
	p.say("parallel.panels", " With panels in tiles of %d %s.", symbolic.Tile, gains(&models.Panels))
	if more := models.Panels.Work / models.Columns.Work; more > paddedWork {
		p.say("parallel.padding", " Zeros in the panels make their work %s the flops.", times(more))
	}
	p.say("parallel.own-model", " Each T1/T∞ is a limit for its own task model only.")
	if o.NoPivoting == nil {
		p.say("parallel.mean-width", " Columns by levels, %s, is the mean width of a level and no speed-up.", units.Significant(o.ParallelismColumns))
	}
}

// gains says what workers gain in a task model.
func gains(m *symbolic.TaskModel) string {
	text := "T1/T∞ is " + units.Significant(m.Parallelism)
	if m.Schedule == nil {
		return text + ", and there are too many tasks for a schedule"
	}
	return text + ", and a schedule gains " + times(m.On(8)) + " on 8 workers and " + times(m.On(64)) + " on 64"
}

// speedupOn returns the predicted speed-up on a number of workers with relaxed
// supernodes as tasks, 0 when it was not predicted.
func speedupOn(o *Ordering, workers int) float64 {
	for _, s := range o.Schedule {
		if s.Workers == workers {
			return s.Speedup
		}
	}
	return 0
}

// sayLimit says what keeps the factorization from being more parallel.
func sayLimit(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil {
		return
	}
	if b := o.Bottleneck; b != nil && o.NoPivoting == nil && o.Height >= shortTree {
		switch {
		case b.CriticalPathShare >= limitingPath && (o.ParallelismSupernodes >= chainWork || b.CriticalPathShare > 0.9):
			where := "a supernode"
			if b.Root {
				where = "the last supernode"
			}
			p.say("limit.supernode", "With supernodes as tasks, what limits it most is %s: %s with %s hold %s of the flops and %s of the critical path, which only parallelism inside that panel can shorten",
				where, units.Plural(b.Columns, "column"), units.Plural(b.Rows, "row"), units.Share(b.FlopShare), units.Share(b.CriticalPathShare))
		case o.ParallelismSupernodes >= chainWork:
			p.say("limit.none", "With supernodes as tasks, none of them alone limits it: the largest on the critical path has %s of that path", units.Share(b.CriticalPathShare))
		}
		if l := o.LevelsL; l != nil && float64(l.Single) >= limitingChain*float64(o.Height) {
			p.sentence("limit.chain", "%s of the %s have one column: a chain", units.Integer(l.Single), units.Plural(o.Height, "level"))
		}
	}
	var dense paragraph
	if sayDense(d, &dense); len(dense) > 0 {
		p.end()
		*p = append(*p, dense...)
	}
	if len(*p) > 0 {
		(*p)[len(*p)-1].text += "."
	}
}

// sentence adds a claim as a sentence of its own.
func (p *paragraph) sentence(key, format string, args ...any) {
	p.end()
	p.say(key, format, args...)
}

// end ends the last sentence, if there is one.
func (p paragraph) end() {
	if len(p) > 0 {
		p[len(p)-1].text += ". "
	}
}
