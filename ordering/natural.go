package ordering

import "github.com/nrkit/nrkit/sparsity"

// Natural returns the identity permutation of n: the order of the matrix as it
// is, the baseline of the others.
func Natural(n int) sparsity.Perm { return sparsity.Identity(n) }
