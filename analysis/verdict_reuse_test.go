package analysis

// reuseClaims names the test of each claim of verdict_reuse.go.
var reuseClaims = map[string]string{}
