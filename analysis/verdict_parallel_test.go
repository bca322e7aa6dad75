package analysis

// parallelClaims names the test of each claim of verdict_parallel.go.
var parallelClaims = map[string]string{}
