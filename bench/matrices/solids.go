package matrices

import (
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// Solids returns graphs of three dimensions, by family and size: what
// discretised solids and fields look like to an ordering.
func Solids() []Matrix {
	type pattern = *sparsity.Pattern
	return []Matrix{
		{"points_10k", "10,000 random points, joined to the 14 nearest or so", func() pattern { return matgen.Geometric3D(10_000, 14, 1) }, nil},
		{"points_50k", "50,000 random points, joined to the 14 nearest or so", func() pattern { return matgen.Geometric3D(50_000, 14, 2) }, nil},
		{"points_100k", "100,000 random points, joined to the 10 nearest or so", func() pattern { return matgen.Geometric3D(100_000, 10, 3) }, nil},
		{"points_200k", "200,000 random points, joined to the 14 nearest or so", func() pattern { return matgen.Geometric3D(200_000, 14, 4) }, nil},
		{"tets_10k", "10,000 vertices of tetrahedra, finer near one point", func() pattern { return matgen.Tetrahedra(6, 10_000, 1, 1) }, nil},
		{"tets_40k", "40,000 vertices of tetrahedra, finer near five points", func() pattern { return matgen.Tetrahedra(8, 40_000, 5, 2) }, nil},
		{"tets_100k", "100,000 vertices of tetrahedra, finer near twenty points", func() pattern { return matgen.Tetrahedra(12, 100_000, 20, 3) }, nil},
		{"tets_200k", "200,000 vertices of tetrahedra, finer near three points", func() pattern { return matgen.Tetrahedra(8, 200_000, 3, 4) }, nil},
		{"bricks_22", "the 27-point stencil on 22 × 22 × 22 points", func() pattern { return matgen.Grid27(22, 22, 22) }, nil},
		{"bricks_40", "the 27-point stencil on 40 × 40 × 40 points", func() pattern { return matgen.Grid27(40, 40, 40) }, nil},
		{"bricks_long", "the 27-point stencil on 96 × 40 × 30 points, numbered at random", func() pattern {
			return matgen.Shuffle(matgen.Grid27(96, 40, 30), 1)
		}, nil},
		{"bricks_56", "the 27-point stencil on 56 × 56 × 56 points", func() pattern { return matgen.Grid27(56, 56, 56) }, nil},
		{"elastic_bricks_16", "three unknowns at each of 16 × 16 × 16 points, 27-point stencil", func() pattern {
			return matgen.Unknowns(matgen.Grid27(16, 16, 16), 3)
		}, nil},
		{"elastic_bricks_30", "three unknowns at each of 30 × 30 × 30 points, 27-point stencil", func() pattern {
			return matgen.Unknowns(matgen.Grid27(30, 30, 30), 3)
		}, nil},
		{"elastic_tets_100k", "three unknowns at each of 33,000 vertices of tetrahedra", func() pattern {
			return matgen.Unknowns(matgen.Tetrahedra(8, 33_000, 4, 5), 3)
		}, nil},
		{"flow_tets_60k", "four unknowns at each of 15,000 vertices of tetrahedra", func() pattern {
			return matgen.Unknowns(matgen.Tetrahedra(6, 15_000, 2, 6), 4)
		}, nil},
	}
}
