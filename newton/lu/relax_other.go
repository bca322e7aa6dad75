//go:build !amd64 && !arm64

package lu

// relax does nothing: it is not known how to tell this processor that a loop waits.
func relax() {}
