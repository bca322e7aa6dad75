package separator

// Messages of the panics that broken preconditions cause.
const (
	errSides = "separator: sides of another length than the graph"
)
