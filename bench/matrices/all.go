package matrices

import (
	"math"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// A Matrix is one that is made.
type Matrix struct {
	Name string
	What string // one line
	make func() *sparsity.Pattern

	// values lays values on the pattern; nil: random ones, such that each column whose
	// diagonal entry is stored is dominated by it.
	values func(*sparsity.Pattern) *sparsity.Matrix
}

// Pattern makes the pattern.
func (m Matrix) Pattern() *sparsity.Pattern { return m.make() }

// Make makes the matrix. Values have four decimals, for a short text.
func (m Matrix) Make() *sparsity.Matrix {
	values := m.values
	if values == nil {
		values = func(p *sparsity.Pattern) *sparsity.Matrix { return matgen.Dominant(p, 1) }
	}
	a := values(m.make())
	for k, v := range a.Values {
		a.Values[k] = math.Copysign(max(1e-4, math.Round(math.Abs(v)*1e4)/1e4), v)
	}
	return a
}

// All returns every matrix that is made, by name.
func All() []Matrix {
	return []Matrix{
		{"arrow_bad_1m", "a diagonal of 1,000,000 with a full first row and column", func() *sparsity.Pattern { return matgen.Arrow(1_000_000, 1) }, nil},
		{"banded_200k", "200,000 rows, 8 diagonals below the main one and 6 above", func() *sparsity.Pattern { return matgen.Banded(200_000, 8, 6) }, nil},
		{"btf_300k", "300,000 rows in 20,000 irreducible blocks, rows and columns in random order", func() *sparsity.Pattern { return matgen.HiddenBlocks(300_000, 20_000, 200_000, 1) }, nil},
		{"circuit_pl_1m", "a circuit of 1,000,000 nodes whose degrees follow a power law", func() *sparsity.Pattern { return powerLaw(1_000_000, 1) }, nil},
		{"grid2d_1000", "the 5-point stencil on 1000 × 1000 points", func() *sparsity.Pattern { return matgen.Grid2D(1000, 1000) }, nil},
		{"grid3d_60", "the 7-point stencil on 60 × 60 × 60 points", func() *sparsity.Pattern { return matgen.Grid3D(60, 60, 60) }, nil},
		{"grid_kkt_2800k", "the interior-point matrix of a power grid of 597,600 buses, nearly a tree", func() *sparsity.Pattern { return gridKKT(830, 720, 1) }, nil},
		{"logic_720k", "180,000 gates with supply rails and a clock", func() *sparsity.Pattern { return matgen.Circuit(180_000, 1) }, nil},
		{"mesh_rails_360k", "a mesh of 600 × 600 nodes, each tied to ground and every second one to a supply", func() *sparsity.Pattern { return meshRails(600, 600, 1) }, nil},
		{"power_grid_300k", "two layers of a power grid with vias, and sources without a diagonal entry", func() *sparsity.Pattern { return powerGrid(512, 512, 4, 1) }, nil},
		{"power_grid_5m", "four metal layers of a power grid with vias, and supplies on the top layer", func() *sparsity.Pattern { return metalLayers(1952, 1952, []int{1, 2, 4, 16}, 1) }, conductances},
	}
}
