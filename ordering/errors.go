package ordering

// Messages of the panics that broken preconditions cause.
const (
	errNotSquare       = "ordering: pattern not square"
	errClass           = "ordering: classes of another number of vertices, or not below it"
	errPermLength      = "ordering: permutation of another length"
	errScore           = "ordering: unknown score or rule for ties"
	errTooLarge        = "ordering: graph needs more than 2³¹ words of work"
	errNoStart         = "ordering: no order to start from"
	errPatternTooLarge = "ordering: pattern has more than 2³⁰ rows, columns or entries"
)
