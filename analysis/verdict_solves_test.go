package analysis

// solvesClaims names the test of each claim of verdict_solves.go.
var solvesClaims = map[string]string{}
