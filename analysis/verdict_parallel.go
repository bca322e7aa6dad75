package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/symbolic"
)

// Limits from which on a figure is named as what stands in the way.
const (
	limitingPath  = 0.25 // share of the critical path in one supernode
	limitingChain = 0.5  // share of the levels with a single column
	shortTree     = 16   // levels, below which nothing limits
	paddedWork    = 1.1  // work of panels by the flops, above which it is said
	chainWork     = 1.05 // flops by T∞ below which there is no parallelism in a task model
)

// A taskModel is a model of tasks with what to call it.
type taskModel struct {
	name string
	*symbolic.TaskModel
}

// modelsUnder lists the task models of o that were computed, for pivots from the
// diagonal where o has figures for both.
func modelsUnder(o *Ordering) (list []taskModel, pipelined bool) {
	m := o.TaskModels
	if n := o.NoPivoting; n != nil {
		m = n.TaskModels
	}
	if m == nil {
		return nil, false
	}
	list = []taskModel{{"columns", &m.Columns}}
	if m.Pipelined != nil {
		list = append(list, taskModel{"pipelined columns", m.Pipelined})
	}
	return append(list, taskModel{fmt.Sprintf("panels in tiles of %d", symbolic.Tile), &m.Panels}), m.Pipelined != nil
}

// bestModel returns which of the models gains most on 64 workers over one that does
// flops, by schedules where there are such, and otherwise by the critical path.
func bestModel(list []taskModel, flops float64) int {
	gain := func(m taskModel) (float64, float64) { return m.Gain(ParallelWorkers, flops), flops / m.CriticalPath }
	best := 0
	for k, m := range list {
		g, limit := gain(m)
		most, mostLimit := gain(list[best])
		if g > most || g == most && limit > mostLimit {
			best = k
		}
	}
	return best
}

// sayParallelism says what workers gain, in the best task model first.
func sayParallelism(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil || tooSmall(d) {
		return
	}
	list, pipelined := modelsUnder(o)
	if list == nil {
		return
	}
	flops := CostOf(o).Flops
	best := list[bestModel(list, flops)]
	if pipelined && !slices.ContainsFunc(list, func(m taskModel) bool { return flops >= chainWork*m.CriticalPath }) {
		p.say("parallel.chain", "In every task model, more workers gain less than 5 %%: the critical path takes about as long as one core.")
		return
	}
	p.say("parallel.best", "The factorization under %s is most parallel with %s as tasks. In this task model %s.", o.Method, best.name, gains(best, flops))
	var others []string
	for _, m := range list {
		if m != best {
			others = append(others, units.Significant(m.Parallelism)+" with "+m.name)
		}
	}
	p.say("parallel.others", " T1/T∞ is %s; each figure limits its own task model only.", joined(others))
	if !pipelined {
		p.say("parallel.not-pipelined", " Pipelined columns were not computed: the factors have too many entries.")
	}
	if panels := list[len(list)-1]; panels.Work > paddedWork*flops {
		p.say("parallel.padding", " Zeros in the panels raise the work to %s the flops.", times(panels.Work/flops))
	}
	sayTree(o, p)
	sayCaveats(d, o, p, best.Gain(ParallelWorkers, flops))
}

// gains says what workers gain in a task model over one that does flops.
func gains(m taskModel, flops float64) string {
	text := "T1/T∞ is " + units.Significant(m.Parallelism)
	if m.Schedule == nil {
		return text + ", and there are too many tasks for a schedule"
	}
	text += ", and a schedule is " + times(m.Gain(8, flops)) + " as fast as one core on 8 workers and "
	if few, many := times(m.Gain(8, flops)), times(m.Gain(ParallelWorkers, flops)); few != many {
		text += many + " "
	}
	return text + fmt.Sprintf("on %d", ParallelWorkers)
}

// sayTree says how high the elimination tree is.
func sayTree(o *Ordering, p *paragraph) {
	height := CostOf(o).Height
	p.say("parallel.height", " The elimination tree is %s high", units.Plural(height, "level"))
	if l := o.LevelsL; l != nil && o.NoPivoting == nil && height >= shortTree && float64(l.Single) >= limitingChain*float64(height) {
		p.say("parallel.single-columns", ", and %s of its levels have a single column", allOf(l.Single, height))
	}
	p.say("parallel.height", ".")
}

// allOf writes n of all things.
func allOf(n, all int) string {
	if n == all {
		return "all"
	}
	return units.Integer(n)
}

// sayCaveats says what the figures of task models leave out: pivots, and what it
// takes to start workers that are predicted to gain so much.
func sayCaveats(d *Document, o *Ordering, p *paragraph, gain float64) {
	predicted, found := CostOf(o).Flops, flopsOf(d, o)
	switch {
	case math.Abs(found/predicted-1) > 0.1:
		p.say("parallel.other-flops", " These figures are for the predicted %s, with pivots from the diagonal; the numeric LU needs %s.",
			units.Flops(predicted), units.Flops(found))
	case o.NoPivoting != nil:
		p.say("parallel.diagonal-pivots", " These figures are for pivots from the diagonal.")
	}
	core, _ := coreTime(d, o)
	if limit := core / regionTime; limit < gain {
		p.say("parallel.region", " Starting one parallel region takes about 10 µs, which limits the speed-up to %s.", times(limit))
	}
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

// sayLimit says which supernode keeps the factorization from being more parallel.
func sayLimit(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil || tooSmall(d) || o.Bottleneck == nil || o.NoPivoting != nil || o.Height < shortTree {
		return
	}
	b := o.Bottleneck
	if b.CriticalPathShare < limitingPath || o.ParallelismSupernodes < chainWork && b.CriticalPathShare <= 0.9 {
		return
	}
	which := "one supernode"
	if b.Root {
		which = "the last supernode"
	}
	p.say("limit.supernode", "With supernodes as tasks, %s limits a schedule most: its panel of %s and %s has %s of the flops and %s of the critical path. Only parallelism inside this panel shortens the critical path.",
		which, units.Plural(b.Columns, "column"), units.Plural(b.Rows, "row"), units.Share(b.FlopShare), units.Share(b.CriticalPathShare))
}
