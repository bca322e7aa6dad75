package analysis

// Codes of warnings, besides the codes of the readers. docs/warnings.md lists them
// with these comments.
const (
	// Orderings that were asked for, or that run by default, do not apply to the matrix or cost too much.
	OrderingAbsent = "ordering-absent"
	// Some orderings of the portfolio did not finish within --ordering-budget.
	OrderingUnfinished = "ordering-unfinished"
	// A task model was not computed under some orderings, because it costs too much.
	ModelAbsent = "model-absent"
	// The rows could not be matched to columns, so --matching has no effect.
	MatchingAbsent = "matching-absent"
	// The exact fill is missing, or the exact fill of one ordering: no numeric LU finished.
	exactAbsent = "exact-absent"
	// A numeric LU found a column without a pivot.
	numericallySingular = "numerically-singular"
	// How long pivots hold in a series is unknown, because its first matrix has no LU within the budget.
	pivotsAbsent = "pivots-absent"
	// No device writes some entries of the matrix.
	unstampedEntries = "unstamped-entries"
	// Devices write positions that the matrix does not have.
	unstoredStamps = "unstored-stamps"
)
