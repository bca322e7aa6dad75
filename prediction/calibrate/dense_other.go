//go:build !amd64 && !arm64

package calibrate

// vectorProducts returns the dense products that use vectors: none here.
func vectorProducts([]string) []product { return nil }
