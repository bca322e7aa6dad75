package analysis

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/sparsity"
)

// orderingClaims names the test of each claim of verdict_ordering.go.
var orderingClaims = map[string]string{
	"ordering.empty":          "TestClaimsNothing",
	"ordering.rectangular":    "TestClaimsRectangular",
	"ordering.fewest-of-r":    "TestClaimsRectangular",
	"ordering.deficient":      "TestClaimsRectangular",
	"ordering.wide":           "TestClaimsRectangular",
	"ordering.file":           "TestClaimsMatched",
	"ordering.searched":       "TestClaimsSearched",
	"ordering.diagonal":       "TestClaimsNothing",
	"ordering.triangle":       "TestClaimsNothing",
	"ordering.use":            "TestClaimsUse",
	"ordering.use-if-full":    "TestClaimsUse",
	"ordering.by-entries":     "TestClaimsUse",
	"ordering.use-if-regular": "TestClaimsUse",
	"ordering.matched":        "TestClaimsMatched",
	"ordering.unmatched":      "TestClaimsMatched",
	"ordering.verified":       "TestClaimsVerified",
	"ordering.predicted":      "TestClaimsVerified",
	"ordering.unverified":     "TestClaimsVerified",
	"ordering.natural":        "TestClaimsNatural",
	"ordering.fewer-flops":    "TestClaimsFlops",
	"ordering.fewest-flops":   "TestClaimsFlops",
	"ordering.parallel":       "TestClaimsParallel",
}

// again makes the verdict of a document that was changed.
func again(d *Document) *Document {
	d.Verdict, d.claims = nil, nil
	d.conclude()
	return d
}

// expect checks which of the claims the verdict of d makes.
func expect(t *testing.T, name string, d *Document, want map[string]bool) {
	t.Helper()
	for key, made := range want {
		if claims(d, key) != made {
			t.Errorf("%s: want the claim %q made %v: %q", name, key, made, d.Verdict)
		}
	}
}

// Where there is nothing to factorize, the verdict says why, and recommends nothing.
func TestClaimsNothing(t *testing.T) {
	lower := &sparsity.Triplets{Rows: 3, Cols: 3, Row: []int32{0, 1, 2, 2}, Col: []int32{0, 1, 2, 0}, Values: []float64{1, 1, 1, 1}}
	triangle, _ := lower.Compress()
	lower.Values = []float64{1, 0, 1, 1}
	broken, _ := lower.Compress()
	keys := []string{"ordering.empty", "ordering.rectangular", "ordering.diagonal", "ordering.triangle"}
	for name, c := range map[string]struct {
		m    *sparsity.Matrix
		made string
	}{
		"0x0":      {zoo()["0x0"], "ordering.empty"},
		"tall":     {zoo()["tall"], "ordering.rectangular"},
		"diagonal": {zoo()["diagonal"], "ordering.diagonal"},
		"triangle": {triangle, "ordering.triangle"},
		"grid":     {zoo()["grid"], ""},
		"broken":   {broken, ""}, // a triangle with zero on its diagonal
		"singular": {zoo()["empty square"], ""},
	} {
		d := analyzed(t, c.m, Options{})
		want := map[string]bool{"ordering.use": name == "grid"}
		for _, key := range keys {
			want[key] = key == c.made
		}
		expect(t, name, d, want)
	}
}

// Of a rectangular matrix the verdict bounds R, and says where the rank is deficient.
func TestClaimsRectangular(t *testing.T) {
	deficient := &sparsity.Triplets{Rows: 4, Cols: 3, Row: []int32{0, 1, 2, 3, 0}, Col: []int32{0, 0, 0, 0, 1}, Values: []float64{1, 1, 1, 1, 1}}
	empty, _ := deficient.Compress()
	keys := map[string]bool{"ordering.rectangular": true, "ordering.deficient": false, "ordering.fewest-of-r": true}
	d := analyzed(t, zoo()["tall"], Options{})
	expect(t, "tall", d, keys)
	best, other := d.Ordering(d.Winners.Fill), d.Orderings[0]
	if other == best {
		other = d.Orderings[1]
	}
	if want := "R has at most " + units.Plural(best.NNZU, "entry"); !strings.Contains(d.Verdict[0], want) {
		t.Errorf("want %q, got %q", want, d.Verdict)
	}
	other.NNZU = best.NNZU - 1
	keys["ordering.fewest-of-r"] = false
	expect(t, "another has less", again(d), keys)
	expect(t, "one ordering", analyzed(t, zoo()["tall"], Options{Orderings: []string{"colamd"}}), keys)
	keys["ordering.deficient"] = true
	wide := map[string]bool{"ordering.wide": true, "ordering.rectangular": false, "ordering.deficient": false, "ordering.fewest-of-r": false}
	expect(t, "wide", analyzed(t, zoo()["wide"], Options{}), wide)
	keys["ordering.wide"] = false
	expect(t, "an empty column", analyzed(t, empty, Options{Orderings: []string{"colamd"}}), keys)
}

// What it costs to order is said of search alone, inside blocks or not.
func TestClaimsSearched(t *testing.T) {
	for method, made := range map[string]bool{"search": true, "btf+search": true, "search+lower": true, "amd": false, "btf+ammf": false, "btf+ammf+shorter": false} {
		var p paragraph
		saySearched(&p, method)
		if got := len(p) == 1 && p[0].key == "ordering.searched"; got != made {
			t.Errorf("%s: want %v, got %q", method, made, p.String())
		}
	}
}

// An ordering is recommended without a condition where the structure allows an LU.
func TestClaimsUse(t *testing.T) {
	expect(t, "grid", analyzed(t, zoo()["grid"], Options{}), map[string]bool{"ordering.use": true, "ordering.use-if-full": false, "ordering.use-if-regular": false})
	d := predicted(t, zoo()["grid"], Options{})
	d.Prediction.Choice.Method = d.Winners.Recommended
	expect(t, "cheapest and fewest entries", again(d), map[string]bool{"ordering.use": true, "ordering.by-entries": false})
	d.Prediction.Choice.Method = "another"
	expect(t, "another ordering is cheapest", again(d), map[string]bool{"ordering.use": false, "ordering.by-entries": true})
	expect(t, "singular values", analyzed(t, zoo()["ones"], Options{}), map[string]bool{"ordering.use": false, "ordering.use-if-full": false, "ordering.use-if-regular": true})
	expect(t, "not tried", analyzed(t, zoo()["ones"], Options{Exact: []string{"none"}}), map[string]bool{"ordering.use": true, "ordering.use-if-regular": false})
	a := sparsity.NewPattern(80, 80) // the columns of one row, and others
	random := matgen.RandomSquare(80, 3, 1)
	for j := range a.Cols {
		rows := random.Col(j)
		if j < 20 {
			rows = []int32{0}
		}
		a.RowIdx = append(a.RowIdx, rows...)
		a.ColPtr[j+1] = int64(len(a.RowIdx))
	}
	expect(t, "singular", analyzed(t, &sparsity.Matrix{Pattern: a}, Options{}), map[string]bool{"ordering.use": false, "ordering.use-if-full": true})
}

// The recommendation names the matching that it has.
func TestClaimsMatched(t *testing.T) {
	m := weak(matgen.Grid2D(20, 20), 1)
	for name, c := range map[string]struct {
		matching string
		made     bool
	}{"product wins": {MatchingAuto, true}, "asked for": {MatchingStructural, true}, "none": {MatchingNone, false}} {
		d := analyzed(t, m, Options{Matching: c.matching})
		expect(t, name, d, map[string]bool{"ordering.matched": c.made, "ordering.unmatched": !c.made, "ordering.file": false})
		if strings.Contains(d.Verdict[0], "--matching") != c.made {
			t.Errorf("%s: got %q", name, d.Verdict[0])
		}
	}
	expect(t, "the order of the file", analyzed(t, m, Options{Matching: MatchingNone, Orderings: []string{"natural"}}),
		map[string]bool{"ordering.matched": false, "ordering.unmatched": false, "ordering.file": true})
}

// Figures are said to be found by a numeric LU where one decided, and otherwise to be
// predicted, with the reason.
func TestClaimsVerified(t *testing.T) {
	for name, c := range map[string]struct {
		m        *sparsity.Matrix
		opt      Options
		verified bool
		why      string
	}{
		"grid":       {zoo()["grid"], Options{}, true, ""},
		"threshold":  {zoo()["grid"], Options{PivotThreshold: 0.5}, true, "pivot threshold 0.5"},
		"no values":  {zoo()["pattern"], Options{}, false, "the file has no values"},
		"turned off": {zoo()["grid"], Options{Exact: []string{"none"}}, false, "turned off"},
		"budget":     {zoo()["grid"], Options{Budget: Budget{Flops: 10}}, false, "above the budget of 10 flop"},
		"singular":   {zoo()["ones"], Options{}, false, "numerically singular"},
	} {
		d := analyzed(t, c.m, c.opt)
		expect(t, name, d, map[string]bool{"ordering.verified": c.verified, "ordering.predicted": !c.verified,
			"ordering.unverified": !c.verified && name != "singular"}) // which a sentence of its own says
		if !strings.Contains(strings.Join(d.Verdict, " "), c.why) {
			t.Errorf("%s: want %q in %q", name, c.why, d.Verdict)
		}
	}
	d := analyzed(t, zoo()["grid"], Options{Exact: []string{"none"}})
	d.Winners.Unverified = ""
	expect(t, "no reason", again(d), map[string]bool{"ordering.predicted": true, "ordering.unverified": false})
}

// The order of the file is compared where it costs more, and is that of the file.
func TestClaimsNatural(t *testing.T) {
	expect(t, "grid", analyzed(t, zoo()["grid"], Options{}), map[string]bool{"ordering.natural": true})
	expect(t, "recommended", analyzed(t, zoo()["dense"], Options{}), map[string]bool{"ordering.natural": false})
	expect(t, "as good", analyzed(t, matgen.Dominant(matgen.Tridiagonal(50), 1), Options{}), map[string]bool{"ordering.natural": false})
	expect(t, "left out", analyzed(t, zoo()["grid"], Options{Orderings: []string{"amd"}}), map[string]bool{"ordering.natural": false})
	d := analyzed(t, zoo()["grid"], Options{})
	d.Matching = &Matching{Kind: MatchingProduct, MovedRows: 1}
	expect(t, "rows moved", again(d), map[string]bool{"ordering.natural": false})
}

// Fewer flops are said where a candidate that was factored needs them, and without
// a numeric LU where an ordering is predicted to need them.
func TestClaimsFlops(t *testing.T) {
	d := analyzed(t, zoo()["grid"], Options{})
	expect(t, "least of all", d, map[string]bool{"ordering.fewer-flops": false, "ordering.fewest-flops": false})
	e := d.decided()
	other := &Candidate{Method: "nd", Matching: MatchingNone, State: Factored, NNZ: e.entries() + 9, Flops: e.Flops / 2}
	d.Candidates = append(d.Candidates, other)
	expect(t, "a candidate with less", again(d), map[string]bool{"ordering.fewer-flops": true, "ordering.fewest-flops": false})
	other.Flops = e.Flops * 0.999
	expect(t, "the same", again(d), map[string]bool{"ordering.fewer-flops": false})
	other.Flops, other.State = 1, Beaten
	expect(t, "not factored", again(d), map[string]bool{"ordering.fewer-flops": false})

	d = analyzed(t, zoo()["grid"], Options{Exact: []string{"none"}})
	expect(t, "predicted", d, map[string]bool{"ordering.fewest-flops": CostOf(d.Ordering(d.Winners.Flops)).Flops < 0.99*CostOf(d.Ordering(d.Winners.Recommended)).Flops})
	d.Winners.Flops, d.Winners.Recommended = d.Winners.Recommended, "natural"
	expect(t, "predicted, of another", again(d), map[string]bool{"ordering.fewest-flops": true})
	d.Winners.Flops = "natural"
	expect(t, "predicted, of itself", again(d), map[string]bool{"ordering.fewest-flops": false})
}

// Another ordering is named as the fastest where it is ahead on many workers.
func TestClaimsParallel(t *testing.T) {
	d := analyzed(t, zoo()["grid"], Options{Orderings: []string{"natural", "nd"}})
	d.Winners.Parallel, d.Winners.Recommended = "nd", "natural"
	expect(t, "behind", again(d), map[string]bool{"ordering.parallel": true})
	saved := d.Ordering("natural").Flops
	d.Ordering("natural").Flops = regionFlops
	expect(t, "too small for threads", again(d), map[string]bool{"ordering.parallel": false})
	d.Ordering("natural").Flops = saved
	d.Winners.Recommended = "nd"
	expect(t, "ahead", again(d), map[string]bool{"ordering.parallel": false})
	d.Winners.Recommended = "natural"
	d.Exact = append(d.Exact, &Exact{Method: "natural", NNZLU: 2 * CostOf(d.Ordering("natural")).NNZ})
	expect(t, "behind by predictions that do not hold", again(d), map[string]bool{"ordering.parallel": false})
}
