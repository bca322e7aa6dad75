package compare

import (
	"math"
	"slices"
)

// stepsShare is the part of alpha at which changes in a range of time steps are tested.
// It is small, so that this test hardly adds to the false calls of the rows.
const stepsShare = 1.0 / 50

// stepChanges returns the phases that changed in a range of time steps alone.
func (c *comparison) stepChanges() (list []Change) {
	if !slices.Contains(c.opt.Kinds, Phase) {
		return nil
	}
	return rangeChanges(panels(slices.Concat(c.old, c.new), c.opt.MinShare), len(c.old), c.opt.Alpha*stepsShare)
}

// rangeChanges returns the panels in which the sides differ in a range of columns. A panel
// that is found is no part of the speed of the machine for itself and for the others: it
// would make them differ, too.
func rangeChanges(rest []panel, n int, alpha float64) (list []Change) {
	for {
		level(rest)
		found, q := differing(rest, n, alpha)
		if found == nil {
			return list
		}
		p := *found
		rest = slices.DeleteFunc(rest, func(x panel) bool { return x.phase == p.phase })
		p.relate(speeds(rest))
		list = append(list, p.change(n, q))
	}
}

// change returns the change of a panel, of which the first n runs are the old side.
//
// The range is the one that explains most of the squares of the differences between the
// sides. If it touches the begin or the end of the runs, the rest is a range, too: the
// change is where the sides differ more.
func (p *panel) change(n int, q float64) Change {
	columns := len(p.steps)
	diff := make([]float64, columns)
	for k := range diff {
		diff[k] = middle(p.x, k, n, len(p.x)) - middle(p.x, k, 0, n)
	}
	from, to := split(diff)
	in := median(slices.Clone(diff[from:to]))
	out := median(slices.Concat(diff[:from], diff[to:]))
	if (from == 0 || to == columns) && math.Abs(out) > math.Abs(in) {
		in, out = out, in
		if from == 0 {
			from, to = to, columns
		} else {
			from, to = 0, from
		}
	}
	times, totals := make([]float64, n), make([]float64, n)
	for r := range n {
		for k := from; k < to; k++ {
			times[r] += p.log[r][k] / float64(to-from)
			totals[r] += p.self[r][k]
		}
	}
	x := Change{Sort: ChangeTime, Name: p.phase, Regime: Whole, Old: math.Exp(median(times)), Q: &q,
		First: &p.steps[from][0], Last: &p.steps[to-1][1]}
	x.New = x.Old * math.Exp(in-out)
	x.Effect = median(totals) * math.Expm1(in-out)
	return x
}

// middle returns the median of a column in the runs [from, to).
func middle(x [][]float64, column, from, to int) float64 {
	var v []float64
	for r := from; r < to; r++ {
		v = append(v, x[r][column])
	}
	return median(v)
}

// split returns the range [from, to) with the largest sum of squares between it and the
// rest, by least squares.
func split(x []float64) (from, to int) {
	n := len(x)
	sum := make([]float64, n+1)
	for k, v := range x {
		sum[k+1] = sum[k] + v
	}
	most := -1.0
	for a := range n {
		for b := a + 1; b <= n; b++ {
			if b-a == n {
				continue
			}
			d := contrast(sum, a, b)
			if between := d * d * float64(b-a) * float64(n-b+a); between > most {
				most, from, to = between, a, b
			}
		}
	}
	return from, to
}
