package analysis

// exactClaims names the test of each claim of verdict_exact.go.
var exactClaims = map[string]string{}
