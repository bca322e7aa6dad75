package analysis

// scatterClaims names the test of each claim of verdict_scatter.go.
var scatterClaims = map[string]string{}
