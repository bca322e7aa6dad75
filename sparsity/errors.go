package sparsity

// Messages of the panics that broken preconditions cause.
const (
	errDims      = "sparsity: dimension negative or too large"
	errNotSquare = "sparsity: pattern not square"
	errLengths   = "sparsity: lengths differ"
	errPerm      = "sparsity: not a permutation"
	errIndex     = "sparsity: index out of range"
	errNoParts   = "sparsity: no parts"
)
