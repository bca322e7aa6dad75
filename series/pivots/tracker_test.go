package pivots_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
)

// chain is a 4×4 matrix whose first pivot is g, with more entries if wanted.
func chain(g float64, more ...[3]float64) *sparsity.Matrix {
	t := &sparsity.Triplets{Rows: 4, Cols: 4, Row: []int32{0, 1, 0, 1, 2, 1, 2, 3, 2, 3}, Col: []int32{0, 0, 1, 1, 1, 2, 2, 2, 3, 3},
		Values: []float64{g, 1, 1, 0.3, 0.7, 0.2, 1, 0.4, 0.1, 1}}
	for _, e := range more {
		t.Row, t.Col, t.Values = append(t.Row, int32(e[0])), append(t.Col, int32(e[1])), append(t.Values, e[2])
	}
	m, _ := t.Compress()
	return m
}

func natural(*sparsity.Pattern) lu.Plan { return lu.Plan{} }

// follow adds the matrices and returns the first error.
func follow(t *testing.T, opt pivots.Options, list ...*sparsity.Matrix) (*pivots.Result, error) {
	t.Helper()
	opt.Order, opt.Method = natural, "natural"
	tracker := pivots.New(opt)
	var first error
	for k, m := range list {
		err := tracker.Add(context.Background(), fmt.Sprint("m", k+1), m)
		if first != nil && err != first {
			t.Errorf("matrix %d after an error: got %v, want %v", k+1, err, first)
		}
		first = err
	}
	return tracker.Result(), first
}

// TestRuns: pivots end by the error, by a zero and by new entries, and not by entries
// that are missing.
func TestRuns(t *testing.T) {
	r, err := follow(t, pivots.Options{},
		chain(1), chain(1e-3), chain(1e-13), chain(1), chain(1),
		chain(0), chain(2, [3]float64{0, 3, 0.5}), chain(3))
	if err != nil {
		t.Fatal(err)
	}
	// The pivots of the third matrix are not the diagonal: they fit all that follow, zero or not.
	want := []pivots.Run{{From: 0, To: 1, End: pivots.WhyError}, {From: 2, To: 5, End: pivots.WhyPattern}, {From: 6, To: 7}}
	if !reflect.DeepEqual(r.Runs, want) {
		t.Errorf("got %+v, want %+v", r.Runs, want)
	}
	if it := r.Iterations[2]; it.Kept.Componentwise <= r.Limit || it.New.Componentwise > 1e-15 || it.PivotsOf != 2 || r.Iterations[1].PivotsOf != 0 || r.Iterations[1].New != nil {
		t.Errorf("got %+v and %+v", it, r.Iterations[1])
	}
	zero, err := follow(t, pivots.Options{}, chain(1), chain(0))
	if err != nil || zero.Runs[0].End != pivots.WhyZero || zero.Iterations[1].Kept != nil {
		t.Errorf("got %+v, %v, want the end by a zero", zero, err)
	}
}

// The limit decides.
func TestLimit(t *testing.T) {
	for limit, want := range map[float64]int{1e-8: 1, 1e-16: 3, 0.5: 1} {
		r, err := follow(t, pivots.Options{Limit: limit}, chain(1), chain(1e-5), chain(1e-7))
		if err != nil || len(r.Runs) > want || limit == 1e-16 && len(r.Runs) == 1 {
			t.Errorf("limit %g: got %d runs, %v", limit, len(r.Runs), err)
		}
	}
}

// TestGrowthRule: the rule misses growth that U does not show, and needs no new pivots
// where a column was large in the matrix already.
func TestGrowthRule(t *testing.T) {
	r, err := follow(t, pivots.Options{Limit: 1e-12}, chain(1), chain(1e-6), chain(1e-13))
	if err != nil {
		t.Fatal(err)
	}
	if g := r.GrowthRule; len(g.Missed) != 1 || g.Missed[0] != 1 || len(g.Needless) != 0 || g.Agrees != 1 {
		t.Errorf("got %+v, want the second matrix missed: its error is %+v", g, r.Iterations[1].Kept)
	}
	r, err = follow(t, pivots.Options{Limit: 0.9}, chain(1), chain(1e-13))
	if err != nil {
		t.Fatal(err)
	}
	if g := r.GrowthRule; len(g.Needless) != 1 || g.Agrees != 0 {
		t.Errorf("got %+v, want needless pivots: the error is %+v", g, r.Iterations[1].Kept)
	}
}

// TestAlternating: where patterns alternate, only the first matrix with new entries needs
// new pivots: they are chosen in the union.
func TestAlternating(t *testing.T) {
	a, b := chain(1, [3]float64{0, 3, 0.5}), chain(1, [3]float64{3, 0, 0.25})
	r, err := follow(t, pivots.Options{}, a, b, a, b, chain(1))
	if err != nil {
		t.Fatal(err)
	}
	if want := []pivots.Run{{From: 0, To: 0, End: pivots.WhyPattern}, {From: 1, To: 4}}; !reflect.DeepEqual(r.Runs, want) {
		t.Errorf("got %+v, want %+v", r.Runs, want)
	}
	for k, it := range r.Iterations[2:] {
		if it.Kept == nil || it.Kept.Componentwise > 1e-15 {
			t.Errorf("matrix %d: got %+v", k+3, it.Kept)
		}
	}
}

// TestVerdict: the sentences name what was checked, and nothing that was not compared.
func TestVerdict(t *testing.T) {
	none := &sparsity.Matrix{Pattern: chain(1).Pattern}
	wider := func(row float64) *sparsity.Matrix { return chain(1, [3]float64{row, 3 - row, 0.25}) }
	for _, c := range []struct {
		name string
		list []*sparsity.Matrix
		want string
	}{
		{"all hold", []*sparsity.Matrix{chain(1), chain(2)},
			"the pivots of m1 under natural hold for all 2 matrices: solutions have backward errors below 1e-11, and the limit is 1e-08. The test klu_rgrowth ≥ 1.49e-08 would choose no new pivots either"},
		{"unchecked", []*sparsity.Matrix{chain(1), chain(2), none, chain(3)},
			"the pivots of m1 under natural hold for the 2 matrices that were checked: solutions have backward errors below 1e-11, and the limit is 1e-08. The test klu_rgrowth ≥ 1.49e-08 would choose no new pivots either. 2 matrices after m2 were not checked: the matrix has no real values"},
		{"one", []*sparsity.Matrix{chain(1), none},
			"how long the pivots of m1 under natural hold is unverified: no other matrix was checked. 1 matrix after m1 was not checked: the matrix has no real values"},
		{"nothing compared", []*sparsity.Matrix{chain(1), chain(0)},
			"the pivots of m1 under natural do not hold for the next matrix. Choose new pivots for m2 (an old pivot is zero, or elimination with the old pivots overflows)"},
		{"runs", []*sparsity.Matrix{chain(1), chain(2), wider(3), wider(0), wider(0), none},
			"the pivots of m1 under natural hold until m2. Choose new pivots for m3 (new entries), for m4 (new entries). The pivots of m4 hold until the last matrix that was checked. The test klu_rgrowth ≥ 1.49e-08 would choose new pivots for the same matrices. 1 matrix after m5 was not checked: the matrix has no real values"},
	} {
		if r, _ := follow(t, pivots.Options{}, c.list...); r.Verdict != c.want {
			t.Errorf("%s: got %q, want %q", c.name, r.Verdict, c.want)
		}
	}
	r, err := follow(t, pivots.Options{Limit: 0.9}, chain(1), chain(1e-13))
	if want := "The test klu_rgrowth ≥ 1.49e-08 would reject the old pivots of 1 matrix although they hold"; err != nil || !strings.Contains(r.Verdict, want) {
		t.Errorf("got %q, %v, want %q", r.Verdict, err, want)
	}
}

// TestVerdictUnstable: with a threshold that accepts any pivot, new pivots are inaccurate,
// and the verdict names the matrix with the largest error.
func TestVerdictUnstable(t *testing.T) {
	careless := pivots.Options{Factor: lu.Options{Threshold: 1e-200}}
	for _, c := range []struct {
		list []*sparsity.Matrix
		want string
	}{
		{[]*sparsity.Matrix{chain(1e-13), chain(1)}, "Even new pivots are inaccurate for m1 (backward error "},
		{[]*sparsity.Matrix{chain(1e-10), chain(1e-13)}, "Even new pivots are inaccurate for 2 matrices, most for m2 (backward error "},
	} {
		r, err := follow(t, careless, c.list...)
		if err != nil || !strings.Contains(r.Verdict, c.want) || !strings.Contains(r.Verdict, "a pivot threshold above 1e-200 or") {
			t.Errorf("got %q, %v, want %q", r.Verdict, err, c.want)
		}
	}
}

// TestMaxFlops: the series ends before it takes more flops than the limit, at whatever
// limit. New pivots for a matrix count as well.
func TestMaxFlops(t *testing.T) {
	list := []*sparsity.Matrix{chain(1), chain(1e-13), chain(1), chain(0.5)}
	tracker := pivots.New(pivots.Options{Order: natural})
	for _, m := range list {
		if err := tracker.Add(context.Background(), "m", m); err != nil {
			t.Fatal(err)
		}
	}
	all := tracker.Flops()
	seen := map[int]bool{}
	for limit := 1.0; limit <= all; limit++ {
		tracker := pivots.New(pivots.Options{Order: natural, MaxFlops: limit})
		checked := 0
		for _, m := range list {
			if err := tracker.Add(context.Background(), "m", m); err == nil {
				checked++
			} else if !errors.Is(err, pivots.ErrBudget) {
				t.Fatal(err)
			}
		}
		if r := tracker.Result(); tracker.Flops() > limit || (r == nil) != (checked == 0) || r != nil && r.Unchecked != len(list)-checked {
			t.Errorf("limit %g: took %g flops for %d matrices: %+v", limit, tracker.Flops(), checked, r)
		}
		seen[checked] = true
	}
	for n := range len(list) + 1 {
		if !seen[n] {
			t.Errorf("no limit ends the series after %d matrices", n)
		}
	}
}

// TestErrors: what cannot be checked ends the series, and the matrices before stay.
func TestErrors(t *testing.T) {
	complexValued := chain(1)
	complexValued.Imag = make([]float64, len(complexValued.Values))
	infinite := chain(1)
	infinite.Values[0] = math.Inf(1)
	small := &sparsity.Triplets{Rows: 1, Cols: 1, Row: []int32{0}, Col: []int32{0}, Values: []float64{1}}
	one, _ := small.Compress()
	for _, c := range []struct {
		m    *sparsity.Matrix
		opt  pivots.Options
		want error
	}{
		{complexValued, pivots.Options{}, pivots.ErrValues},
		{&sparsity.Matrix{Pattern: chain(1).Pattern}, pivots.Options{}, pivots.ErrValues},
		{one, pivots.Options{}, pivots.ErrShape},
		{infinite, pivots.Options{}, lu.ErrNotFinite},
		{chain(1), pivots.Options{MaxFlops: 400}, pivots.ErrBudget},
	} {
		r, err := follow(t, c.opt, chain(1), c.m)
		if !errors.Is(err, c.want) || len(r.Iterations) != 1 || r.Stopped != err.Error() || r.Unchecked != 1 {
			t.Errorf("got %v and %+v, want %v", err, r, c.want)
		}
	}
	explained, _ := follow(t, pivots.Options{Explain: func(err error) string { return "as " + err.Error() }}, chain(1), one)
	if explained.Stopped != "as "+pivots.ErrShape.Error() {
		t.Errorf("got %q", explained.Stopped)
	}
	if r, err := follow(t, pivots.Options{}, complexValued); r != nil || err == nil {
		t.Errorf("got %+v, %v", r, err)
	}
}
