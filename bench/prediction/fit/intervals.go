package main

import (
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/prediction"
)

// A weighted value counts as much as its weight says.
type weighted struct{ value, weight float64 }

// ends are the quantiles 0.1 and 0.9 of measured over predicted time.
type ends struct{ low, high float64 }

// spread returns the ends of the points of a computer that were fitted, except the points
// of a family; of all computers if on is nil. Families count alike, and so do the
// matrices of a family.
func (r *result) spread(without string, on *computer) ends {
	matrices := map[string]map[string]float64{} // rows by family and matrix
	counts := func(p *point) bool {
		return p.row.Family != without && p.on.name != r.without && !p.heldOut && (on == nil || p.on == on)
	}
	for k := range r.points {
		if p := &r.points[k]; counts(p) {
			if matrices[p.row.Family] == nil {
				matrices[p.row.Family] = map[string]float64{}
			}
			matrices[p.row.Family][p.row.Matrix]++
		}
	}
	var all []weighted
	for k := range r.points {
		if p := &r.points[k]; counts(p) {
			family := matrices[p.row.Family]
			all = append(all, weighted{p.ratio(), 1 / family[p.row.Matrix] / float64(len(family))})
		}
	}
	return ends{share(all, 0.1), share(all, 0.9)}
}

// unknown returns the ends that a computer outside of the fit has: the least and the
// greatest of all computers.
func (r *result) unknown(without string, computers []*computer) ends {
	all := ends{1, 1}
	for _, on := range computers {
		e := r.spread(without, on)
		all.low, all.high = math.Min(all.low, e.low), math.Max(all.high, e.high)
	}
	return all
}

// share returns the least value below which a share q of the weights lies; 1 without
// values.
func share(all []weighted, q float64) float64 {
	if len(all) == 0 {
		return 1
	}
	slices.SortFunc(all, func(a, b weighted) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	total, sum := 0.0, 0.0
	for _, x := range all {
		total += x.weight
	}
	for _, x := range all {
		if sum += x.weight; sum >= q*total {
			return x.value
		}
	}
	return all[len(all)-1].value
}

// widthOf returns the least factor, at least 1, by which the intervals of some points
// have to be wider at both ends to hold 80 % of the times. Matrices count alike. Points
// are of all phases of solvers but the analysis.
func widthOf(results []*result, which func(*point) bool) float64 {
	rows := map[string]float64{}
	each := func(do func(*point)) {
		for _, r := range results {
			if !numeric(r.name) {
				continue
			}
			for k := range r.points {
				if p := &r.points[k]; which(p) && p.on.name != r.without && !p.heldOut {
					do(p)
				}
			}
		}
	}
	each(func(p *point) { rows[p.row.Matrix]++ })
	var all []weighted
	each(func(p *point) {
		all = append(all, weighted{math.Max(1, math.Max(p.low/p.measured, p.measured/p.high)), 1 / rows[p.row.Matrix]})
	})
	return round(share(all, 0.8))
}

// widen makes the interval as wide as the model does: by a factor at both ends if the
// factors spill.
func (p *point) widen(by float64) {
	if spilled(p) {
		p.low, p.high = p.low/by, p.high*by
	}
}

// numeric reports whether a phase is a factorization, a refactorization or a solve.
func numeric(name string) bool {
	_, phase, _ := strings.Cut(name, "/")
	return phase == "factor" || phase == "refactor" || phase == "solve"
}

func tiny(p *point) bool { return p.features.Rows < 100 }

func spilled(p *point) bool { return p.on.machine.Spills(p.features) }

// limits returns the largest figures of the matrices that were fitted.
func limits(results []*result) (l prediction.Limits) {
	for _, r := range results {
		for _, p := range r.points {
			if f := &p.row.Features; !p.heldOut && numeric(r.name) {
				stored := f.L + f.U - f.Rows + f.OffBlock
				l.Rows, l.Entries = max(l.Rows, f.Rows), max(l.Entries, stored)
				l.FlopsPerEntry = math.Max(l.FlopsPerEntry, round(1.001*f.Flops/float64(stored)))
			}
		}
	}
	return l
}

// quantile returns a quantile, between two values in proportion; 1 without values.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 1
	}
	v := slices.Sorted(slices.Values(values))
	at := q * float64(len(v)-1)
	k := min(int(at), max(0, len(v)-2))
	if len(v) == 1 {
		return v[0]
	}
	return v[k] + (at-float64(k))*(v[k+1]-v[k])
}
