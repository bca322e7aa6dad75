package runpage

import (
	"cmp"
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// Solutions are time steps and iterations, each in the order of their ends per track.
type solutions struct {
	steps      []row
	iterations []row
	left       int64 // time steps and iterations that are not in the page
	blocked    map[trace.Blocker]int64
	names      map[int64]string // of unknowns
}

// A row is a time step or an iteration.
type row struct {
	track, step, iteration, its, rejected int64
	start, ns                             int64
	log                                   float64 // log10 of the residual; NaN if it is unknown or 0
}

// solve lists the time steps and iterations of a trace. Relative gives the times of the
// page.
func solve(t *trace.Trace, relative func(int64) int64) solutions {
	s := solutions{blocked: map[trace.Blocker]int64{}, names: steps.Names(t)}
	steps.Each(t, func(r *steps.Row) bool {
		x := row{int64(r.Track), r.Step, r.Iteration, r.Its, int64(r.Rejected), relative(r.Start), min(r.NS, maxTime), math.NaN()}
		if r.Measured && r.Residual > 0 && !math.IsInf(r.Residual, 1) {
			x.log = math.Log10(r.Residual)
		}
		list := &s.iterations
		if r.IsStep {
			list = &s.steps
		} else if r.Blocked != trace.NotBlocked {
			s.blocked[r.Blocked]++
		}
		if len(*list) < maxRows {
			*list = append(*list, x)
		} else {
			s.left++
		}
		return true
	})
	return s
}

// A blocker is what kept iterations from being the last, and how many.
type blocker struct {
	Name  string
	Count int64
}

// Blockers returns what kept iterations from converging, the most frequent first.
func (d *Data) blockers() []blocker {
	var list []blocker
	for b, n := range d.steps.blocked {
		if name := steps.BlockedBy(b, d.steps.names); name != "" {
			list = append(list, blocker{name, n})
		}
	}
	slices.SortFunc(list, func(a, b blocker) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return list
}
