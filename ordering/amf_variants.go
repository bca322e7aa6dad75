package ordering

// AMFVariants returns runs of [AMF] that are worth their time beside [AMD],
// those that win most first; a caller with less time takes fewer. No two share
// memory, so they may run at once.
//
// Those that count fill need four to six times the time of AMD, the others no
// more than twice; eight and three times where cliques are large. They
// were chosen so that the best of them and AMD is least in the mean of circuit
// matrices.
func AMFVariants() []AMFOptions {
	return []AMFOptions{
		{Score: AMFMeanFill, Ties: AMFOldest, AllCliques: true, Exact: 50},
		{Score: AMFRelative, AllCliques: true},
		{Score: AMFMeanFill, AllCliques: true, Exact: 50},
		{Score: AMFRelative, Ties: AMFOldest, AllCliques: true, Exact: 50},
		{Score: AMFMeanFill, Ties: AMFOldest, AllCliques: true},
		{Score: AMFDegree, Ties: AMFOldest},
	}
}
