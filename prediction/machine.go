package prediction

import "math"

// MachineSchema names the document that [Machine] is.
const MachineSchema = "machine/v1"

// Kernels is the version of the loops whose times [Machine] has. Times of other
// versions do not fit the coefficients.
const Kernels = 2

// The levels of memory, in the order of [Machine.CacheBytes] and of the times by level.
const (
	L1 = iota
	L2
	L3
	Memory
	Levels // number of levels
)

// A Machine has the times of unit operations on one core of a computer. It is the
// document machine/v1. Package calibrate measures it.
type Machine struct {
	Schema  string `json:"schema"`        // name of the schema: `machine/v1`
	Kernels int    `json:"kernels"`       // version of the loops that were timed: 2. Files with other versions are refused
	Key     string `json:"key,omitempty"` // hash of the CPU, its caches and `kernels`; absent unless `origin` is `calibrated`
	Name    string `json:"name"`          // model of the CPU, or the microarchitecture

	// row of the shipped table that fits the CPU, such as `zen4`; absent if no row
	// fits
	Microarchitecture string `json:"microarchitecture,omitempty"`

	// where the times come from: `calibrated` was measured on this machine,
	// `measured` on another machine of the microarchitecture, `derived` was computed
	// from typical clocks and latencies, and `generic` fits no CPU in particular
	Origin string `json:"origin"`

	Calibrated bool `json:"calibrated"` // whether the machine that the document names was measured

	// true if other programs disturbed the calibration: the thread waited for a CPU,
	// or no part of L3 was fast. Then `cache_bytes` has the least size of L3 that was
	// tried, and predictions have intervals as wide as without a calibration
	Disturbed bool `json:"disturbed,omitempty"`

	Sources []string `json:"sources,omitempty"` // what the figures of a `derived` row are, and which are assumed

	Cores int `json:"cores"` // CPUs that the process may use; 0 if unknown

	// sizes of the L1 data cache, L2 and L3 that one core can use; 0 without that
	// level: its times are of data that the level before cannot hold. A calibration tries L3: beside other machines on the same CPU, one core can
	// get a smaller part than the system reports
	CacheBytes []int64 `json:"cache_bytes"`

	// working sets with which the times by level were measured, for L1, L2, L3 and
	// memory. For others, times are interpolated
	WorkingSetBytes []int64 `json:"working_set_bytes"`

	// time of one indirect multiply-add, by level: a column of a sparse matrix,
	// scaled, is subtracted from a dense vector. Columns have 32 entries of 12 bytes
	// and come in random order
	Update []float64 `json:"update_ns"`

	Stream  []float64 `json:"stream_ns"`  // time to read one entry of 8 bytes from a long array, by level
	Latency []float64 `json:"latency_ns"` // time of one load whose address depends on the load before, by level

	// time of one update by a short column of 1 to 8 entries, 3 on average, in the
	// L2 cache: start of the loop, a mispredicted branch, and the multiply-adds
	Column float64 `json:"column_ns"`

	Dense    float64 `json:"dense_multiply_add_ns"`  // time of one multiply-add of a dense product, with the widest vectors of the CPU
	Scalar   float64 `json:"scalar_multiply_add_ns"` // time of one multiply-add of a dense product without vectors
	Divide   float64 `json:"divide_ns"`              // time of one of many independent divisions
	Dispatch float64 `json:"dispatch_ns"`            // time to hand a task to another thread, which waits in a loop
	Wake     float64 `json:"wake_ns"`                // time to hand a task to another thread, which sleeps
}

// At returns the time in ns of one operation on a working set of so many bytes, of
// times by level of m: m.Update, m.Stream or m.Latency.
//
// Method: up to the working set of L3, straight lines through the measured points, with
// logarithms on both axes. Up to half of the last cache, the time of L3. Beyond, half of the last
// cache holds its share of the data, the other data are in memory: the time at the
// working set of memory is the measured time, and larger working sets have the same
// time. The result is 0 unless times has a time for each level.
func (m *Machine) At(times []float64, workingSet int64) float64 {
	at := m.WorkingSetBytes
	if len(times) != Levels || len(at) != Levels {
		return 0
	}
	if workingSet <= at[L1] {
		return times[L1]
	}
	for k := L2; k <= L3; k++ {
		if workingSet > at[k] || at[k] <= at[k-1] {
			continue
		}
		share := logarithm(float64(workingSet)/float64(at[k-1])) / logarithm(float64(at[k])/float64(at[k-1]))
		return times[k-1] * exponential(share*logarithm(times[k]/times[k-1]))
	}
	held := max(float64(at[L3]), m.lastCache()/2)
	if float64(workingSet) <= held {
		return times[L3]
	}
	if workingSet >= at[Memory] || float64(at[Memory]) <= held {
		return times[Memory]
	}
	share := (1 - held/float64(workingSet)) / (1 - held/float64(at[Memory]))
	return times[L3] + share*(times[Memory]-times[L3])
}

// lastCache returns the bytes of the largest cache.
func (m *Machine) lastCache() float64 {
	last := 0.0
	for _, size := range m.CacheBytes {
		last = math.Max(last, float64(size))
	}
	return last
}
