package profile

import "github.com/nrkit/nrkit/newton"

// Hint says what may help against a failure.
func Hint(f *newton.Failure) string {
	if f.Residual {
		return "the steps of the iteration are small, but not that residual; --no-residual-test ends an iteration when its steps are small, as ngspice does"
	}
	at, look := "every node", ""
	if f.Unknown != "" {
		at, look = f.Unknown, "; "+f.Unknown+" is where to look"
	}
	switch f.Reason {
	case newton.Singular:
		return "does " + at + " have a path to ground for direct current, and is it in no loop of voltage sources?"
	case newton.NoOperatingPoint:
		return "a .nodeset or .ic near the solution, or --tran with --uic, may help" + look
	}
	return "a smaller step, --method be, or a larger itl4 in .options may help" + look
}
