package structure

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// Connectivity says how a square matrix falls apart.
type Connectivity struct {
	// StrongComponents counts the strong components of the matrix as it is:
	// the diagonal blocks that a symmetric permutation can reach.
	StrongComponents int `json:"strong_components"`

	// BlockTriangular describes the form that any row and column permutation
	// can reach.
	BlockTriangular Blocks `json:"block_triangular"`
}

// Blocks are the diagonal blocks of a block triangular form. Of a structurally
// singular matrix their number depends on the matching that was found.
type Blocks struct {
	Blocks     int `json:"blocks"`
	Largest    int `json:"largest"`    // rows of the largest
	Singletons int `json:"singletons"` // blocks of one row
}

// connectivityOf counts components and blocks.
func connectivityOf(a *sparsity.Pattern, f btf.Form) *Connectivity {
	return &Connectivity{
		StrongComponents: btf.StrongComponents(a).Count,
		BlockTriangular:  Blocks{f.Blocks(), f.Largest(), f.Singletons()},
	}
}
