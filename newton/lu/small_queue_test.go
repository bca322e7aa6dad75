package lu

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// reduction returns the factors of a band under cyclic reduction, whose tree has branches of all
// lengths, and the program for them.
func reduction(t *testing.T) (*Factors[float64], *small[uint16]) {
	m := matgen.Dominant(matgen.Banded(90, 1, 1), 3)
	p := sparsity.Identity(90)
	slices.SortStableFunc(p, func(i, j int32) int { return bits.TrailingZeros32(uint32(i+1)) - bits.TrailingZeros32(uint32(j+1)) })
	f, err := Factor(context.Background(), m.Pattern, m.Values, Plan{Row: p, Col: p}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f, newSmall(f, m.Pattern).(*small[uint16])
}

// TestQueue wants each column once, after all columns that it waits for and before all that
// fewer wait for, one for the other.
func TestQueue(t *testing.T) {
	f, s := reduction(t)
	if len(s.queue) != len(s.columns) || len(s.queued) != len(s.updates) {
		t.Fatalf("got %d columns and %d updates, want %d and %d", len(s.queue), len(s.queued), len(s.columns), len(s.updates))
	}
	done, last := map[int32]bool{}, f.N()
	for _, c := range s.queue {
		if done[int32(c.k)] {
			t.Errorf("column %d: twice", c.k)
		}
		done[int32(c.k)] = true
		for _, j := range f.U.Pattern.Col(int(c.k)) {
			if !done[j] && len(f.L.Pattern.Col(int(j))) > 0 {
				t.Errorf("column %d: comes before column %d", c.k, j)
			}
		}
		h := slowHeight(f.U.Pattern, int(c.k))
		if h > last {
			t.Errorf("column %d: height %d after %d", c.k, h, last)
		}
		last = h
	}
}

// slowHeight returns how many columns of U wait for column k, one for the other.
func slowHeight(u *sparsity.Pattern, k int) (height int) {
	for j := k + 1; j < u.Cols; j++ {
		for _, i := range u.Col(j) {
			if int(i) == k {
				height = max(height, 1+slowHeight(u, j))
			}
		}
	}
	return height
}

// TestQueueOfSteps wants products of elements only when they are there: the elements of L
// before those that use them, the elements of U after those, and none overwritten before its last use.
func TestQueueOfSteps(t *testing.T) {
	f, s := reduction(t)
	checkSteps(t, f, s)

	// An upper band. The last column has its diagonal alone, and the last row an entry in column
	// 100, whose element many others wait for.
	a := matgen.Banded(150, 0, 1)
	at := a.ColPtr[101] // of the entry, in the place of row 148 in the last column
	copy(a.RowIdx[at+1:], a.RowIdx[at:len(a.RowIdx)-2])
	a.RowIdx[at] = 149
	for k := 101; k < 150; k++ {
		a.ColPtr[k]++
	}
	m := matgen.Dominant(a, 1)
	f, err := Factor(context.Background(), m.Pattern, m.Values, Plan{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkSteps(t, f, newSmall(f, m.Pattern).(*small[uint16]))
}

func checkSteps(t *testing.T, f *Factors[float64], s *small[uint16]) {
	t.Helper()
	pattern, pivots := f.L.Pattern, f.N()
	left := make([]int, f.N()) // entries of L in each column, which need its element before U
	for k := range left {
		left[k] = len(pattern.Col(k))
	}
	solved := make([]bool, f.N())
	next := s.subtract[:]
	for _, step := range s.steps {
		for _, p := range next[:step.subtract] {
			inL := int(p.a) < pivots+pattern.NNZ()
			if inL {
				left[p.b]--
			}
			if inL == solved[p.b] {
				t.Errorf("element %d: used when solved is %t, for an entry of L is %t", p.b, solved[p.b], inL)
			}
		}
		next = next[step.subtract:]
		if step.at != s.one {
			if left[step.k] > 0 {
				t.Errorf("element %d: overwritten before %d uses", step.k, left[step.k])
			}
			solved[step.k] = true
		}
	}
	for k, ok := range solved {
		if !ok || left[k] != 0 {
			t.Errorf("element %d: solved is %t, %d uses are missing", k, ok, left[k])
		}
	}
}
