package sparsity

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// set is a pattern as positions, the obvious form.
type set map[[2]int]bool

// entries returns the positions of p and fails on a duplicate.
func entries(t interface{ Fatalf(string, ...any) }, p *Pattern) set {
	s := set{}
	for j := 0; j < p.Cols; j++ {
		for _, i := range p.Col(j) {
			k := [2]int{int(i), j}
			if s[k] {
				t.Fatalf("duplicate entry %v", k)
			}
			s[k] = true
		}
	}
	return s
}

func equalSets(a, b set) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}

// genPattern draws a canonical pattern with up to 12 rows and columns.
func genPattern(t *rapid.T, square bool) *Pattern {
	rows := rapid.IntRange(0, 12).Draw(t, "rows")
	cols := rows
	if !square {
		cols = rapid.IntRange(0, 12).Draw(t, "cols")
	}
	tr := &Triplets{Rows: rows, Cols: cols}
	if rows > 0 && cols > 0 {
		for range rapid.IntRange(0, 40).Draw(t, "entries") {
			tr.Row = append(tr.Row, int32(rapid.IntRange(0, rows-1).Draw(t, "i")))
			tr.Col = append(tr.Col, int32(rapid.IntRange(0, cols-1).Draw(t, "j")))
		}
	}
	m, _ := tr.Compress()
	return m.Pattern
}

func genPerm(t *rapid.T, n int) Perm {
	p := Identity(n)
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	r.Shuffle(n, func(a, b int) { p[a], p[b] = p[b], p[a] })
	return p
}

func mustBeCanonical(t *rapid.T, p *Pattern) {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if !p.Canonical() {
		t.Fatal("not canonical")
	}
}

func TestCompress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "cols")
		n := rapid.IntRange(0, 50).Draw(t, "n")
		tr := &Triplets{Rows: rows, Cols: cols, Values: make([]float64, n), Imag: make([]float64, n)}
		want := map[[2]int]complex128{}
		for k := range n {
			i, j := rapid.IntRange(0, rows-1).Draw(t, "i"), rapid.IntRange(0, cols-1).Draw(t, "j")
			v := complex(float64(rapid.IntRange(-9, 9).Draw(t, "re")), float64(rapid.IntRange(-9, 9).Draw(t, "im")))
			tr.Row, tr.Col = append(tr.Row, int32(i)), append(tr.Col, int32(j))
			tr.Values[k], tr.Imag[k] = real(v), imag(v)
			want[[2]int{i, j}] += v
		}
		m, dups := tr.Compress()
		mustBeCanonical(t, m.Pattern)
		if dups != n-len(want) || m.Pattern.NNZ() != len(want) {
			t.Fatalf("%d entries, %d duplicates; want %d, %d", m.Pattern.NNZ(), dups, len(want), n-len(want))
		}
		for j := 0; j < cols; j++ {
			for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
				at := [2]int{int(m.Pattern.RowIdx[k]), j}
				if got := complex(m.Values[k], m.Imag[k]); got != want[at] {
					t.Fatalf("value at %v: want %v, got %v", at, want[at], got)
				}
			}
		}
	})
}

func TestTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genPattern(t, false)
		b := Transpose(a)
		mustBeCanonical(t, b)
		want := set{}
		for k := range entries(t, a) {
			want[[2]int{k[1], k[0]}] = true
		}
		if !equalSets(entries(t, b), want) {
			t.Fatal("entries differ")
		}
		if !Transpose(b).Equal(a) {
			t.Fatal("transposed twice is another pattern")
		}
	})
}

func TestSymmetrize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genPattern(t, true)
		g := Symmetrize(a)
		mustBeCanonical(t, g)
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

func TestPermute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genPattern(t, false)
		p, q := genPerm(t, a.Rows), genPerm(t, a.Cols)
		b := Permute(a, p, q)
		mustBeCanonical(t, b)
		had := entries(t, a)
		for k := range entries(t, b) {
			if !had[[2]int{int(p[k[0]]), int(q[k[1]])}] {
				t.Fatalf("entry %v comes from nowhere", k)
			}
		}
		if b.NNZ() != a.NNZ() {
			t.Fatal("entries lost")
		}
		if !Permute(b, Perm(p.Inverse()), Perm(q.Inverse())).Equal(a) {
			t.Fatal("the inverse permutations do not lead back")
		}
		if !Permute(a, nil, nil).Equal(a) {
			t.Fatal("no permutation changed the pattern")
		}
	})
}

// TestMatrixMovesValues checks that values travel with their entries.
func TestMatrixMovesValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genPattern(t, false)
		m := &Matrix{Pattern: a, Values: make([]float64, a.NNZ()), Imag: make([]float64, a.NNZ())}
		at := func(i, j int) float64 { return float64(100*i + j) }
		for j := 0; j < a.Cols; j++ {
			for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
				m.Values[k] = at(int(a.RowIdx[k]), j)
				m.Imag[k] = -m.Values[k]
			}
		}
		p, q := genPerm(t, a.Rows), genPerm(t, a.Cols)
		b, c := m.Permute(p, q), m.Transpose()
		for j := 0; j < a.Cols; j++ {
			for k := b.Pattern.ColPtr[j]; k < b.Pattern.ColPtr[j+1]; k++ {
				want := at(int(p[b.Pattern.RowIdx[k]]), int(q[j]))
				if b.Values[k] != want || b.Imag[k] != -want {
					t.Fatalf("permuted: want %v, got %v", want, b.Values[k])
				}
			}
		}
		for i := 0; i < a.Rows; i++ {
			for k := c.Pattern.ColPtr[i]; k < c.Pattern.ColPtr[i+1]; k++ {
				if want := at(i, int(c.Pattern.RowIdx[k])); c.Values[k] != want || c.Imag[k] != -want {
					t.Fatalf("transposed: want %v, got %v", want, c.Values[k])
				}
			}
		}
	})
}

func TestPerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "n")
		p, q := genPerm(t, n), genPerm(t, n)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		id, back := p.Compose(Perm(p.Inverse())), p.Inverse().Perm()
		for k := range id {
			if int(id[k]) != k {
				t.Fatal("p∘p⁻¹ is not the identity")
			}
			if back[k] != p[k] {
				t.Fatal("the inverse of the inverse is not the permutation")
			}
			if p.Compose(q)[k] != p[q[k]] {
				t.Fatal("wrong order of composition")
			}
		}
	})
}

func TestCheckFindsDamage(t *testing.T) {
	good := func() *Pattern {
		return &Pattern{Rows: 3, Cols: 2, ColPtr: []int64{0, 2, 3}, RowIdx: []int32{0, 2, 1}}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	damage := map[string]func(*Pattern){
		"row too large":       func(p *Pattern) { p.RowIdx[1] = 3 },
		"row negative":        func(p *Pattern) { p.RowIdx[1] = -1 },
		"pointers descend":    func(p *Pattern) { p.ColPtr[1] = 4 },
		"first pointer not 0": func(p *Pattern) { p.ColPtr[0] = 1 },
		"pointers short":      func(p *Pattern) { p.ColPtr = p.ColPtr[:2] },
		"rows short":          func(p *Pattern) { p.RowIdx = p.RowIdx[:2] },
		"dimension negative":  func(p *Pattern) { p.Rows = -1 },
	}
	for name, f := range damage {
		p := good()
		f(p)
		if p.Check() == nil {
			t.Errorf("%s: not found", name)
		}
	}
	dup := &Pattern{Rows: 3, Cols: 1, ColPtr: []int64{0, 2}, RowIdx: []int32{1, 1}}
	if dup.Canonical() {
		t.Error("a duplicate passes for canonical")
	}
	for _, p := range []Perm{{0, 0}, {0, 2}, {-1, 0}} {
		if p.Check() == nil {
			t.Errorf("%v passes for a permutation", p)
		}
	}
}
