package series

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// place is a position; column first, so that sorting gives column order.
type place struct{ j, i int }

// obvious is a matrix as a map.
type obvious struct {
	rows, cols int
	at         map[place]complex128
	complex    bool
	noValues   bool
}

// matrix returns o in compressed columns.
func (o *obvious) matrix() *sparsity.Matrix {
	keys := o.keys()
	p := sparsity.NewPattern(o.rows, o.cols)
	m := &sparsity.Matrix{Pattern: p}
	if !o.noValues {
		m.Values = []float64{}
	}
	if o.complex {
		m.Imag = []float64{}
	}
	for _, k := range keys {
		p.ColPtr[k.j+1]++
		p.RowIdx = append(p.RowIdx, int32(k.i))
		if !o.noValues {
			m.Values = append(m.Values, real(o.at[k]))
		}
		if o.complex {
			m.Imag = append(m.Imag, imag(o.at[k]))
		}
	}
	for j := range o.cols {
		p.ColPtr[j+1] += p.ColPtr[j]
	}
	return m
}

// keys returns the positions of o in column order.
func (o *obvious) keys() []place {
	var keys []place
	for k := range o.at {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b place) int {
		if a.j != b.j {
			return a.j - b.j
		}
		return a.i - b.i
	})
	return keys
}

// values that a test matrix draws from: zeros of both signs, equal absolute
// values, and what is not finite.
var drawn = []float64{0, math.Copysign(0, -1), 1, 1, 1, -1, 2, 3, 0.5, 1e308, -1e308, math.Inf(1), math.NaN()}

// genSeries draws a series whose matrices resemble their predecessors.
func genSeries(t *rapid.T) []*obvious {
	rows, cols := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(0, 5).Draw(t, "cols")
	isComplex := rapid.Bool().Draw(t, "complex")
	number := func() complex128 {
		re := rapid.SampledFrom(drawn).Draw(t, "re")
		if !isComplex {
			return complex(re, 0)
		}
		return complex(re, rapid.SampledFrom(drawn).Draw(t, "im"))
	}
	var all []*obvious
	for k := range rapid.IntRange(0, 5).Draw(t, "files") {
		o := &obvious{rows: rows, cols: cols, at: map[place]complex128{}, complex: isComplex && rapid.IntRange(0, 3).Draw(t, "this one") > 0}
		if k > 0 {
			for _, p := range all[k-1].keys() {
				o.at[p] = all[k-1].at[p]
			}
		}
		for range rapid.IntRange(0, 6).Draw(t, "changes") {
			if rows == 0 || cols == 0 {
				break
			}
			p := place{rapid.IntRange(0, cols-1).Draw(t, "j"), rapid.IntRange(0, rows-1).Draw(t, "i")}
			if _, ok := o.at[p]; ok && rapid.IntRange(0, 2).Draw(t, "what") == 0 {
				delete(o.at, p)
			} else {
				o.at[p] = number()
			}
		}
		if !o.complex {
			for p, v := range o.at {
				o.at[p] = complex(real(v), 0)
			}
		}
		all = append(all, o)
	}
	return all
}

// inputs returns the matrices with names a, b, c, …
func inputs(all []*obvious) []Input {
	var in []Input
	for k, o := range all {
		in = append(in, Input{string(rune('a' + k)), o.matrix()})
	}
	return in
}

// withoutZeros returns o without its explicit zeros.
func (o *obvious) withoutZeros() *obvious {
	q := *o
	q.at = map[place]complex128{}
	for k, v := range o.at {
		if v != 0 {
			q.at[k] = v
		}
	}
	return &q
}

// mustMatch compares p with sets.
func mustMatch(t *rapid.T, all []*obvious, p *Pattern) {
	t.Helper()
	union, hits := map[place]bool{}, map[place]int{}
	for _, o := range all {
		for k := range o.at {
			union[k] = true
			hits[k]++
		}
	}
	common := 0
	for _, h := range hits {
		if h == len(all) {
			common++
		}
	}
	if len(all) > 0 && (*p.UnionNNZ != len(union) || *p.CommonNNZ != common) {
		t.Fatalf("want union %d, common %d, got %d, %d", len(union), common, *p.UnionNNZ, *p.CommonNNZ)
	}
	if len(p.Steps) != max(0, len(all)-1) {
		t.Fatalf("want %d steps, got %d", len(all)-1, len(p.Steps))
	}
	fixed := true
	for k := 1; k < len(all); k++ {
		added, removed := 0, 0
		var differ []place
		for x := range union {
			_, before := all[k-1].at[x]
			_, after := all[k].at[x]
			switch {
			case !before && after:
				added++
			case before && !after:
				removed++
			default:
				continue
			}
			differ = append(differ, x)
		}
		if s := p.Steps[k-1]; *s.Added != added || *s.Removed != removed || s.From != k-1 || s.To != k || s.ShapeChanged {
			t.Fatalf("step to %d: want +%d -%d, got %+v", k, added, removed, s)
		}
		if len(differ) == 0 || !fixed {
			continue
		}
		fixed = false
		least := slices.MinFunc(differ, func(a, b place) int { return (a.j-b.j)*1000 + a.i - b.i })
		f := p.First
		_, later := all[k].at[least]
		present, absent := string(rune('a'+k-1)), string(rune('a'+k))
		if later {
			present, absent = absent, present
		}
		if f == nil || f.Kind != KindEntry || f.From != k-1 || f.To != k || f.Row != least.i || f.Col != least.j ||
			f.PresentIn != present || f.AbsentIn != absent {
			t.Fatalf("want first difference (%d,%d) in %s at step to %d, got %+v", least.i, least.j, present, k, f)
		}
	}
	switch {
	case len(all) < 2 && p.Fixed != nil:
		t.Fatal("fewer than two files, but fixed is not null")
	case len(all) >= 2 && *p.Fixed != fixed:
		t.Fatalf("want fixed %v", fixed)
	case fixed && p.First != nil:
		t.Fatal("fixed, but with a difference")
	}
}

// slowValues computes Values entry by entry from its definition.
func slowValues(all []*obvious) *Values {
	union := map[place]bool{}
	for _, o := range all {
		for k := range o.at {
			union[k] = true
		}
	}
	v := &Values{Entries: len(union)}
	var x []float64
	for k := range union {
		same, finite := true, true
		var re, im, abs []float64
		for _, o := range all {
			z, ok := o.at[k]
			first := all[0].at[k]
			same = same && ok && math.Float64bits(real(z)) == math.Float64bits(real(first)) &&
				math.Float64bits(imag(z)) == math.Float64bits(imag(first))
			finite = finite && real(z)-real(z) == 0 && imag(z)-imag(z) == 0
			re, im, abs = append(re, real(z)/4), append(im, imag(z)/4), append(abs, math.Hypot(real(z)/4, imag(z)/4))
		}
		if same {
			v.Unchanged++
		}
		if !finite {
			v.NonFinite++
			continue
		}
		if s := slices.Max(abs); s == 0 {
			x = append(x, 0)
		} else {
			x = append(x, min(2, math.Hypot((slices.Max(re)-slices.Min(re))/s, (slices.Max(im)-slices.Min(im))/s)))
		}
	}
	if v.Entries > 0 {
		v.UnchangedShare = float64(v.Unchanged) / float64(v.Entries)
	}
	if n := len(x); n > 0 {
		slices.Sort(x)
		sum := 0.0
		for _, y := range x {
			sum += y
		}
		v.Variation = &Distribution{x[0], (x[(n-1)/2] + x[n/2]) / 2, sum / float64(n), x[int(math.Ceil(0.9*float64(n)))-1], x[n-1]}
	}
	return v
}

// TestCompare compares random series with sets and definitions.
func TestCompare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := genSeries(t)
		r := Compare(inputs(all))
		mustMatch(t, all, &r.Pattern)
		var bare []*obvious
		zeros := 0
		for k, o := range all {
			bare = append(bare, o.withoutZeros())
			z := len(o.at) - len(bare[k].at)
			zeros += z
			want := File{string(rune('a' + k)), o.rows, o.cols, len(o.at), z, true, o.complex}
			if r.Files[k] != want {
				t.Fatalf("want %+v, got %+v", want, r.Files[k])
			}
		}
		if (r.Nonzero != nil) != (zeros > 0) {
			t.Fatalf("%d explicit zeros, second view %v", zeros, r.Nonzero)
		}
		if r.Nonzero != nil {
			mustMatch(t, bare, r.Nonzero)
		}
		if len(all) < 2 {
			if r.Values != nil || r.Reuse != ReuseUnverified {
				t.Fatal("a single file is compared with something")
			}
			return
		}
		mustBeClose(t, slowValues(all), r.Values)
	})
}

// mustBeClose compares values up to rounding of the variation.
func mustBeClose(t *rapid.T, want, got *Values) {
	t.Helper()
	w, g := *want, *got
	w.Variation, g.Variation = nil, nil
	if w != g || (want.Variation == nil) != (got.Variation == nil) {
		t.Fatalf("want %+v, got %+v", want, got)
	}
	if want.Variation == nil {
		return
	}
	x, y := *want.Variation, *got.Variation
	for _, d := range []float64{x.Min - y.Min, x.Median - y.Median, x.Mean - y.Mean, x.P90 - y.P90, x.Max - y.Max} {
		if !(math.Abs(d) < 1e-12) {
			t.Fatalf("want %+v, got %+v", x, y)
		}
	}
}

// TestUntouched checks that patterns given to an accumulator stay as they are,
// and that Result can be asked for between additions.
func TestUntouched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := genSeries(t)
		var a Accumulator
		in, copies := inputs(all), inputs(all)
		for k, x := range in {
			a.Add(x.Name, x.Matrix)
			got, _ := json.Marshal(a.Result())
			want, _ := json.Marshal(Compare(copies[:k+1]))
			if string(got) != string(want) {
				t.Fatalf("want %s, got %s", want, got)
			}
		}
		for k, x := range in {
			if !x.Matrix.Pattern.Equal(copies[k].Matrix.Pattern) {
				t.Fatal("an input pattern was modified")
			}
		}
		if a.Union() != nil {
			if err := a.Union().Check(); err != nil || !a.Union().Canonical() {
				t.Fatalf("union is not canonical: %v", err)
			}
		}
	})
}

// TestVariationScale is the counterexample to a scale of mean values: ±x has a
// mean of zero, and a variation of 2.
func TestVariationScale(t *testing.T) {
	r := Compare([]Input{{"a", diag(3)}, {"b", diag(-3)}, {"c", diag(3)}, {"d", diag(-3)}})
	if v := r.Values.Variation; v.Min != 2 || v.Max != 2 {
		t.Errorf("got %+v", v)
	}
}

// TestComplexVariation: the rectangle around 1, i, -1, -i has a diagonal of
// 2√2, but no two values are farther apart than 2.
func TestComplexVariation(t *testing.T) {
	var in []Input
	for _, z := range []complex128{1, 1i, -1, -1i} {
		m := diag(real(z))
		m.Imag = []float64{imag(z)}
		in = append(in, Input{"x", m})
	}
	if v := Compare(in).Values.Variation; v.Max != 2 {
		t.Errorf("want 2, got %v", v.Max)
	}
}
