package series

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// ranges is how far each entry of the union has moved. Its slices are as long
// as the union.
//
// As long as changed[k] is false, lo[k] and hi[k] have the very bits of the
// value in every file. A value that is NaN or infinite stays visible in them,
// since min and max keep NaN.
type ranges struct {
	changed []bool
	re      bounds

	// For a series with a complex matrix: the bounds of the imaginary part and
	// the largest absolute value. Nil as long as all are real.
	im  bounds
	abs []float64
}

// bounds is a smallest and a largest value for each entry.
type bounds struct{ lo, hi []float64 }

// start sets both bounds of each entry to x.
func (b *bounds) start(x []float64) {
	b.lo = append(make([]float64, 0, len(x)), x...)
	b.hi = append(make([]float64, 0, len(x)), x...)
}

// widen makes room for v in the bounds of entry k.
func (b *bounds) widen(k int64, v float64) {
	b.lo[k], b.hi[k] = min(b.lo[k], v), max(b.hi[k], v)
}

// add takes in the values of m. The union contains the pattern of m; grown is
// what tracker.add returned with it.
func (r *ranges) add(union *sparsity.Pattern, grown []int64, m *sparsity.Matrix, first bool) {
	if m.Complex() && r.abs == nil {
		r.becomeComplex()
	}
	if first {
		r.changed = make([]bool, len(m.Values))
		r.re.start(m.Values)
		if m.Complex() {
			r.im.start(m.Imag)
			r.abs = make([]float64, len(m.Values))
			for k := range r.abs {
				r.abs[k] = math.Hypot(m.Values[k], m.Imag[k])
			}
		}
		return
	}
	if grown != nil {
		r.spread(grown)
	}
	switch {
	case m.Pattern.NNZ() < union.NNZ():
		r.addPart(union, m)
	case r.abs == nil:
		for k, v := range m.Values {
			r.take(int64(k), v)
		}
	default:
		for k, v := range m.Values {
			r.takeComplex(int64(k), v, imagAt(m, int64(k)))
		}
	}
}

// imagAt returns the imaginary part of entry k of m.
func imagAt(m *sparsity.Matrix, k int64) float64 {
	if m.Imag == nil {
		return 0
	}
	return m.Imag[k]
}

// addPart takes in a matrix that lacks entries of the union, which are zero.
func (r *ranges) addPart(union *sparsity.Pattern, m *sparsity.Matrix) {
	p := m.Pattern
	for j := 0; j < p.Cols; j++ {
		k, end := p.ColPtr[j], p.ColPtr[j+1]
		for u := union.ColPtr[j]; u < union.ColPtr[j+1]; u++ {
			v, w := 0.0, 0.0
			if k < end && p.RowIdx[k] == union.RowIdx[u] {
				v, w = m.Values[k], imagAt(m, k)
				k++
			} else {
				r.changed[u] = true
			}
			if r.abs == nil {
				r.take(u, v)
			} else {
				r.takeComplex(u, v, w)
			}
		}
	}
}

// take takes in v as the value of entry u of the union, in a real series.
func (r *ranges) take(u int64, v float64) {
	if !r.changed[u] {
		if math.Float64bits(v) == math.Float64bits(r.re.lo[u]) {
			return
		}
		r.changed[u] = true
	}
	r.re.widen(u, v)
}

// takeComplex takes in v+wi as the value of entry u of the union.
func (r *ranges) takeComplex(u int64, v, w float64) {
	if !r.changed[u] {
		if math.Float64bits(v) == math.Float64bits(r.re.lo[u]) && math.Float64bits(w) == math.Float64bits(r.im.lo[u]) {
			return
		}
		r.changed[u] = true
	}
	r.re.widen(u, v)
	r.im.widen(u, w)
	r.abs[u] = max(r.abs[u], math.Hypot(v, w))
}

// becomeComplex gives the real values seen so far imaginary parts of zero.
func (r *ranges) becomeComplex() {
	n := len(r.re.lo)
	r.im = bounds{make([]float64, n), make([]float64, n)}
	r.abs = make([]float64, n)
	for k := range r.abs {
		r.abs[k] = max(math.Abs(r.re.lo[k]), math.Abs(r.re.hi[k]))
	}
}

// spread moves what is known to the places of the grown union. The new entries
// were zero until now, and have changed.
func (r *ranges) spread(grown []int64) {
	changed := make([]bool, len(grown))
	for k, old := range grown {
		changed[k] = old < 0 || r.changed[old]
	}
	r.changed = changed
	for _, x := range []*[]float64{&r.re.lo, &r.re.hi, &r.im.lo, &r.im.hi, &r.abs} {
		if *x == nil {
			continue
		}
		y := make([]float64, len(grown))
		for k, old := range grown {
			if old >= 0 {
				y[k] = (*x)[old]
			}
		}
		*x = y
	}
}

// result summarizes.
func (r *ranges) result() *Values {
	v := &Values{Entries: len(r.changed)}
	variation := make([]float64, 0, v.Entries)
	for k, changed := range r.changed {
		if !changed {
			v.Unchanged++
		}
		if x, ok := r.variation(k); ok {
			variation = append(variation, x)
		} else {
			v.NonFinite++
		}
	}
	if v.Entries > 0 {
		v.UnchangedShare = float64(v.Unchanged) / float64(v.Entries)
	}
	v.Variation = distribution(variation)
	return v
}

// variation returns the relative range of entry k; ok is false where it is not
// finite. Each bound is divided before the subtraction, which then cannot
// overflow.
func (r *ranges) variation(k int) (x float64, ok bool) {
	lo, hi := r.re.lo[k], r.re.hi[k]
	scale := max(math.Abs(lo), math.Abs(hi))
	if r.abs == nil {
		return relative(lo, hi, scale)
	}
	scale = max(scale, math.Abs(r.im.lo[k]), math.Abs(r.im.hi[k])) // keeps NaN, which abs may have lost
	if math.IsNaN(scale) || math.IsInf(scale, 0) {
		return 0, false
	}
	// The absolute value of a large finite number may overflow; the larger of
	// its parts stands in.
	if !math.IsInf(r.abs[k], 0) {
		scale = r.abs[k]
	}
	a, _ := relative(lo, hi, scale)
	b, _ := relative(r.im.lo[k], r.im.hi[k], scale)
	return min(math.Hypot(a, b), 2), true
}

// relative returns (hi-lo)/scale, 0 when the scale is 0; ok is false when the
// scale is not finite.
func relative(lo, hi, scale float64) (x float64, ok bool) {
	switch {
	case math.IsNaN(scale) || math.IsInf(scale, 0):
		return 0, false
	case scale == 0:
		return 0, true
	}
	return hi/scale - lo/scale, true
}
