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

// TestQueue wants each column once, after all columns that it waits for, and no height above
// the height before.
func TestQueue(t *testing.T) {
	f, s := reduction(t)
	done, last := map[int32]bool{}, f.N()
	updates := 0
	for _, c := range s.columns {
		updates += int(c.updates)
		if done[int32(c.k)] {
			t.Errorf("column %d: twice", c.k)
		}
		done[int32(c.k)] = true
		for _, j := range f.U.Pattern.Col(int(c.k)) {
			if !done[j] && len(f.L.Pattern.Col(int(j))) > 0 {
				t.Errorf("column %d: comes before column %d", c.k, j)
			}
		}
		h := slowHeight(f, int(c.k))
		if h > last {
			t.Errorf("column %d: height %d after %d", c.k, h, last)
		}
		last = h
	}
	if len(s.columns)+len(s.alone) != f.N() || len(s.updates) != updates {
		t.Errorf("got %d + %d columns and %d updates, want %d columns and %d updates", len(s.columns), len(s.alone), len(s.updates), f.N(), updates)
	}
}

// slowHeight returns the number of columns in the longest chain behind column k.
func slowHeight(f *Factors[float64], k int) (height int) {
	if len(f.L.Pattern.Col(k)) == 0 {
		return 0
	}
	for j := k + 1; j < f.N(); j++ {
		if slices.Contains(f.U.Pattern.Col(j), int32(k)) {
			height = max(height, 1+slowHeight(f, j))
		}
	}
	return height
}

// TestQueueOfSteps wants entries of L to be multiplied by elements that are not divided by their
// pivots yet, all others by elements that are, and each element divided once, after its last use for L.
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
	f = factorsOf(t, a)
	checkSteps(t, f, newSmall(f, a).(*small[uint16]))

	// Element 5 waits for element 1, which is early, and for element 4, which is late.
	a = &sparsity.Pattern{Rows: 6, Cols: 6, ColPtr: []int64{0, 2, 4, 5, 7, 10, 11}, RowIdx: []int32{0, 1, 1, 5, 2, 2, 3, 3, 4, 5, 5}}
	f = factorsOf(t, a)
	checkSteps(t, f, newSmall(f, a).(*small[uint8]))
}

// factorsOf returns the factors of a matrix that is one block, with the pivots on its diagonal.
func factorsOf(t *testing.T, a *sparsity.Pattern) *Factors[float64] {
	m := matgen.Dominant(a, 1)
	f, err := Factor(context.Background(), m.Pattern, m.Values, Plan{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func checkSteps[I index](t *testing.T, f *Factors[float64], s *small[I]) {
	t.Helper()
	pattern, pivots := f.L.Pattern, f.N()
	left := make([]int, f.N()) // entries of L in each column, which need its element before U
	for k := range left {
		left[k] = len(pattern.Col(k))
	}
	solved := make([]bool, f.N())
	waiting := make([]bool, f.N()) // for its step for L
	for _, step := range s.steps {
		waiting[step.k] = waiting[step.k] || step.at == s.one
	}
	next := s.subtract[:]
	for _, step := range s.steps {
		for _, p := range next[:step.subtract] {
			inL := int(p.a) < pivots+pattern.NNZ()
			if inL {
				left[p.b]--
			}
			if inL == solved[p.b] || waiting[p.b] {
				t.Errorf("element %d: used when solved is %t and waiting is %t, for an entry of L is %t", p.b, solved[p.b], waiting[p.b], inL)
			}
		}
		next = next[step.subtract:]
		if step.at == s.one {
			waiting[step.k] = false
		} else {
			if left[step.k] > 0 || waiting[step.k] {
				t.Errorf("element %d: divided before %d uses, waiting is %t", step.k, left[step.k], waiting[step.k])
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
