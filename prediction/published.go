package prediction

// referenceClock is the clock of reference in GHz: a load whose address waits for a
// shift takes five cycles from L1.
const referenceClock = 3.59

// reference was measured with analyze calibrate on two cores of an AMD EPYC 9004
// (Zen 4) under KVM: the median of five runs. Each run found 4 or 8 MiB of L3; the row has
// the size that the system reports.
var reference = Machine{
	Schema: MachineSchema, Kernels: Kernels, Name: "AMD Zen 4 (EPYC 9004)", Microarchitecture: "zen4", Origin: Measured,
	CacheBytes:      []int64{32 << 10, 1 << 20, 32 << 20},
	WorkingSetBytes: []int64{16 << 10, 512 << 10, 2 << 20, 128 << 20},
	Update:          []float64{0.5769, 0.8105, 1.241, 12.0},
	Stream:          []float64{0.2033, 0.2041, 0.2066, 0.2664},
	Latency:         []float64{1.393, 5.119, 15.29, 205.7},
	Column:          6.585, Dense: 0.0341, Scalar: 0.4054, Divide: 1.24, Dispatch: 23.78, Wake: 12920,
}

// generic fits no CPU in particular.
var generic = publication{
	title: "generic", clock: 3, caches: [3]int64{32 << 10, 512 << 10, 16 << 20},
	cycles: [3]float64{4, 13, 50}, memoryNS: 100, multiplies: 8,
	dispatch: 41, // geometric mean of the two that were measured
}

// Sources of the derived rows. The figures are typical for the microarchitecture: none
// was compared with a publication.
var typical = []string{
	"latencies of L1 and L2 in cycles, sizes of caches, multiply-adds per cycle: typical figures, not compared with a publication",
	"clock, latency of L3 and of memory: assumed",
}

// published are the microarchitectures of the shipped table, zen4 first.
var published = [...]publication{
	{name: "zen4", title: "AMD Zen 4", vendor: "AuthenticAMD", family: 25, models: []modelRange{{0x10, 0x1f}, {0x60, 0x7f}, {0xa0, 0xaf}}},
	{name: "zen2", title: "AMD Zen 2", vendor: "AuthenticAMD", family: 23, models: []modelRange{{0x30, 0x3f}, {0x47, 0x47}, {0x60, 0x7f}, {0x90, 0xaf}},
		clock: 3.5, caches: [3]int64{32 << 10, 512 << 10, 16 << 20}, cycles: [3]float64{4, 12, 39}, memoryNS: 100, multiplies: 8},
	{name: "zen3", title: "AMD Zen 3", vendor: "AuthenticAMD", family: 25, models: []modelRange{{0x00, 0x0f}, {0x20, 0x5f}},
		clock: 3.6, caches: [3]int64{32 << 10, 512 << 10, 32 << 20}, cycles: [3]float64{4, 12, 46}, memoryNS: 100, multiplies: 8},
	{name: "zen5", title: "AMD Zen 5", vendor: "AuthenticAMD", family: 26, models: []modelRange{{0x00, 0x2f}, {0x40, 0x4f}, {0x60, 0x7f}},
		clock: 4.2, caches: [3]int64{48 << 10, 1 << 20, 32 << 20}, cycles: [3]float64{4, 14, 46}, memoryNS: 100, multiplies: 16},
	{name: "haswell", title: "Intel Haswell and Broadwell", vendor: "GenuineIntel", family: 6, models: []modelRange{{60, 61}, {63, 63}, {69, 71}, {79, 79}, {86, 86}},
		clock: 3.2, caches: [3]int64{32 << 10, 256 << 10, 16 << 20}, cycles: [3]float64{4, 11, 34}, memoryNS: 90, multiplies: 8},
	{name: "skylake", title: "Intel Skylake, Kaby Lake, Coffee Lake and Comet Lake", vendor: "GenuineIntel", family: 6, models: []modelRange{{78, 78}, {94, 94}, {142, 142}, {158, 158}, {165, 166}},
		clock: 4, caches: [3]int64{32 << 10, 256 << 10, 8 << 20}, cycles: [3]float64{4, 12, 44}, memoryNS: 90, multiplies: 8},
	{name: "skylake-server", title: "Intel Skylake-SP, Cascade Lake and Cooper Lake", vendor: "GenuineIntel", family: 6, models: []modelRange{{85, 85}},
		clock: 3, caches: [3]int64{32 << 10, 1 << 20, 24 << 20}, cycles: [3]float64{4, 14, 60}, memoryNS: 110, multiplies: 16},
	{name: "icelake-server", title: "Intel Ice Lake-SP", vendor: "GenuineIntel", family: 6, models: []modelRange{{106, 106}, {108, 108}},
		clock: 3.1, caches: [3]int64{48 << 10, 1280 << 10, 36 << 20}, cycles: [3]float64{5, 14, 70}, memoryNS: 110, multiplies: 16},
	{name: "sapphirerapids", title: "Intel Sapphire Rapids and Emerald Rapids", vendor: "GenuineIntel", family: 6, models: []modelRange{{143, 143}, {207, 207}},
		clock: 3.2, caches: [3]int64{48 << 10, 2 << 20, 60 << 20}, cycles: [3]float64{5, 14, 110}, memoryNS: 120, multiplies: 16,
		dispatch: 70.6}, // Emerald Rapids, two cores of a virtual machine
	{name: "alderlake", title: "Intel Alder Lake and Raptor Lake, performance cores", vendor: "GenuineIntel", family: 6, models: []modelRange{{151, 151}, {154, 154}, {183, 183}, {186, 186}, {191, 191}},
		clock: 4.8, caches: [3]int64{48 << 10, 1280 << 10, 30 << 20}, cycles: [3]float64{5, 15, 68}, memoryNS: 90, multiplies: 8},
	{name: "neoverse-n1", title: "Arm Neoverse N1", vendor: "0x41", parts: []string{"0xd0c"},
		clock: 2.6, caches: [3]int64{64 << 10, 1 << 20, 32 << 20}, cycles: [3]float64{4, 11, 80}, memoryNS: 110, multiplies: 4},
	{name: "neoverse-v1", title: "Arm Neoverse V1", vendor: "0x41", parts: []string{"0xd40"},
		clock: 2.6, caches: [3]int64{64 << 10, 1 << 20, 32 << 20}, cycles: [3]float64{4, 13, 80}, memoryNS: 115, multiplies: 8},
	{name: "neoverse-v2", title: "Arm Neoverse V2", vendor: "0x41", parts: []string{"0xd4f"},
		clock: 3, caches: [3]int64{64 << 10, 1 << 20, 36 << 20}, cycles: [3]float64{4, 11, 80}, memoryNS: 115, multiplies: 8},
	{name: "apple", title: "Apple M1 and later, performance cores", vendor: "0x61",
		clock: 3.4, caches: [3]int64{128 << 10, 12 << 20, 8 << 20}, cycles: [3]float64{3, 18, 0}, memoryNS: 100, multiplies: 8},
}
