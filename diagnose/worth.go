package diagnose

// worth is the share of a run from which on something is worth a warning.
// Repeated runs of one program on one machine differ by 2 to 5 % where other
// programs run, so that a smaller gain could not be told from chance.
const worth = 0.05

// enough is how many units of work there must be before the way in which they
// are distributed says something: of eight that all lie in the larger half of
// what is likely, 1 in 256 does so by chance.
const enough = 8

// share returns part / whole, 0 where there is no whole.
func share(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
