//go:build !linux

package sqlite

// unused does nothing: what the system may take back is up to it.
func unused([]byte) {}
