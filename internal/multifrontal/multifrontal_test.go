package multifrontal

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// matrix returns a random matrix with a full diagonal, on some seeds with dense rows.
func matrix(rng *rand.Rand) *sparsity.Pattern {
	n := 1 + rng.IntN(60)
	t := &sparsity.Triplets{Rows: n, Cols: n}
	add := func(i, j int) { t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j)) }
	for i := range n {
		add(i, i)
	}
	symmetric := rng.IntN(2) == 0
	for range rng.IntN(4 * n) {
		i, j := rng.IntN(n), rng.IntN(n)
		add(i, j)
		if symmetric {
			add(j, i)
		}
	}
	if rng.IntN(3) == 0 { // a dense row, and a block that nothing below depends on
		for j := range n {
			add(rng.IntN(n)/2, j)
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}

// After each pivot the front has the rows of its column of L and the columns of its row of
// U, and no element has anything left of the pivot's row and column. A front that ends with
// a chain because no rows are left is empty.
func TestFollow(t *testing.T) {
	for seed := range uint64(300) {
		a := matrix(rand.New(rand.NewPCG(seed, 1)))
		s, err := symbolic.StructureOf(a, math.MaxInt64, nil)
		if err != nil {
			t.Fatal(err)
		}
		upper := sparsity.Transpose(&sparsity.Pattern{Rows: a.Rows, Cols: a.Cols, ColPtr: s.U.ColPtr, RowIdx: s.U.RowIdx})
		ends, exhausted := slowChains(a)
		f := newFollower(a)
		for k := range int32(a.Cols) {
			f.step(k)
			below, right := s.L.Col(int(k)), upper.Col(int(k))
			right = slices.DeleteFunc(slices.Clone(right), func(j int32) bool { return j == k })
			below = slices.DeleteFunc(slices.Clone(below), func(i int32) bool { return i == k })
			if len(f.lines[rows]) > 0 { // else it left, because the row or the column of the pivot is alone
				mustHave(t, seed, k, f.lines[rows], below)
				mustHave(t, seed, k, f.lines[cols], right)
			} else if len(below) > 0 && len(right) > 0 {
				t.Fatalf("seed %d, pivot %d: no front for %d by %d", seed, k, len(below), len(right))
			}
			for e, x := range f.elements {
				if slices.Contains(x.lines[rows], k) || slices.Contains(x.lines[cols], k) {
					t.Fatalf("seed %d: element %d still has pivot %d: rows %v, columns %v", seed, e, k, x.lines[rows], x.lines[cols])
				}
			}
			if exhausted[k] && len(f.lines[rows]) > 0 {
				t.Fatalf("seed %d, pivot %d: %d rows in the front, but none can be left", seed, k, len(f.lines[rows]))
			}
			if ends[k] {
				f.finish()
			}
		}
	}
}

func mustHave(t *testing.T, seed uint64, k int32, front, want []int32) {
	t.Helper()
	for _, i := range want {
		if !slices.Contains(front, i) {
			t.Fatalf("seed %d, pivot %d: the front has %v, want %v", seed, k, front, want)
		}
	}
}

// slowChains merges the rows of a as a QR factorization does, and returns the columns after which the
// parent is not the next column, and those whose rows are all used up.
func slowChains(a *sparsity.Pattern) (ends, exhausted []bool) {
	set := make([]map[int]bool, a.Rows) // columns of each row
	for i := range set {
		set[i] = map[int]bool{}
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			set[i][j] = true
		}
	}
	ends, exhausted = make([]bool, a.Cols), make([]bool, a.Cols)
	for k := range a.Cols {
		merged := map[int]bool{}
		var those []int
		for i, r := range set {
			if r[k] {
				those = append(those, i)
				for j := range r {
					merged[j] = true
				}
			}
		}
		delete(merged, k)
		for x, i := range those {
			set[i] = map[int]bool{}
			if x > 0 { // the first one is the pivot
				set[i] = maps.Clone(merged)
			}
		}
		exhausted[k] = len(those) <= 1
		ends[k] = exhausted[k] || !merged[k+1]
	}
	return ends, exhausted
}

// Both ways to find chains agree.
func TestChains(t *testing.T) {
	for seed := range uint64(1000) {
		a := matrix(rand.New(rand.NewPCG(seed, 2)))
		want, _ := slowChains(a)
		if got := chains(a); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}

// On a dense matrix of 40 rows one front gathers all pivots, and makes a product after 32
// of them: 32 pivots by the 8×8 rest.
func TestDense(t *testing.T) {
	const n = 40
	a := &sparsity.Pattern{Rows: n, Cols: n, ColPtr: []int64{0}}
	for range n {
		for i := range int32(n) {
			a.RowIdx = append(a.RowIdx, i)
		}
		a.ColPtr = append(a.ColPtr, int64(len(a.RowIdx)))
	}
	c := Follow(a, Options{})
	if c.Pivots != n || c.Extended != n || c.Rows != n || c.Cols != n || c.MultiplyAdds != 32*8*8 {
		t.Errorf("%+v", c)
	}
}

// In an arrow whose tip comes last, each pivot lies in the front but for itself: one front
// takes them all, and no element is left on the way. The last pivot needs no product.
func TestArrow(t *testing.T) {
	const n = 10
	a := &sparsity.Pattern{Rows: n, Cols: n, ColPtr: []int64{0}}
	for j := range int32(n - 1) {
		a.RowIdx = append(a.RowIdx, j, n-1)
		a.ColPtr = append(a.ColPtr, int64(len(a.RowIdx)))
	}
	for i := range int32(n) {
		a.RowIdx = append(a.RowIdx, i)
	}
	a.ColPtr = append(a.ColPtr, int64(len(a.RowIdx)))
	if c := Follow(a, Options{}); c.Extended != n || c.Rows != 2 || c.Cols != 2 || c.MultiplyAdds != n-2 {
		t.Errorf("%+v", c)
	}
}

// A factorization that is too long is left, and so is one that is stopped.
func TestLimits(t *testing.T) {
	a := matrix(rand.New(rand.NewPCG(5, 3)))
	if c := Follow(a, Options{Visits: 10}); c.Pivots == 0 || c.Pivots == int64(a.Cols) {
		t.Errorf("10 visits: %d of %d pivots", c.Pivots, a.Cols)
	}
	if c := Follow(a, Options{Stop: func() bool { return true }}); c.Pivots != 0 {
		t.Errorf("stopped: %d pivots", c.Pivots)
	}
	if c := Follow(&sparsity.Pattern{ColPtr: []int64{0}}, Options{}); c.Pivots != 0 || c.Surprises != 0 {
		t.Errorf("no columns: %+v", c)
	}
}

// Of many events, the segments that are kept are spread over all.
func TestSegments(t *testing.T) {
	var b branches
	const n = 10 * mostKept
	for range n {
		b.loop(sons, int(b.all/segment%5))
	}
	if b.all != n || len(b.kept) < mostKept/2 || len(b.kept) >= mostKept {
		t.Fatalf("%d events, %d kept", b.all, len(b.kept))
	}
	// segment s of the kept ones is segment s·stride of all
	for s := range len(b.kept) / segment {
		var c branches
		for range 2 {
			c.loop(sons, s*int(b.stride)%5)
		}
		if b.kept[s*segment+1] != c.kept[1] {
			t.Fatalf("segment %d is not number %d of all", s, s*int(b.stride))
		}
	}
}

// The same work again holds no surprises where it fits the predictor, and random work does.
func TestSurprises(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	for _, c := range []struct {
		name   string
		events int
		round  func(k int) int
		least  float64 // share of surprises
		most   float64
	}{
		{"alike", 5000, func(int) int { return 3 }, 0, 0.001},
		{"few random", 500, func(int) int { return rng.IntN(8) }, 0, 0.4},
		{"many random", 60_000, func(int) int { return rng.IntN(8) }, 0.8, 1},
	} {
		var b branches
		for k := range c.events {
			b.loop(sons, c.round(k))
		}
		few, many := b.surprises(fewEntries)/float64(c.events), b.surprises(manyEntries)/float64(c.events)
		if few < c.least || few > c.most || many > few+0.02 {
			t.Errorf("%s: %.3f and %.3f are surprises, want %g to %g", c.name, few, many, c.least, c.most)
		}
	}
}
