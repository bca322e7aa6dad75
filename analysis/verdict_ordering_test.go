package analysis

// orderingClaims names the test of each claim of verdict_ordering.go.
var orderingClaims = map[string]string{}
