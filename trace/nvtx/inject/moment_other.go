//go:build !linux

package inject

// now reports false: the library runs on Linux only.
func now() (Anchor, bool) { return Anchor{}, false }
