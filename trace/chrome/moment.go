package chrome

import (
	"slices"
	"strconv"
)

// A moment is the time that the last begin or end of a track is written with: a
// nanosecond, and steps of less than a nanosecond that tell the order within it.
//
// Perfetto and Read round the steps away and keep the order of the file.
// Speedscope does not look at that order: of equal times it takes the ends
// first, unless name and args of the next end are those of the next begin. So a
// time grows by a step between a begin and an end that follows it, and between
// an end and a begin that speedscope would take for the begin of that range.
// Without the step it drops the end of a range of no length that is the first
// child of another, and closes nothing from there on.
type moment struct {
	ns     int64
	steps  int64
	began  bool     // there is a begin at this time
	ended  []string // names of the ends without args at this time
	middle bool     // there is a time
}

// begin makes m the time of a begin.
func (m *moment) begin(ns int64, name string) {
	m.move(ns)
	if slices.Contains(m.ended, name) {
		m.step()
	}
	m.began = true
}

// end makes m the time of an end. Plain ones have no args.
func (m *moment) end(ns int64, name string, plain bool) {
	m.move(ns)
	if m.began {
		m.step()
	}
	if plain {
		m.ended = append(m.ended, name)
	}
}

func (m *moment) move(ns int64) {
	if !m.middle || ns != m.ns {
		*m = moment{ns: ns, ended: m.ended[:0], middle: true}
	}
}

// step adds a step if there is room for one: all of them together stay below half
// a nanosecond.
func (m *moment) step() {
	if _, most := m.unit(); m.steps < most {
		m.steps++
		m.began, m.ended = false, m.ended[:0]
	}
}

// unit returns how many steps a nanosecond has at this time, and how many of them
// may be taken. Steps are as short as a float64 of microseconds can tell apart,
// also after the subtraction of another time.
func (m *moment) unit() (perNS, most int64) {
	switch µs := max(m.ns, -m.ns) / 1000; {
	case µs < 0: // the least integer
		return 1, 0
	case µs < 1<<22: // 4 s
		return 1_000_000, 400_000
	case µs < 1<<32: // 71 min
		return 1000, 400
	case µs < 1<<38: // 76 h
		return 10, 4
	}
	return 1, 0
}

// append appends the time as microseconds.
func (m *moment) append(b []byte) []byte {
	perNS, _ := m.unit()
	if m.steps == 0 {
		return appendMicros(b, m.ns)
	}
	return appendDecimal(b, m.ns*perNS+m.steps, 1000*perNS)
}

// appendMicros appends ns as microseconds.
func appendMicros(b []byte, ns int64) []byte { return appendDecimal(b, ns, 1000) }

// appendDecimal appends n by unit, a power of ten.
func appendDecimal(b []byte, n, unit int64) []byte {
	u := uint64(n)
	if n < 0 {
		b = append(b, '-')
		u = -u
	}
	b = strconv.AppendUint(b, u/uint64(unit), 10)
	rest := u % uint64(unit)
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for digit := uint64(unit) / 10; digit > 0; digit /= 10 {
		b = append(b, byte('0'+rest/digit%10))
	}
	return b
}
