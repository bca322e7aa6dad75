package matrices

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// A Family has matrices of one kind in several sizes.
type Family struct {
	Name     string
	Matrices []Matrix
}

// Families returns matrices of several kinds, each in several sizes, from eight rows
// to a hundred thousand: what predicted times are checked with.
func Families() []Family {
	type pattern = *sparsity.Pattern
	return []Family{
		family("grid2d", "5-point stencil on %d × %[1]d points", func(n int) pattern { return matgen.Grid2D(n, n) }, 4, 12, 40, 100, 250),
		family("grid9", "9-point stencil on %d × %[1]d points", func(n int) pattern { return matgen.Grid9(n, n) }, 20, 70, 180),
		family("grid3d", "7-point stencil on %d × %[1]d × %[1]d points", func(n int) pattern { return matgen.Grid3D(n, n, n) }, 5, 10, 16, 22),
		family("bricks", "27-point stencil on %d × %[1]d × %[1]d points", func(n int) pattern { return matgen.Grid27(n, n, n) }, 4, 8, 13),
		family("points", "%d random points in space", func(n int) pattern { return matgen.Geometric3D(n, 12, 1) }, 25, 300, 1500, 5000),
		family("tets", "%d vertices of tetrahedra", func(n int) pattern { return matgen.Tetrahedra(4, n, 2, 1) }, 600, 3000, 12000),
		family("elastic", "three unknowns at each of %d × %[1]d × %[1]d points", func(n int) pattern {
			return matgen.Unknowns(matgen.Grid27(n, n, n), 3)
		}, 2, 3, 5, 8),
		family("logic", "%d gates with supply rails and a clock", func(n int) pattern { return matgen.Circuit(n, 1) }, 3, 30, 250, 2000, 15000),
		family("powerlaw", "circuit of %d nodes whose degrees follow a power law", func(n int) pattern { return powerLaw(n, 1) }, 12, 200, 2000, 20000, 100000),
		family("layers", "two layers of a power grid of %d × %[1]d nodes", func(n int) pattern { return powerGrid(n, n, 4, 1) }, 16, 60, 150, 300),
		family("rails", "mesh of %d × %[1]d nodes with ground and supply", func(n int) pattern { return meshRails(n, n, 1) }, 15, 60, 200),
		family("banded", "%d rows with 8 diagonals below and 6 above the main one", func(n int) pattern { return matgen.Banded(n, 8, 6) }, 10, 100, 2000, 40000),
		family("blocks", "%d rows in irreducible blocks of 15", func(n int) pattern { return matgen.HiddenBlocks(n, n/15, n, 1) }, 30, 300, 5000, 60000),
		family("random", "%d rows with 4 random entries in each column", func(n int) pattern { return matgen.RandomSquare(n, 4, 1) }, 8, 20, 60, 250, 700),
		family("ktree", "chordal graph of %d vertices", func(n int) pattern { return matgen.KTree(n, 5, 1) }, 14, 150, 3000, 50000),
	}
}

// family makes a family whose matrices differ in one number.
func family(name, what string, of func(int) *sparsity.Pattern, sizes ...int) Family {
	f := Family{Name: name}
	for _, n := range sizes {
		f.Matrices = append(f.Matrices, Matrix{fmt.Sprintf("%s_%d", name, n), fmt.Sprintf(what, n), func() *sparsity.Pattern { return of(n) }, nil})
	}
	return f
}
