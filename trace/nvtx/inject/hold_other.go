//go:build !linux

package inject

// Hold keeps nobody: folders are made on Linux only.
func Hold(string) (release func() error, err error) { return func() error { return nil }, nil }
