package steps

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// How many rows there are without a selection, and at most with one.
const (
	all     = 20 // up to so many, all are listed; else
	first   = 5
	slowest = 10
	last    = 5
	most    = 1000
)

// Most is how many rows a selection lists at most.
const Most = most

// A Table has the rows of some steps and some iterations.
type Table struct {
	Steps      List `json:"steps"`      // the time steps
	Iterations List `json:"iterations"` // the iterations

	// N, if one time step of N was timed; the other steps have no rows. Absent if
	// all steps were timed
	Sample int `json:"sample,omitempty"`

	tracks []trace.Track
	names  map[int64]string // of unknowns
}

// A List is the rows of one sort, those of a track in the order of their begins.
type List struct {
	// number of time steps or iterations in the trace that have ended, or that are
	// selected; `rows` may have fewer elements
	Count int64 `json:"count"`

	Rows []Listed `json:"rows"` // the listed time steps or iterations
}

// Listed is a row of a document. What the trace does not have is absent.
type Listed struct {
	Rank   int32 `json:"rank,omitempty"` // rank of the file, if there are several; absent for rank 0
	Thread int64 `json:"thread"`         // number of the thread

	// number of the time step by the program, otherwise its number on the thread;
	// absent for iterations outside of time steps
	Step *int64 `json:"step,omitempty"`

	Iteration *int64 `json:"iteration,omitempty"` // number of the iteration in its solution; absent for time steps

	// number, from 1, of the time step or iteration on its thread in the trace. If
	// `nrprof run` timed all steps, `--dump-mtx` counts iterations by this number
	Number int64 `json:"number"`

	// for an iteration outside of time steps: `operating_point`, `gmin_step` or
	// `source_step`; absent otherwise
	Within string `json:"within,omitempty"`

	Start int64  `json:"start_ns"`           // begin of the time step or iteration
	NS    int64  `json:"total_ns"`           // time from begin to end
	Build *int64 `json:"build_ns,omitempty"` // part of `total_ns` in `build_system`; host time

	// part of `total_ns` in `linear_solve`, or in `factor`, `refactor` and `solve`
	// outside of `linear_solve`; host time
	Solve *int64 `json:"solve_ns,omitempty"`

	Share *float64 `json:"solve_share,omitempty"` // `solve_ns` divided by `total_ns`
	Its   *int64   `json:"iterations,omitempty"`  // number of iterations that began in the time step; absent for iterations

	// largest residual at the start of the iteration, from the counter
	// `residual_norm` in captures of `nrprof run`. For a time step, the residual
	// of its last iteration
	Residual *float64 `json:"residual,omitempty"`

	// what kept the iteration from being the last, by its argument `blocked_by`:
	// the unknown that moved most against its tolerance, `residual of` an
	// equation, or `limiting`. `unknown N`, from 0, replaces a name that the table
	// `blocked` of the counts lacks, as in captures that end early. For a time
	// step, what blocked its last unfinished iteration. Absent for the first
	// iteration of a solution, which is never the last
	Blocked string `json:"blocked,omitempty"`

	// why the time step was rejected: `truncation error` or `no convergence`;
	// absent otherwise
	Rejected string `json:"rejected,omitempty"`
}

// Options say which rows are listed.
type Options struct {
	// Has selects time steps by their number, and the iterations in them; of a
	// trace without time steps, iterations by theirs. Up to 1000 are listed. nil:
	// all where there are 20 or fewer, else the first 5, the slowest 10 and the
	// last 5.
	Has func(number int64) bool
}

// Of returns the table of a trace.
//
// Cost: one pass over the events, two with a selection. Memory: the rows that are
// listed.
func Of(t *trace.Trace, o Options) *Table {
	out := &Table{tracks: t.Tracks, names: Names(t)}
	if t.Header.Sample > 1 {
		out.Sample = t.Header.Sample
	}
	keep := o.keep(t)
	var steps, iterations picker
	steps.selected, iterations.selected = o.Has != nil, o.Has != nil
	Each(t, func(r *Row) bool {
		switch {
		case !keep(r):
		case r.IsStep:
			steps.add(r)
		default:
			iterations.add(r)
		}
		return true
	})
	out.Steps, out.Iterations = out.list(&steps), out.list(&iterations)
	return out
}

// keep returns which rows are selected.
func (o Options) keep(t *trace.Trace) func(*Row) bool {
	if o.Has == nil {
		return func(*Row) bool { return true }
	}
	hasSteps := false
	Each(t, func(r *Row) bool {
		hasSteps = r.IsStep || r.Step != None
		return !hasSteps
	})
	return func(r *Row) bool {
		if hasSteps {
			return r.Step != None && o.Has(r.Step)
		}
		return o.Has(r.Number)
	}
}

// A picker keeps the first, the slowest and the last of rows, or the first ones
// of a selection.
type picker struct {
	selected bool
	count    int64
	head     []Row
	slow     []Row // the slowest first
	tail     []Row // a ring
}

func (p *picker) add(r *Row) {
	p.count++
	if p.selected {
		if len(p.head) < most {
			p.head = append(p.head, *r)
		}
		return
	}
	if len(p.head) < all {
		p.head = append(p.head, *r)
	}
	if len(p.tail) < last {
		p.tail = append(p.tail, *r)
	} else {
		p.tail[(p.count-1)%last] = *r
	}
	if len(p.slow) == slowest && r.NS <= p.slow[slowest-1].NS {
		return
	}
	at, _ := slices.BinarySearchFunc(p.slow, r.NS, func(x Row, ns int64) int { // behind its equals
		if x.NS >= ns {
			return -1
		}
		return 1
	})
	p.slow = slices.Insert(p.slow, at, *r)
	p.slow = p.slow[:min(len(p.slow), slowest)]
}

// rows returns what is kept, in order.
func (p *picker) rows() []Row {
	list := p.head
	if !p.selected && p.count > all {
		list = slices.Concat(p.head[:first], p.slow, p.tail)
	}
	slices.SortStableFunc(list, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Track, b.Track), cmp.Compare(a.Number, b.Number))
	})
	return slices.CompactFunc(list, func(a, b Row) bool { return a.Track == b.Track && a.Number == b.Number })
}

// list makes the rows those of a document.
func (t *Table) list(p *picker) List {
	out := List{Count: p.count, Rows: []Listed{}}
	for _, r := range p.rows() {
		out.Rows = append(out.Rows, t.listed(&r))
	}
	return out
}

func (t *Table) listed(r *Row) Listed {
	tr := t.tracks[r.Track]
	l := Listed{Rank: tr.Rank, Thread: tr.Thread, Number: r.Number, Within: r.Within, Start: r.Start, NS: r.NS, Blocked: blockerText(r.Blocked, t.names), Rejected: r.rejected()}
	known := func(n int64) *int64 {
		if n < 0 {
			return nil
		}
		return &n
	}
	l.Step, l.Iteration, l.Build, l.Solve = known(r.Step), known(r.Iteration), known(r.Build), known(r.Solve)
	if r.IsStep {
		l.Its = &r.Its
	}
	if share, ok := r.share(); ok {
		l.Share = &share
	}
	if r.Measured {
		l.Residual = finite(r.Residual)
	}
	return l
}

// share returns which part of the time the linear solver had.
func (r *Row) share() (float64, bool) {
	if r.Solve < 0 || r.NS <= 0 {
		return 0, false
	}
	return float64(r.Solve) / float64(r.NS), true
}

// rejected says why a step does not count.
func (r *Row) rejected() string {
	switch r.Rejected {
	case 1:
		return "truncation error"
	case 2:
		return "no convergence"
	}
	return ""
}

// finite returns a number that JSON has.
func finite(x float64) *float64 {
	if x-x != 0 {
		return nil
	}
	return &x
}
