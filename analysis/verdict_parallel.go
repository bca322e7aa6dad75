package analysis

import (
	"github.com/nrkit/nrkit/internal/units"
)

// Limits from which on a figure is named as what stands in the way.
const (
	limitingPath  = 0.25 // share of the critical path in one supernode
	limitingChain = 0.5  // share of the levels with a single column
	shortTree     = 16   // levels, below which nothing limits
	chainWork     = 1.05 // T1/T∞ up to which there is no parallelism
)

// sayParallelism says what workers gain.
func sayParallelism(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil {
		return
	}
	if n := o.NoPivoting; n != nil {
		p.say("parallel.diagonal-pivots", "Under %s, and with pivots from the diagonal, the elimination tree is %s high and the work is %s the critical path.",
			o.Method, units.Plural(n.Height, "level"), times(n.ParallelismWork))
		return
	}
	p.say("parallel.height", "Under %s the elimination tree is %s high. ", o.Method, units.Plural(o.Height, "level"))
	if o.ParallelismWork < chainWork {
		p.say("parallel.chain", "All but nothing of the work is on the critical path: more workers gain nothing.")
		return
	}
	p.say("parallel.work", "The work is %s the critical path, so no number of workers that take a column each is faster by more", times(o.ParallelismWork))
	if s8, s64 := speedupOn(o, 8), speedupOn(o, 64); s64 > 0 {
		p.say("parallel.schedule", "; a schedule by supernodes reaches %s on 8 workers and %s on 64", times(s8), times(s64))
	}
	p.say("parallel.columns", ". Columns by levels, %s, is the mean width of a level and no speed-up.", units.Significant(o.ParallelismColumns))
}

// speedupOn returns the predicted speed-up on a number of workers, 0 when it
// was not predicted.
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
		case b.CriticalPathShare >= limitingPath && (o.ParallelismWork >= chainWork || b.CriticalPathShare > 0.9):
			where := "a supernode"
			if b.Root {
				where = "the last supernode"
			}
			p.say("limit.supernode", "What limits it most is %s: %s with %s hold %s of the flops and %s of the critical path, which only parallelism inside that panel can shorten",
				where, units.Plural(b.Columns, "column"), units.Plural(b.Rows, "row"), units.Share(b.FlopShare), units.Share(b.CriticalPathShare))
		case o.ParallelismWork >= chainWork:
			p.say("limit.none", "No single supernode limits it: the largest on the critical path has %s of it", units.Share(b.CriticalPathShare))
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
