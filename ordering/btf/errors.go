package btf

// Messages of the panics that broken preconditions cause.
const (
	errNotSquare = "btf: pattern not square"
)
