package telemetry

// A Field is one figure of a device.
type Field uint8

// The figures, in the order of the columns of [WriteCSV].
const (
	GPUUtil Field = iota
	MemUtil
	SMClock
	MemClock
	Power
	Temperature
	MemoryUsed
	Throttle // set of [Reason]
	numFields
)

// fieldNames are the names of counters and columns.
var fieldNames = [numFields]string{"gpu_util_pct", "mem_util_pct", "sm_clock_mhz", "mem_clock_mhz", "power_w", "temperature_c",
	"memory_used_bytes", "throttle_reasons"}

// String returns the name of the counter, which ends in the unit.
func (f Field) String() string { return fieldNames[f] }

// Fields lists the figures there may be.
func Fields() []Field {
	list := make([]Field, numFields)
	for k := range list {
		list[k] = Field(k)
	}
	return list
}

// A Set is a set of fields.
type Set uint16

// All has every field.
const All = Set(1<<numFields - 1)

// Has reports whether f is in s.
func (s Set) Has(f Field) bool { return s>>f&1 != 0 }

// Without returns s without f.
func (s Set) Without(f Field) Set { return s &^ (1 << f) }

// A Reason is a bit of [Throttle]: why clocks are lower than they could be.
// The bits are those of NVML (nvmlClocksEventReasons).
type Reason uint64

// A reason as a counter.
type namedReason struct {
	bit  Reason
	name string
}

// reasons lists the bits in order.
var reasons = [...]namedReason{
	{1, "throttle_gpu_idle"},
	{2, "throttle_application_clocks"},
	{4, "throttle_sw_power_cap"},
	{8, "throttle_hw_slowdown"},
	{16, "throttle_sync_boost"},
	{32, "throttle_sw_thermal"},
	{64, "throttle_hw_thermal"},
	{128, "throttle_hw_power_brake"},
	{256, "throttle_display_clock"},
}
