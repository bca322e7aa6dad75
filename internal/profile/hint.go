package profile

import "github.com/nrkit/nrkit/newton"

// Hint says what may help against a failure.
func Hint(f *newton.Failure) string {
	if f.Residual {
		return "the last update is small, but this residual is not; --no-residual-test stops the iteration when the update is small, as ngspice does"
	}
	at, look := "every node", ""
	if f.Unknown != "" {
		at, look = f.Unknown, "; "+f.Unknown+" is the unknown to check"
	}
	switch f.Reason {
	case newton.Singular:
		return "does " + at + " have a DC path to ground, and is it outside all loops of voltage sources?"
	case newton.NoOperatingPoint:
		return "a .nodeset or .ic near the solution, or --tran with --uic, may help" + look
	}
	return "a smaller step, --method be, or a larger itl4 in .options may help" + look
}
