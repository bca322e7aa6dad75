package prediction

// MachineSchema names the format of a machine's file.
const MachineSchema = "machine/v1"

// A Machine is how long unit operations take on one machine.
//
// Fields with a value for each memory level have one more element than CacheBytes.
// The last element is for data in memory.
type Machine struct {
	Schema string `json:"schema"` // `machine/v1`

	// key of the machine, as `runkey` makes it; empty for a row that is shipped with
	// the program
	Key string `json:"key,omitempty"`

	Name       string `json:"name"`       // name of the processor or of its microarchitecture
	Calibrated bool   `json:"calibrated"` // whether the figures were measured on this machine

	CacheBytes []int64   `json:"cache_bytes"` // sizes of the caches that one core can use, smallest first
	UpdateNS   []float64 `json:"update_ns"`   // indirect multiply-add, per entry, by memory level
	StreamNS   []float64 `json:"stream_ns"`   // entry of 12 bytes that is read in order, by memory level
	VisitNS    []float64 `json:"visit_ns"`    // random access that waits for the access before it, by memory level

	DenseNS  float64 `json:"dense_ns"`         // multiply-add of a plain loop over small dense matrices
	RunNS    float64 `json:"run_ns"`           // start of a short loop of unknown length
	CallNS   float64 `json:"call_ns"`          // call of a function with a small frame
	Dispatch float64 `json:"dispatch_seconds"` // handing a task to another thread
}

// level returns the time of an operation whose data take the given bytes: each level of
// memory counts with the share of the data that it can hold, beyond what the levels
// before it hold.
func (m *Machine) level(ns []float64, bytes float64) float64 {
	if len(ns) == 0 {
		return 0
	}
	total, held := 0.0, 0.0
	for k, size := range m.CacheBytes {
		if k+1 >= len(ns) || bytes <= float64(size) {
			return total + (1-held)*ns[min(k, len(ns)-1)]
		}
		share := float64(size) / bytes
		total += (share - held) * ns[k]
		held = share
	}
	return total + (1-held)*ns[len(ns)-1]
}
