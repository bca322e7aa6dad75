//go:build !linux && !darwin

package calibrate

import "github.com/nrkit/nrkit/prediction"

// cacheSizes returns the bytes of the caches: on this system they are unknown.
func cacheSizes() []int64 { return make([]int64, prediction.Memory) }
