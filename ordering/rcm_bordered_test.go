package ordering_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// TestBorderedRCM checks what the order promises on graphs of many kinds.
func TestBorderedRCM(t *testing.T) {
	bordered := 0
	for _, n := range []int{0, 1, 2, 3, 8, 33, 60, 150, 400} {
		for family, g := range rcmFamily(n) {
			before := g.Clone()
			p, s := ordering.BorderedRCM(g)
			if !g.Equal(before) {
				t.Errorf("%s, n = %d: the graph has changed", family, n)
			}
			if err := p.Check(); err != nil {
				t.Fatalf("%s, n = %d: %v", family, n, err)
			}
			if s.Hubs > 0 {
				bordered++
			}
			if len(p) != g.Cols {
				t.Fatalf("%s, n = %d: order of %d", family, n, len(p))
			}
			checkBorder(t, family, g, p, s)
		}
	}
	if bordered == 0 {
		t.Error("no graph has got a border")
	}
}

// checkBorder compares the parts of an order with what they are made of.
func checkBorder(t *testing.T, family string, g *sparsity.Pattern, p sparsity.Perm, s ordering.BorderStats) {
	t.Helper()
	n := g.Cols - s.Hubs
	plain := ordering.RCM(g)
	switch want := ordering.Envelope(g, plain); {
	case s.Profile > want || s.Hubs > 0 && s.Profile == want:
		t.Errorf("%s, n = %d: %d hubs, and a profile of %d, with none %d", family, g.Cols, s.Hubs, s.Profile, want)
	case s.Hubs == 0 && !slices.Equal(p, plain):
		t.Errorf("%s, n = %d: no hubs, and not the order of RCM", family, g.Cols)
	}
	if want := ordering.Envelope(g, p); s.Profile != want {
		t.Errorf("%s, n = %d: want profile %d, got %d", family, g.Cols, want, s.Profile)
	}
	nodes := slices.Clone(p[:n])
	slices.Sort(nodes)
	band := subgraph(g, nodes)
	order := make(sparsity.Perm, n)
	for k, v := range p[:n] {
		at, _ := slices.BinarySearch(nodes, v)
		order[k] = int32(at)
	}
	if want := ordering.RCM(band); !slices.Equal(order, want) {
		t.Errorf("%s, n = %d, %d hubs: want the rest in order %v, got %v", family, g.Cols, s.Hubs, want, order)
	}
	if _, want := ordering.Bandwidth(band, order); s.Bandwidth != want {
		t.Errorf("%s, n = %d, %d hubs: want bandwidth %d, got %d", family, g.Cols, s.Hubs, want, s.Bandwidth)
	}
	degree := func(v int32) int { return len(g.Col(int(v))) }
	for k := n; k < g.Cols; k++ {
		if k > n && degree(p[k-1]) > degree(p[k]) {
			t.Errorf("%s, n = %d: hubs of %d neighbours before %d", family, g.Cols, degree(p[k-1]), degree(p[k]))
		}
		for _, v := range p[:n] {
			if degree(v) > degree(p[k]) {
				t.Errorf("%s, n = %d: a hub of %d neighbours, and a node of the band with %d", family, g.Cols, degree(p[k]), degree(v))
			}
		}
	}
}

// subgraph returns the graph that some of the nodes of g, ascending, have.
func subgraph(g *sparsity.Pattern, nodes sparsity.Perm) *sparsity.Pattern {
	t := sparsity.Triplets{Rows: len(nodes), Cols: len(nodes)}
	for j, v := range nodes {
		for _, u := range g.Col(int(v)) {
			if i, ok := slices.BinarySearch(nodes, u); ok {
				t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j))
			}
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}

// TestBorderedRCMRails has graphs whose hubs and band are known.
func TestBorderedRCMRails(t *testing.T) {
	for _, c := range []struct {
		name                  string
		a                     *sparsity.Pattern
		rails, hubs, band     int
		profile, bandOfBadRCM int
	}{
		{"a path", matgen.Tridiagonal(500), 0, 0, 1, 499, 1},
		{"a star", matgen.Diagonal(500), 1, 0, 499, 500, 499}, // the profile is least in any order
		{"a path and a rail", matgen.Tridiagonal(500), 1, 1, 1, 499 + 500, 250},
		{"a path and two rails", matgen.Tridiagonal(500), 2, 2, 1, 499 + 500 + 501, 250},
		{"a mesh and a rail", matgen.Grid2D(20, 31), 1, 1, 20, 0, 310},
	} {
		g := sparsity.Symmetrize(matgen.Shuffle(withRails(c.a, c.rails), 5))
		_, s := ordering.BorderedRCM(g)
		if s.Hubs != c.hubs || s.Bandwidth != c.band {
			t.Errorf("%s: want %d hubs and a band of %d, got %+v", c.name, c.hubs, c.band, s)
		}
		if c.profile > 0 && s.Profile != int64(c.profile) {
			t.Errorf("%s: want profile %d, got %+v", c.name, c.profile, s)
		}
		if _, got := ordering.Bandwidth(g, ordering.RCM(g)); got < c.bandOfBadRCM {
			t.Errorf("%s: want at least the bandwidth %d under RCM, got %d", c.name, c.bandOfBadRCM, got)
		}
	}
}

// withRails returns a with more rows and columns that are full, but between
// each other.
func withRails(a *sparsity.Pattern, rails int) *sparsity.Pattern {
	t := sparsity.Triplets{Rows: a.Rows + rails, Cols: a.Cols + rails}
	add := func(i, j int) { t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j)) }
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			add(int(i), j)
		}
		for r := range rails {
			add(a.Rows+r, j)
			add(j, a.Cols+r)
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}

func TestBorderedRCMPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for a pattern that is not square")
		}
	}()
	ordering.BorderedRCM(sparsity.NewPattern(2, 3))
}
