package prediction

import (
	"slices"
	"strconv"
	"strings"
)

// Values of [Machine.Origin].
const (
	Calibrated = "calibrated" // measured on this machine
	Measured   = "measured"   // measured on another machine of the microarchitecture
	Derived    = "derived"    // computed from typical clocks and latencies
	Unknown    = "generic"    // fits no CPU in particular
)

// GenericName is the name of the row of the shipped table that fits no CPU in
// particular.
const GenericName = "generic"

// Shipped returns the row of the shipped table with the name, such as zen4 or
// [GenericName]. ok is false without such a row.
//
// One row was measured. The times of the other rows are derived from it: loops that
// wait for arithmetic scale with the clock, and the time that a load from a further
// level of memory adds to an update scales with the typical latency of the level.
// What else differs between two microarchitectures is not in the times.
func Shipped(name string) (m *Machine, ok bool) {
	if name == GenericName {
		return Generic(), true
	}
	i := slices.IndexFunc(published[:], func(r publication) bool { return r.name == name })
	if i < 0 {
		return nil, false
	}
	r := &published[i]
	if r.name == reference.Microarchitecture {
		m := reference
		return &m, true
	}
	m = r.derive(&reference)
	m.Origin, m.Name, m.Microarchitecture, m.Sources = Derived, r.title, r.name, slices.Clone(typical)
	return m, true
}

// ShippedNames returns the names of the rows of the shipped table, the generic row
// last.
func ShippedNames() []string {
	var list []string
	for _, r := range published {
		list = append(list, r.name)
	}
	return append(list, GenericName)
}

// Generic returns the row that fits no CPU in particular: a core at 3 GHz with caches
// of 32 KiB, 512 KiB and 16 MiB. It is the same on every machine.
func Generic() *Machine {
	m := generic.derive(&reference)
	m.Origin, m.Name = Unknown, generic.title
	return m
}

// Microarchitecture returns the name of the row of the shipped table for a CPU, by the
// part cpu.microarchitecture of its run key, "" without a row.
//
// On x86-64 the row is chosen by vendor, family and model. On AArch64 it is chosen by
// implementer and part; of several sorts of cores, the first with a row counts. On
// macOS any Apple family counts.
func Microarchitecture(signature string) string {
	for _, one := range strings.Split(signature, ", ") {
		words := strings.Fields(one)
		if len(words) < 2 {
			continue
		}
		if words[0] == "Apple" { // as macOS has it
			words[0] = "0x61"
		}
		for _, r := range published {
			if r.fits(words[0], words[1]) {
				return r.name
			}
		}
	}
	return ""
}

// fits says whether a CPU is of the microarchitecture: vendor and
// family/model/stepping of x86, or implementer and part of Arm.
func (r *publication) fits(vendor, which string) bool {
	if vendor != r.vendor {
		return false
	}
	if r.family == 0 {
		return len(r.parts) == 0 || slices.Contains(r.parts, which)
	}
	fields := strings.Split(which, "/")
	if len(fields) < 2 {
		return false
	}
	family, err1 := strconv.Atoi(fields[0])
	model, err2 := strconv.Atoi(fields[1])
	if err1 != nil || err2 != nil || family != r.family {
		return false
	}
	return slices.ContainsFunc(r.models, func(m modelRange) bool { return m.first <= model && model <= m.last })
}

// A publication has typical figures of a microarchitecture, and the CPUs that it fits.
type publication struct {
	name, title string
	vendor      string // of x86, or the implementer of Arm
	family      int    // of x86; 0 for Arm
	models      []modelRange
	parts       []string // of Arm; none: all

	clock      float64  // GHz that one busy core sustains, typically
	caches     [3]int64 // bytes of L1, L2, L3 that one core can use; 0 without that level
	cycles     [3]float64
	memoryNS   float64 // latency of memory
	multiplies float64 // multiply-adds of doubles per cycle

	dispatch float64 // ns; 0: as on the reference
}

// A modelRange is a range of models of a family, both ends included.
type modelRange struct{ first, last int }

// derive returns the times of a machine with the typical figures, from the times of
// the machine ref.
func (r *publication) derive(ref *Machine) *Machine {
	m := *ref
	m.Key, m.Calibrated, m.Cores, m.Sources, m.Microarchitecture = "", false, 0, nil, ""
	m.CacheBytes = slices.Clone(r.caches[:])
	m.WorkingSetBytes = WorkingSets(m.CacheBytes)
	slow := referenceClock / r.clock
	m.Latency, m.Update, m.Stream = make([]float64, Levels), make([]float64, Levels), make([]float64, Levels)
	for k := range Levels {
		switch {
		case k == Memory || r.cycles[k] == 0:
			m.Latency[k] = r.memoryNS
		default:
			m.Latency[k] = (r.cycles[k] + 1) / r.clock // and a cycle for the address
		}
		m.Stream[k] = ref.Stream[k] * slow // loads that are fetched ahead wait for no latency
		m.Update[k] = ref.Update[L1] * slow
		if k > L1 {
			share := (m.Latency[k] - m.Latency[L1]) / (ref.Latency[k] - ref.Latency[L1])
			m.Update[k] += share * max(0, ref.Update[k]-ref.Update[L1])
		}
	}
	m.Stream[Memory] = max(m.Stream[L3], ref.Stream[Memory])
	m.Column, m.Scalar, m.Divide = ref.Column*slow, ref.Scalar*slow, ref.Divide*slow
	m.Dense = 1 / (r.multiplies * r.clock)
	if r.dispatch > 0 {
		m.Dispatch = r.dispatch
	}
	return &m
}

// WorkingSets returns the bytes with which the levels of memory are measured on a
// machine with caches of so many bytes: a half of L1, a half of L2, twice L2 but at most
// a half of L3, and four times the largest, at least 64 MiB. The last is 1 GiB if that
// is less and at least twice the largest.
func WorkingSets(caches []int64) []int64 {
	l1, l2, l3 := caches[L1], caches[L2], caches[L3]
	last := max(l1, l2, l3)
	if l2 == 0 {
		l2 = 2 * l1
	}
	if l3 == 0 {
		l3 = 4 * l2
	}
	third := max(l2, min(2*l2, l3/2))
	return []int64{l1 / 2, l2 / 2, third, max(min(max(4*last, 64<<20), 1<<30), 2*last, 2*third)}
}
