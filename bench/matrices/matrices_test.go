package matrices

import (
	"hash/fnv"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// TestSeeds checks that the patterns with chance in them are canonical, and
// the same as when the constant was written.
func TestSeeds(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *sparsity.Pattern
		want uint64
	}{
		{"powerLaw", powerLaw(2000, 1), 0xfcdaf09b0dd02e7b},
		{"powerGrid", powerGrid(64, 48, 4, 1), 0x7a30c44bce4d8805},
		{"meshRails", meshRails(20, 30, 1), 0x83eff2a08865a49},
		{"gridKKT", gridKKT(40, 50, 1), 0x55d69dafcbefa2dd},
		{"metalLayers", metalLayers(64, 48, []int{1, 2, 8}, 1), 0x3f3d0b5fbd51bc81},
	} {
		if err := c.p.Check(); err != nil || !c.p.Canonical() {
			t.Errorf("%s: not canonical, %v", c.name, err)
		}
		if got := hashOf(c.p); got != c.want {
			t.Errorf("%s: want hash %#x, got %#x", c.name, c.want, got)
		}
	}
}

// hashOf returns the FNV-1a hash of rows and columns.
func hashOf(p *sparsity.Pattern) uint64 {
	h := fnv.New64a()
	for j := range p.Cols {
		for _, i := range p.Col(j) {
			h.Write([]byte{byte(i), byte(i >> 8), byte(i >> 16), byte(j), byte(j >> 8), byte(j >> 16)})
		}
	}
	return h.Sum64()
}

// TestRank checks that no matrix is structurally singular, and where the
// diagonal is missing.
func TestRank(t *testing.T) {
	for name, c := range map[string]struct {
		p       *sparsity.Pattern
		missing int
	}{
		"powerLaw": {powerLaw(3000, 2), 0}, "powerGrid": {powerGrid(64, 64, 4, 2), 4}, "meshRails": {meshRails(9, 7, 2), 1}, "gridKKT": {gridKKT(30, 20, 2), 0},
	} {
		if got := btf.MaximumMatching(c.p).Size; got != c.p.Cols {
			t.Errorf("%s: want rank %d, got %d", name, c.p.Cols, got)
		}
		missing := 0
		for j := range c.p.Cols {
			if !slices.Contains(c.p.Col(j), int32(j)) {
				missing++
			}
		}
		if missing != c.missing {
			t.Errorf("%s: want %d missing on the diagonal, got %d", name, c.missing, missing)
		}
	}
}

// TestHubs checks how many entries the rails of a mesh have.
func TestHubs(t *testing.T) {
	p := meshRails(9, 8, 1)
	for j, want := range []int{1 + 72, 1 + 36 + 1} {
		if got := len(p.Col(j)); got != want {
			t.Errorf("rail %d: want %d entries, got %d", j, want, got)
		}
	}
}

// TestKKT checks that the matrix is symmetric, and how many entries its parts have: a
// flow law has its own multiplier, two angles and a flow, and a flow has two balances and
// its law.
func TestKKT(t *testing.T) {
	p := gridKKT(30, 40, 1)
	if !p.Equal(sparsity.Transpose(p)) {
		t.Error("not symmetric")
	}
	lines := 0
	for j := p.Cols - 1; len(p.Col(j)) == 4 && int(p.Col(j)[0]) < 1200; j-- {
		lines++
	}
	if lines < 1199+1200/10 || lines > 1199+1200/3 {
		t.Errorf("got %d lines", lines)
	}
	for j := 1200; j < 1200+lines; j++ {
		if len(p.Col(j)) != 4 {
			t.Fatalf("flow %d has %d entries, want 4", j, len(p.Col(j)))
		}
	}
}

// TestNames checks that the matrices are in the order of their names, each
// once, and can be made at all.
func TestNames(t *testing.T) {
	all := All()
	for k, m := range all {
		if m.Name == "" || m.What == "" || m.make == nil || k > 0 && all[k-1].Name >= m.Name {
			t.Errorf("matrix %d, %q: no name, or out of order", k, m.Name)
		}
	}
}
