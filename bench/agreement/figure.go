//go:build linux

package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
	"github.com/nrkit/nrkit/newton/netlist"
)

const (
	most       = 0.99 // of the time, or of the points
	bound      = 0.01 // of the swing
	leastVolts = 1e-3
	leastAmps  = 1e-9
)

// A figure is how far two runs are apart: of the swing of the worst quantity.
type figure struct {
	time     float64 // not exceeded in 99 % of the time
	points   float64 // not exceeded at 99 % of nrkit's time points
	quantity string  // that time is from; "" if both have none in common
}

// A tolerance is what SPICE promises: of an operating point, at most, and of each step of a transient.
type tolerance struct{ relative, volts, amps float64 }

// tolerances returns the tolerances of a netlist.
func tolerances(o *netlist.Options) tolerance {
	t := tolerance{1e-3, 1e-6, 1e-12}
	for _, q := range []struct {
		at    *float64
		given float64
	}{{&t.relative, o.RelTol}, {&t.volts, o.VNTol}, {&t.amps, o.AbsTol}} {
		if q.given != 0 {
			*q.at = q.given
		}
	}
	return t
}

// least returns the least swing that a quantity counts with.
func (t tolerance) least(name string, y []float64) float64 {
	absolute, least := t.volts, leastVolts
	if strings.HasPrefix(name, "i(") {
		absolute, least = t.amps, leastAmps
	}
	size := max(math.Abs(slices.Max(y)), math.Abs(slices.Min(y)))
	return max(least, (t.relative*size+absolute)/bound)
}

// worst returns the figure of two runs.
func worst(ours, theirs *peer.Waves, t tolerance) figure {
	var f figure
	for k, name := range ours.Names {
		y := theirs.Column(name)
		if y == nil {
			continue
		}
		d := differences(ours, theirs, ours.Values[k], y)
		if len(d) == 0 {
			continue
		}
		swing := max(spread(theirs, y), t.least(name, y))
		if q := quantile(d) / swing; f.quantity == "" || q > f.time {
			f.time, f.quantity = q, name
		}
		f.points = math.Max(f.points, quantile(atPoints(d))/swing)
	}
	return f
}

// A difference is how far two runs are apart, and how much that counts.
type difference struct {
	size, weight float64
	own          bool // nrkit has a point there
}

// differences returns how far x is from y. The time points of both runs divide a transient:
// both are straight lines between them, so the difference in an interval is the larger one of its ends at most.
// It counts as long as the interval is.
func differences(ours, theirs *peer.Waves, x, y []float64) []difference {
	var d []difference
	if ours.Time == nil {
		for k := range min(len(x), len(y)) {
			d = append(d, difference{math.Abs(x[k] - y[k]), 1, true})
		}
		return d
	}
	first := math.Max(ours.Time[0], theirs.Time[0])
	last := math.Min(ours.Time[len(ours.Time)-1], theirs.Time[len(theirs.Time)-1])
	before, size := first, 0.0
	for a, b := 0, 0; a < len(ours.Time) || b < len(theirs.Time); {
		var t float64
		var own bool
		if b == len(theirs.Time) || a < len(ours.Time) && ours.Time[a] <= theirs.Time[b] {
			t, own, a = ours.Time[a], true, a+1
		} else {
			t, b = theirs.Time[b], b+1
		}
		if t < first || t > last {
			continue
		}
		now := math.Abs(ours.At(x, t) - theirs.At(y, t))
		if math.IsNaN(now) {
			now = math.Inf(1)
		}
		d = append(d, difference{math.Max(size, now), t - before, false}, difference{now, 0, own})
		before, size = t, now
	}
	return d
}

// atPoints returns the differences at nrkit's points, each of which counts the same.
func atPoints(d []difference) []difference {
	var points []difference
	for _, q := range d {
		if q.own {
			points = append(points, difference{q.size, 1, true})
		}
	}
	return points
}

// spread returns the swing of a quantity.
func spread(w *peer.Waves, y []float64) float64 {
	if len(y) == 1 && w.Time == nil {
		return math.Abs(y[0])
	}
	return slices.Max(y) - slices.Min(y)
}

// quantile returns the least size that differences with 99 % of the weight do not exceed.
func quantile(d []difference) float64 {
	d = slices.Clone(d)
	slices.SortFunc(d, func(a, b difference) int { return cmp.Compare(b.size, a.size) })
	sum := 0.0
	for _, q := range d {
		sum += q.weight
	}
	above := 0.0
	for _, q := range d {
		if above += q.weight; above > (1-most)*sum*(1+1e-12) {
			return q.size
		}
	}
	return 0
}

// comparable says why two runs cannot be compared, "" if they can.
func comparable(ours, theirs *peer.Waves) string {
	switch {
	case ours == nil || theirs == nil:
		return "no values"
	case ours.Time == nil && len(ours.Values) > 0 && len(theirs.Values) > 0 && len(ours.Values[0]) != len(theirs.Values[0]):
		return fmt.Sprintf("nrkit has %d points, ngspice %d", len(ours.Values[0]), len(theirs.Values[0]))
	}
	return ""
}
