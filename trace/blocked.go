package trace

// ArgBlocked is the argument of an iteration that says what kept it from being the
// last of its solution, if that is known: a [Blocker].
const ArgBlocked = "blocked_by"

// A Blocker is what kept an iteration from being the last: the number of the
// unknown, from 0, that moved most against its tolerance, or one of the
// constants.
type Blocker int64

// Blockers that are no unknowns. BlockedByResidual and the numbers below it are
// equations 0, 1, … whose residual was too large.
const (
	NotBlocked        Blocker = -1
	BlockedByLimiter  Blocker = -2 // a device limited the voltages it was evaluated at
	BlockedByResidual Blocker = -3
)

// BlockedByEquation returns the blocker for the residual of equation i.
func BlockedByEquation(i int) Blocker { return BlockedByResidual - Blocker(i) }

// Unknown returns the number of the unknown or equation of a blocker, and whether it
// is the equation of a residual. i is -1 if the blocker is neither.
func (b Blocker) Unknown() (i int64, residual bool) {
	switch {
	case b >= 0:
		return int64(b), false
	case b <= BlockedByResidual:
		return int64(BlockedByResidual - b), true
	}
	return -1, false
}
