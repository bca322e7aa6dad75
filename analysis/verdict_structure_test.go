package analysis

// structureClaims names the test of each claim of verdict_structure.go.
var structureClaims = map[string]string{}
