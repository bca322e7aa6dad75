package walktest

import "testing"

// Seeds returns the number of seeds that a test tries: n, and with -short a tenth.
func Seeds(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}
