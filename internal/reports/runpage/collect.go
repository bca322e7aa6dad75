package runpage

import (
	"math"

	"github.com/nrkit/nrkit/trace"
)

// Bounds of what a page has.
const (
	Limit      = 2_000_000 // ranges
	maxSamples = 1_000_000 // samples of counters
	maxRows    = 500_000   // time steps, and as many iterations
	maxDepth   = 255       // ranges around a range
	maxArgs    = 4_000_000 // arguments of ranges

	// maxTime is the largest time that JavaScript has exactly, in ns.
	maxTime = 1<<53 - 1
)

// Data is what the drawings of a page show.
type Data struct {
	t       *trace.Trace
	tracks  []track
	series  []series
	tree    tree
	weights weights
	steps   solutions
	begin   int64 // time of the first event
	end     int64 // time of the last event
	short   int64 // ranges that are not in the page, because longer ones fill it
	deep    int64 // ranges that are not in the page, because they lie too deep
	least   int64 // shortest duration of a range in the page, if there are short ones
	args    int   // arguments in the page
	noArgs  int64 // arguments that are not in the page
	blocked map[trace.Blocker]bool
}

// A track has the ranges of a track of the trace in the order of their begins.
type track struct {
	ranges []span
	args   []argument
	open   []opened // ranges that have not ended, outermost first
	last   int64    // time of the last event
	never  []int    // ranges without an end, by their place in ranges
}

// A span is a range, or an instant, which has no duration.
type span struct {
	start, end int64
	name       int32
	depth      uint8
}

// An argument belongs to the range at the place at.
type argument struct {
	at    int
	name  int32 // numbered for the number of a range
	value float64
}

// numbered stands for the name of the number of a range, Event.Index.
const numbered = -1

// An opened range lies at the place at of ranges; nowhere if it is too deep. Its
// arguments begin at the place args. Node is its node of the tree.
type opened struct {
	at, args int
	start    int64
	node     int32
	name     int32
	regime   regime
}

const nowhere = -1

// Collect takes from t what a page shows, at most limit ranges.
//
// Cost: three passes over the events, four if the trace is sampled. Memory: some 50 bytes per range in the page.
func Collect(t *trace.Trace, limit int) (*Data, error) {
	d := &Data{t: t, tracks: make([]track, len(t.Tracks)), tree: newTree(t), weights: newWeights(t), blocked: map[trace.Blocker]bool{}}
	sizes := measure(t)
	if err := t.Err(); err != nil {
		return nil, err
	}
	d.begin, d.end = sizes.begin, sizes.end
	shortest := sizes.shortest(int64(limit))
	d.least = leastOf(shortest)
	counters := newSampler(sizes.samples)
	for e := range t.Events() {
		if uint(e.Track) >= uint(len(d.tracks)) {
			continue
		}
		known := uint(e.Name) < uint(len(t.Names))
		tr := &d.tracks[e.Track]
		tr.last = max(tr.last, d.relative(e.Time))
		switch e.Kind {
		case trace.Begin:
			d.begins(tr, e, known)
		case trace.End:
			d.ends(tr, shortest)
		case trace.Arg:
			if k := len(tr.open) - 1; known && k >= 0 && tr.open[k].at != nowhere {
				d.argument(tr, e)
			}
		case trace.Counter:
			if known {
				counters.add(e.Track, e.Name, d.relative(e.Time), e.Value)
			}
		case trace.Instant:
			if known {
				d.happens(tr, e, shortest)
			}
		}
	}
	d.finish()
	d.series = counters.finish()
	d.steps = solve(t, d.relative)
	return d, t.Err()
}

// relative returns a time from the first event of the trace, as a script has it.
func (d *Data) relative(time int64) int64 {
	if time <= d.begin {
		return 0
	}
	if since := uint64(time) - uint64(d.begin); since < maxTime {
		return int64(since)
	}
	return maxTime
}

// begins opens a range. A range without a known name is open all the same, for the
// sake of its end.
func (d *Data) begins(tr *track, e trace.Event, known bool) {
	o := opened{at: nowhere, args: len(tr.args), start: tr.last, node: d.tree.root(e.Track), name: e.Name}
	if k := len(tr.open) - 1; k >= 0 {
		o.node, o.regime = tr.open[k].node, tr.open[k].regime
	}
	if known {
		o.regime = d.weights.begin(e, o.regime)
		o.node = d.tree.child(o.node, e.Name)
		if len(tr.open) <= maxDepth {
			o.at = len(tr.ranges)
			tr.ranges = append(tr.ranges, span{tr.last, tr.last, e.Name, uint8(len(tr.open))})
			if e.Index != trace.NoIndex {
				d.keep(tr, argument{o.at, numbered, float64(e.Index)})
			}
		} else {
			d.deep++
		}
	}
	tr.open = append(tr.open, o)
}

// ends closes the innermost range. If it is too short for the page, so are the ranges
// inside, and all of them go.
func (d *Data) ends(tr *track, shortest int) {
	k := len(tr.open) - 1
	if k < 0 {
		return
	}
	o := tr.open[k]
	tr.open = tr.open[:k]
	d.count(o, tr.last-o.start)
	switch {
	case o.at == nowhere:
	case binOf(tr.last-o.start) < shortest:
		d.short++
		d.args -= len(tr.args) - o.args
		tr.ranges, tr.args = tr.ranges[:o.at], tr.args[:o.args]
	default:
		tr.ranges[o.at].end = tr.last
	}
}

// count adds a range to the tree.
func (d *Data) count(o opened, ns int64) {
	if uint(o.name) < uint(len(d.t.Names)) {
		times, calls := d.weights.of(o.name, o.regime)
		d.tree.count(o.node, calls, times*float64(ns))
	}
}

// argument adds an argument to the innermost range.
func (d *Data) argument(tr *track, e trace.Event) {
	d.keep(tr, argument{tr.open[len(tr.open)-1].at, e.Name, e.Value})
	if d.t.Names[e.Name] == trace.ArgBlocked && e.Value == math.Trunc(e.Value) && len(d.blocked) < 10_000 {
		d.blocked[trace.Blocker(e.Value)] = true
	}
}

// keep adds an argument to a track, if the page has room for it.
func (d *Data) keep(tr *track, a argument) {
	if d.args == maxArgs {
		d.noArgs++
		return
	}
	d.args++
	tr.args = append(tr.args, a)
}

// happens adds an instant.
func (d *Data) happens(tr *track, e trace.Event, shortest int) {
	if shortest > 0 || len(tr.open) > maxDepth {
		d.short++
		return
	}
	tr.ranges = append(tr.ranges, span{tr.last, tr.last, e.Name, uint8(len(tr.open))})
}

// finish ends what never ended, at the last time that is known.
func (d *Data) finish() {
	until := max(d.end, d.t.Last)
	for i := range d.tracks {
		tr := &d.tracks[i]
		for _, o := range tr.open {
			d.end = until
			d.count(o, d.relative(until)-o.start)
			if o.at != nowhere {
				tr.ranges[o.at].end = d.relative(until)
				tr.never = append(tr.never, o.at)
			}
		}
		tr.open = nil
	}
}
