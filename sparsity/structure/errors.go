package structure

// Reasons why a figure is absent.
const (
	notSquare = "the matrix is not square"
	noValues  = "the matrix has no values"
	notThere  = "there are none"
)
