package equivalent

// Messages of the panics that broken preconditions cause.
const (
	errNotSquare  = "equivalent: pattern not square"
	errPermLength = "equivalent: permutation of another length"
	errFill       = "internal error: equivalent: the fill has changed"
)
