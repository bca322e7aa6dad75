package sparsity

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSymmetrizeNearSymmetric checks patterns that are symmetric but for an
// entry or two, in which the fast way has to give up late.
func TestSymmetrizeNearSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		tr := &Triplets{Rows: n, Cols: n}
		index := rapid.IntRange(0, n-1)
		add := func(i, j int) {
			tr.Row, tr.Col = append(tr.Row, int32(i)), append(tr.Col, int32(j))
		}
		for range rapid.IntRange(0, 30).Draw(t, "pairs") {
			i, j := index.Draw(t, "i"), index.Draw(t, "j")
			add(i, j)
			add(j, i)
		}
		odd := rapid.IntRange(0, 2).Draw(t, "odd")
		for range odd {
			add(index.Draw(t, "i"), index.Draw(t, "j"))
		}
		m, _ := tr.Compress()
		a := m.Pattern
		merged := &Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1), RowIdx: make([]int32, a.NNZ())}
		if symmetric := copySymmetric(merged, a); symmetric != Transpose(a).Equal(a) {
			t.Fatalf("taken for symmetric: %v", symmetric)
		}
		merged.RowIdx = make([]int32, a.NNZ())
		mergeTranspose(merged, a)
		g := Symmetrize(a)
		mustBeCanonical(t, g)
		if !g.Equal(merged) {
			t.Fatal("the two ways differ")
		}
		want := set{}
		for k := range entries(t, a) {
			if k[0] != k[1] {
				want[k], want[[2]int{k[1], k[0]}] = true, true
			}
		}
		if !equalSets(entries(t, g), want) {
			t.Fatal("entries differ")
		}
	})
}

// TestPermuteLongColumns checks columns that are too long for the simple sort,
// and that values stay with their entries, duplicates in their order.
func TestPermuteLongColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(20, 70).Draw(t, "n")
		a := &Pattern{Rows: n, Cols: 2, ColPtr: []int64{0, int64(n), int64(2 * n)}}
		m := &Matrix{Pattern: a}
		for k := range 2 * n {
			a.RowIdx = append(a.RowIdx, int32(k%n))
			m.Values = append(m.Values, float64(k))
		}
		p := genPerm(t, n)
		b, c := Permute(a, p, Perm{1, 0}), m.Permute(p, Perm{1, 0})
		if !b.Equal(c.Pattern) || !b.Canonical() {
			t.Fatal("the patterns differ or are not canonical")
		}
		for k, v := range c.Values {
			if want := float64(n*(1-k/n)) + float64(p[k%n]); v != want {
				t.Fatalf("value %d: want %v, got %v", k, want, v)
			}
		}
	})
}

// TestSymmetrizeEverySmall checks all patterns of up to four rows.
func TestSymmetrizeEverySmall(t *testing.T) {
	for n := range 5 {
		for bits := range 1 << (n * n) {
			a, want := NewPattern(n, n), NewPattern(n, n)
			has := func(i, j int) bool { return bits>>(n*i+j)&1 == 1 }
			for j := range n {
				for i := range n {
					if has(i, j) {
						a.RowIdx = append(a.RowIdx, int32(i))
					}
					if i != j && (has(i, j) || has(j, i)) {
						want.RowIdx = append(want.RowIdx, int32(i))
					}
				}
				a.ColPtr[j+1], want.ColPtr[j+1] = int64(len(a.RowIdx)), int64(len(want.RowIdx))
			}
			if got := Symmetrize(a); !got.Equal(want) {
				t.Fatalf("%d×%d, %b: want %+v, got %+v", n, n, bits, want, got)
			}
		}
	}
}
