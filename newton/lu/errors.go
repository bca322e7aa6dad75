package lu

// Messages of the panics that broken preconditions cause.
const (
	errNotSquare = "lu: pattern not square"
	errValues    = "lu: number of values is not the number of entries"
	errPlanSize  = "lu: plan of another size"
	errPlanPerm  = "lu: plan holds no permutation"
	errPlanBlock = "lu: block boundaries of plan do not ascend from 0 to n"
	errBelow     = "lu: entry below the diagonal blocks of plan"
	errThreshold = "lu: threshold outside 0..1"
	errScale     = "lu: no such scaling"
	errUnscaled  = "lu: guarded solver without row scales"
	errLimit     = "lu: limit of backward errors negative or not a number"
	errChecks    = "lu: CheckAll together with NoSolveCheck"
	errCanonical = "lu: pattern of a guarded solver not canonical"
	errBudget    = "lu: budget negative or not a number"
	errOther     = "lu: factors are of a matrix with another pattern"
	errNotReady  = "lu: solver without factors: Refactor failed"
	errVector    = "lu: vector of another length"
	errWorkers   = "lu: negative number of workers"
)
