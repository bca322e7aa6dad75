package calibrate

import (
	"math"
	"runtime"
	"slices"

	"github.com/nrkit/nrkit/prediction"
)

const (
	shareRounds = 10      // of the loads, for each size
	shareLoads  = 1 << 17 // most loads of one round
)

// usable returns the sizes of the caches that one core can use: L3 is as large as loads
// find it, up to the reported size.
//
// Method: chains of loads run over halves of L3, of half of L3, and so on, down to
// twice L2. The first whose loads take less than a third of the way from L2 to memory is
// half of the result. Other machines on the same CPU use the rest of L3. Each time is
// the least of ten. Without such a size, the result has no L3.
//
// An L3 below four times L2 is not tried, and none is tried if a size is unknown.
func usable(caches []int64) []int64 {
	l2, l3 := caches[prediction.L2], caches[prediction.L3]
	if l2 <= 0 || l3 < 4*l2 {
		return caches
	}
	sizes := []int64{l2 / 2, prediction.WorkingSets(caches)[prediction.Memory]}
	for half := l3 / 2; half >= 2*l2; half /= 2 {
		sizes = append(sizes, half)
	}
	times := loadTimes(sizes)
	limit := times[inL2] + (times[inMemory]-times[inL2])/3
	result := slices.Clone(caches)
	result[prediction.L3] = 0
	for i := inL3; i < len(sizes); i++ {
		if times[i] < limit {
			result[prediction.L3] = min(l3, 2*sizes[i])
			break
		}
	}
	return result
}

// Of the sizes for loadTimes, the first is in L2, the second in memory.
const (
	inL2 = iota
	inMemory
	inL3
)

// loadTimes returns the ns of dependent loads with working sets of so many bytes.
func loadTimes(sizes []int64) []float64 {
	kernels, times := make([]kernel, len(sizes)), make([]float64, len(sizes))
	for i, bytes := range sizes {
		kernels[i] = latencyKernel(bytes, 0)
		times[i] = math.Inf(1)
		kernels[i].times = max(1, min(shareLoads, 2*int(bytes/lineBytes))/kernels[i].ops)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range shareRounds {
		for i := range kernels {
			k := &kernels[i]
			if i != inMemory {
				k.run(2 * k.warm)
			}
			times[i] = min(times[i], k.clock(k.times)*1e9/float64(k.ops*k.times))
		}
	}
	return times
}
