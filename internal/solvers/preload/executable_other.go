//go:build !linux

package preload

// executable says whether programs may map a file as code: there are no libraries here.
func executable(string) error { return nil }

// hasCapabilities reports whether a program gets capabilities from its file: Linux alone
// has them.
func hasCapabilities(string) bool { return false }
