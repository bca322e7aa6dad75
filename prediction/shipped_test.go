package prediction

import (
	"math"
	"slices"
	"testing"
)

// CPUs find their row.
func TestMicroarchitecture(t *testing.T) {
	for signature, want := range map[string]string{
		"AuthenticAMD 25/17/1": "zen4", "AuthenticAMD 25/97/2": "zen4", "AuthenticAMD 25/33/0": "zen3", "AuthenticAMD 25/1/1": "zen3",
		"AuthenticAMD 23/49/0": "zen2", "AuthenticAMD 23/1/2": "", "AuthenticAMD 26/68/0": "zen5", "AuthenticAMD 26/80/0": "",
		"GenuineIntel 6/85/7": "skylake-server", "GenuineIntel 6/158/10": "skylake", "GenuineIntel 6/106/6": "icelake-server",
		"GenuineIntel 6/143/8": "sapphirerapids", "GenuineIntel 6/183/1": "alderlake", "GenuineIntel 6/79/1": "haswell", "GenuineIntel 25/17/1": "",
		"0x41 0xd0c r3p1": "neoverse-n1", "0x41 0xd40 r1p1": "neoverse-v1", "0x41 0xd4f r0p1": "neoverse-v2", "0x41 0xd03 r0p4": "",
		"0x41 0xd03 r0p4, 0x41 0xd40 r1p1": "neoverse-v1", "0x61 0x022 r1p1": "apple", "Apple 0x1b588bb3/2": "apple",
		"": "", "AuthenticAMD": "", "AuthenticAMD 25": "", "AuthenticAMD x/y/z": "",
	} {
		if got := Microarchitecture(signature); got != want {
			t.Errorf("%q: got %q, want %q", signature, got, want)
		}
	}
}

// Each row has all times, no level is faster than the level before, and what was not
// measured says so.
func TestShipped(t *testing.T) {
	measured := 0
	for _, name := range ShippedNames() {
		m, ok := Shipped(name)
		if !ok || m.Schema != MachineSchema || m.Calibrated || m.Key != "" || m.Name == "" {
			t.Fatalf("%s: %+v, %v", name, m, ok)
		}
		for _, times := range [][]float64{m.Update, m.Stream, m.Latency} {
			if len(times) != Levels || times[0] <= 0 || !slices.IsSorted(times) {
				t.Errorf("%s: times %v", name, times)
			}
		}
		for _, x := range []float64{m.Column, m.Dense, m.Scalar, m.Divide, m.Dispatch, m.Wake} {
			if !(x > 0) || math.IsInf(x, 0) {
				t.Errorf("%s: time %v", name, x)
			}
		}
		if !slices.IsSorted(m.WorkingSetBytes) || len(m.CacheBytes) != Memory {
			t.Errorf("%s: working sets %v, caches %v", name, m.WorkingSetBytes, m.CacheBytes)
		}
		switch m.Origin {
		case Measured:
			measured++
		case Derived:
			if len(m.Sources) == 0 {
				t.Errorf("%s: derived without a source", name)
			}
		case Unknown:
			if name != GenericName {
				t.Errorf("%s is generic", name)
			}
		default:
			t.Errorf("%s: origin %q", name, m.Origin)
		}
	}
	if measured != 1 {
		t.Errorf("%d rows measured, want 1", measured)
	}
	if _, ok := Shipped("z80"); ok {
		t.Error("a row for the z80")
	}
}

// A row with the figures of the reference has the times of the reference.
func TestDeriveReference(t *testing.T) {
	r := publication{clock: referenceClock, caches: [3]int64(reference.CacheBytes), memoryNS: reference.Latency[Memory], multiplies: 1 / (reference.Dense * referenceClock)}
	for k := range r.cycles {
		r.cycles[k] = reference.Latency[k]*referenceClock - 1
	}
	m := r.derive(&reference)
	for k := range Levels {
		for _, pair := range [][2]float64{{m.Update[k], reference.Update[k]}, {m.Stream[k], reference.Stream[k]}, {m.Latency[k], reference.Latency[k]}, {m.Dense, reference.Dense}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*pair[1] {
				t.Errorf("level %d: got %v, want %v", k, pair[0], pair[1])
			}
		}
	}
	if !slices.Equal(m.WorkingSetBytes, reference.WorkingSetBytes) {
		t.Errorf("working sets %v, want %v", m.WorkingSetBytes, reference.WorkingSetBytes)
	}
}

// Working sets ascend and lie inside their level, whatever the sizes of the caches.
func TestWorkingSets(t *testing.T) {
	for _, caches := range [][]int64{{32 << 10, 1 << 20, 32 << 20}, {32 << 10, 1 << 20, 4 << 20}, {32 << 10, 1 << 20, 0}, {32 << 10, 0, 0}, {128 << 10, 12 << 20, 8 << 20}, {48 << 10, 2 << 20, 504 << 20}, {48 << 10, 2 << 20, 2 << 30}} {
		at := WorkingSets(caches)
		if !slices.IsSorted(at) || at[L1] > caches[L1] || at[Memory] < 2*slices.Max(caches) {
			t.Errorf("caches %v: %v", caches, at)
		}
		if caches[L3] >= 4*caches[L2] && caches[L2] > 0 && (at[L3] > caches[L3]/2 || at[L3] < 2*caches[L2]) {
			t.Errorf("caches %v: %v, want the third beyond L2 and within half of L3", caches, at)
		}
	}
}

// Beyond half of the last cache, the share in memory grows.
func TestAtMemory(t *testing.T) {
	m := Generic()
	m.CacheBytes, m.WorkingSetBytes, m.Latency = []int64{32 << 10, 512 << 10, 8 << 20}, []int64{16 << 10, 256 << 10, 1 << 20, 64 << 20}, []float64{1, 4, 10, 100}
	for bytes, want := range map[int64]float64{1 << 20: 10, 4 << 20: 10, 8 << 20: 10 + 90*0.5/0.9375, 64 << 20: 100, 1 << 30: 100} {
		if got := m.At(m.Latency, bytes); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d bytes: got %v, want %v", bytes, got, want)
		}
	}
}

// Between two working sets, a time lies between their times.
func TestAt(t *testing.T) {
	m := Generic()
	for k := range Levels {
		if got := m.At(m.Update, m.WorkingSetBytes[k]); math.Abs(got-m.Update[k]) > 1e-12 {
			t.Errorf("level %d: got %v, want %v", k, got, m.Update[k])
		}
	}
	last := 0.0
	for bytes := int64(1); bytes < 1<<40; bytes += 1 + bytes/7 {
		x := m.At(m.Latency, bytes)
		if x < last || x < m.Latency[L1] || x > m.Latency[Memory] {
			t.Fatalf("%d bytes: %v after %v", bytes, x, last)
		}
		last = x
	}
	if m.At(nil, 1) != 0 || (&Machine{}).At(m.Update, 1) != 0 {
		t.Error("a time without times")
	}
	if got, want := m.At(m.Update, int64(math.Sqrt(float64(m.WorkingSetBytes[L1])*float64(m.WorkingSetBytes[L2])))), math.Sqrt(m.Update[L1]*m.Update[L2]); math.Abs(got-want) > 1e-3*want {
		t.Errorf("half way: got %v, want %v", got, want)
	}
}
