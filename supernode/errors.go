package supernode

// Messages of the panics that broken preconditions cause.
const (
	errCounts = "supernode: tree and counts differ in size"
	errTree   = "supernode: tree and partition differ in size"
	errRelax  = "supernode: negative relaxation parameter"
)
