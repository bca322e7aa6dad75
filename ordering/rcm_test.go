package ordering_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// rcmFamily returns graphs of many kinds with about n nodes.
func rcmFamily(n int) map[string]*sparsity.Pattern {
	f := map[string]*sparsity.Pattern{
		"no edges": matgen.Diagonal(n), "path": matgen.Tridiagonal(n), "complete": matgen.Dense(n, n),
		"star": matgen.Arrow(n, 1), "hubs": matgen.Shuffle(matgen.Arrow(n, 3), 1),
		"grid": matgen.Grid2D(n/4, 4), "circuit": matgen.Circuit(n/2, 1),
	}
	for seed := range uint64(5) {
		f[fmt.Sprintf("tree %d", seed)] = matgen.Shuffle(matgen.Tree(n, seed), seed)
		f[fmt.Sprintf("ktree %d", seed)] = matgen.Shuffle(matgen.KTree(n, 3, seed), seed)
		f[fmt.Sprintf("sparse %d", seed)] = matgen.RandomSymmetric(n, 1, seed) // of many components
		f[fmt.Sprintf("random %d", seed)] = matgen.RandomSymmetric(n, 4, seed)
		f[fmt.Sprintf("mesh %d", seed)] = matgen.Shuffle(matgen.Grid9(n/5, 5), seed)
		f[fmt.Sprintf("unsymmetric %d", seed)] = matgen.RandomSquare(n, 3, seed)
	}
	for name, a := range f {
		f[name] = sparsity.Symmetrize(a)
	}
	return f
}

func TestRCMAgainstSlow(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 13, 33, 34, 60, 150} {
		for family, g := range rcmFamily(n) {
			before := g.Clone()
			got := ordering.RCM(g)
			if want := slowRCM(g); !slices.Equal(got, want) {
				t.Errorf("%s, n = %d:\nwant %v\n got %v", family, n, want, got)
			}
			if !g.Equal(before) {
				t.Errorf("%s, n = %d: the graph has changed", family, n)
			}
		}
	}
}

// TestRCMHubs has nodes of more than 255 neighbours, of various degrees, which
// are sorted in another way than few.
func TestRCMHubs(t *testing.T) {
	const n = 700
	tr := sparsity.Triplets{Rows: n, Cols: n}
	for hub, first := range []int{0, 100, 300, 50, 420} {
		for v := first; v < n; v++ { // hub has all nodes from first on
			tr.Row = append(tr.Row, int32(hub))
			tr.Col = append(tr.Col, int32(v))
		}
	}
	m, _ := tr.Compress()
	g := sparsity.Symmetrize(matgen.Shuffle(m.Pattern, 3))
	if got, want := ordering.RCM(g), slowRCM(g); !slices.Equal(got, want) {
		t.Errorf("want %v\n got %v", want, got)
	}
}

// TestRCMBandwidth has graphs whose least bandwidth is known.
func TestRCMBandwidth(t *testing.T) {
	for seed := range uint64(5) {
		for _, c := range []struct {
			name string
			a    *sparsity.Pattern
			want int
			more int // by which level structures may miss it
		}{
			{"path", matgen.Tridiagonal(1000), 1, 0},
			{"grid 20×31", matgen.Grid2D(20, 31), 20, 1}, // Chvátalová 1975: the shorter side
			{"grid 50×7", matgen.Grid2D(50, 7), 7, 1},
			{"complete", matgen.Dense(40, 40), 39, 0},
			{"no edges", matgen.Diagonal(30), 0, 0},
		} {
			g := sparsity.Symmetrize(matgen.Shuffle(c.a, seed))
			lower, upper := ordering.Bandwidth(g, ordering.RCM(g))
			if lower != upper || upper < c.want || upper > c.want+c.more {
				t.Errorf("%s, seed %d: want bandwidth %d, got %d and %d", c.name, seed, c.want, lower, upper)
			}
		}
	}
}

func TestRCMLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 80).Draw(t, "n")
		a := matgen.RandomSquare(n, rapid.IntRange(0, 4).Draw(t, "per column"), rapid.Uint64().Draw(t, "seed"))
		g := sparsity.Symmetrize(a)
		p := ordering.RCM(g)
		if len(p) != n || p.Check() != nil {
			t.Fatalf("%v is not a permutation of %d", p, n)
		}
		reversed := slices.Clone(p)
		slices.Reverse(reversed)
		lower, upper := ordering.Bandwidth(g, p)
		if l, u := ordering.Bandwidth(g, reversed); l != u || lower != upper || l != lower {
			t.Fatalf("bandwidths %d, %d and reversed %d, %d", lower, upper, l, u)
		}
		// George 1971, Liu and Sherman 1976: the reversal never loses.
		if ordering.Envelope(g, p) > ordering.Envelope(g, reversed) {
			t.Fatalf("envelope %d, reversed %d", ordering.Envelope(g, p), ordering.Envelope(g, reversed))
		}
		mustFollowComponents(t, g, p)
	})
}

// mustFollowComponents fails unless p has the components of g one after the
// other, by their lowest node.
func mustFollowComponents(t *rapid.T, g *sparsity.Pattern, p sparsity.Perm) {
	lowest := make([]int32, g.Cols) // node of the component of each node
	for v := range lowest {
		lowest[v] = -1
	}
	for root := range int32(g.Cols) {
		if lowest[root] < 0 {
			order, _ := cuthillMcKee(g, root)
			for _, v := range order {
				lowest[v] = root
			}
		}
	}
	for k := 1; k < len(p); k++ {
		if lowest[p[k]] < lowest[p[k-1]] {
			t.Fatalf("node %d of component %d after one of %d", p[k], lowest[p[k]], lowest[p[k-1]])
		}
	}
}

// TestBand compares with the permuted matrix entry by entry.
func TestBand(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 10, 40} {
		for seed := range uint64(8) {
			a := matgen.RandomSquare(n, int(seed)%4, seed)
			p := matgen.RandomPerm(n, seed)
			if seed == 0 {
				p = nil
			}
			b := sparsity.Permute(a, p, p)
			wantLower, wantUpper, wantEnvelope := 0, 0, int64(0)
			first := make([]int, n)
			for i := range first {
				first[i] = i
			}
			for j := range n {
				for _, i := range b.Col(j) {
					wantLower, wantUpper = max(wantLower, int(i)-j), max(wantUpper, j-int(i))
					first[i] = min(first[i], j)
				}
			}
			for i, j := range first {
				wantEnvelope += int64(i - j)
			}
			if lower, upper := ordering.Bandwidth(a, p); lower != wantLower || upper != wantUpper {
				t.Errorf("n = %d, seed %d: want bandwidth %d, %d, got %d, %d", n, seed, wantLower, wantUpper, lower, upper)
			}
			if got := ordering.Envelope(a, p); got != wantEnvelope {
				t.Errorf("n = %d, seed %d: want envelope %d, got %d", n, seed, wantEnvelope, got)
			}
		}
	}
}

func TestRCMPanics(t *testing.T) {
	wide, square := sparsity.NewPattern(2, 3), sparsity.NewPattern(3, 3)
	for name, f := range map[string]func(){
		"RCM":               func() { ordering.RCM(wide) },
		"Bandwidth":         func() { ordering.Bandwidth(wide, nil) },
		"Envelope":          func() { ordering.Envelope(wide, nil) },
		"Bandwidth, length": func() { ordering.Bandwidth(square, sparsity.Perm{0}) },
		"Envelope, length":  func() { ordering.Envelope(square, sparsity.Perm{0}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: want a panic", name)
				}
			}()
			f()
		}()
	}
}

// TestStoredRCM wants bandwidths that are no larger, in the mean of the larger
// matrices, than those of SciPy's reverse_cuthill_mckee and of MATLAB's
// symrcm, which the Collection's index states.
func TestStoredRCM(t *testing.T) {
	index := storedIndex(t)
	var scipy, published, profile geometricMean
	eachStored(t, func(t *testing.T, m storedMatrix) {
		if !m.pattern.Square() || m.pattern.Cols < 1000 {
			return
		}
		g := sparsity.Symmetrize(m.pattern)
		p := ordering.RCM(g)
		_, got := ordering.Bandwidth(g, p)
		if want := m.SciPy.RCM; want != nil {
			scipy.add(got, int(want.BW))
			profile.add(int(ordering.Envelope(g, p)), int(want.Envelope))
		}
		if row := index[m.name]; row != nil && row["rcm_lowerbandwidth"] > 0 && m.ExplicitZeros == 0 {
			published.add(got, int(max(row["rcm_lowerbandwidth"], row["rcm_upperbandwidth"])))
		}
	})
	if scipy.n < 20 || published.n < 8 {
		t.Errorf("only %d and %d matrices had figures to compare with", scipy.n, published.n)
	}
	t.Logf("bandwidth %.3f of SciPy's and %.3f of the published; envelope %.3f of SciPy's", scipy.value(), published.value(), profile.value())
	if scipy.value() > 1 || published.value() > 1 {
		t.Errorf("bandwidth %.3f of SciPy's and %.3f of the published", scipy.value(), published.value())
	}
}

// A geometricMean is one of ratios.
type geometricMean struct {
	logs float64
	n    int
}

func (m *geometricMean) add(got, want int) {
	if got > 0 && want > 0 {
		m.logs += math.Log(float64(got) / float64(want))
		m.n++
	}
}

func (m *geometricMean) value() float64 { return math.Exp(m.logs / float64(max(m.n, 1))) }

func BenchmarkRCM(b *testing.B) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid2d": matgen.Grid2D(300, 300), "grid3d": matgen.Grid3D(40, 40, 40),
		"circuit": matgen.Circuit(50000, 1), "shuffled": matgen.Shuffle(matgen.Grid9(200, 200), 1),
	} {
		g := sparsity.Symmetrize(a)
		b.Run(fmt.Sprintf("matrix=%s/n=%d", name, g.Cols), func(b *testing.B) {
			var p sparsity.Perm
			for b.Loop() {
				p = ordering.RCM(g)
			}
			_, bandwidth := ordering.Bandwidth(g, p)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NNZ()), "ns/nnz")
			b.ReportMetric(float64(bandwidth), "bandwidth")
		})
	}
}
