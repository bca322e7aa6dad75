package etree

// Messages of the panics that broken preconditions cause.
const (
	errNotSquare = "etree: pattern not square"
	errTreeSize  = "etree: tree and pattern differ in size"
	errPostSize  = "etree: tree and postorder differ in size"
	errWeights   = "etree: tree and weights differ in size"
	errPermSize  = "etree: pattern and permutation differ in size"
)
