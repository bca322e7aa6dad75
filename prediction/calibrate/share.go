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
// the least of ten. Without such a size, the result is the least size that was tried,
// and found is false: then other programs use L3.
//
// An L3 below four times L2 is not tried, and none is tried if a size is unknown.
func usable(caches []int64) (result []int64, found bool) {
	l2, l3 := caches[prediction.L2], caches[prediction.L3]
	if l2 <= 0 || l3 < 4*l2 {
		return caches, true
	}
	sizes := []int64{l2 / 2, prediction.WorkingSets(caches)[prediction.Memory]}
	for half := l3 / 2; half >= 2*l2; half /= 2 {
		sizes = append(sizes, half)
	}
	result = slices.Clone(caches)
	result[prediction.L3], found = share(sizes, loadTimes(sizes))
	return result, found
}

// share returns twice the first size from inL3 on whose loads are fast, as [usable]
// says; otherwise twice the last size.
func share(sizes []int64, times []float64) (bytes int64, found bool) {
	limit := times[inL2] + (times[inMemory]-times[inL2])/3
	for i := inL3; i < len(sizes); i++ {
		if times[i] < limit {
			return 2 * sizes[i], true
		}
	}
	return 2 * sizes[len(sizes)-1], false
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
