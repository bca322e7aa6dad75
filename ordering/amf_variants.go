package ordering

// AMFVariants returns runs of [AMF] that are worth their time beside [AMD],
// those that win most often first; a caller with less time takes fewer. No two
// share memory, so they may run at once.
//
// The first two count fill exactly in most neighbourhoods of a circuit and need
// some ten times the time of AMD, more where fronts are large; the next two no
// more than twice, and the last two again ten times. They were chosen so that
// the best of them and AMD is least in the mean of circuit matrices.
func AMFVariants() []AMFOptions {
	return []AMFOptions{
		{Score: AMFMeanFill, AllCliques: true, Exact: 50},
		{Score: AMFRelative, AllCliques: true, Exact: 50},
		{Score: AMFDegree, Ties: AMFOldest},
		{Score: AMFMeanFill},
		{Score: AMFMeanFill, Ties: AMFRandom, Seed: 1, AllCliques: true, Exact: 16},
		{Score: AMFMeanFill, Ties: AMFOldest, AllCliques: true, Exact: 16},
	}
}
