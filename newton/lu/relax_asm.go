//go:build amd64 || arm64

package lu

// relax tells the processor that a loop waits: another hardware thread of the core gets what the
// loop does not need.
func relax()
