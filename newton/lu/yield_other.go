//go:build !linux

package lu

// yieldThread does nothing here.
func yieldThread() {}
