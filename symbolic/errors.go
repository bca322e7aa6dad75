package symbolic

// Messages of the panics that broken preconditions cause.
const (
	errOrder     = "symbolic: order does not fit the matrix"
	errBlocks    = "symbolic: blocks do not divide the columns"
	errTree      = "symbolic: unknown tree"
	errNotSquare = "symbolic: pattern not square"
	errGraph     = "symbolic: graph does not fit the matrix"
	errWorkers   = "symbolic: numbers of workers not ascending from 1 or more"
	errCosts     = "symbolic: tree and costs differ in size"
	errNotLower  = "symbolic: entry above the diagonal of L"
	errNotUpper  = "symbolic: entry below the diagonal of U"
	errNotAbove  = "symbolic: entry between blocks that is not above the diagonal blocks"
)
