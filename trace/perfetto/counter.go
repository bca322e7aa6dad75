package perfetto

import (
	"math"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// count writes the value of a counter, and its logarithm where that is what one
// reads.
func (x *exporter) count(s *sequence, e trace.Event) {
	name := x.t.Names[e.Name]
	logs := strings.Contains(name, "residual")
	uuid, log := x.uuid("counter", int64(e.Track), int64(e.Name)), x.uuid("log10", int64(e.Track), int64(e.Name))
	if !s.counters[e.Name] {
		s.counters[e.Name] = true
		x.putDescriptor(s.id, &descriptor{uuid: uuid, parent: s.uuid, name: name, counter: unitOf(name)})
		if logs {
			x.putDescriptor(s.id, &descriptor{uuid: log, parent: s.uuid, name: "log10(" + name + ")", counter: &counter{word: "log10"}})
		}
	}
	x.sample(s, e.Time, uuid, e.Value)
	if logs && e.Value > 0 && !math.IsInf(e.Value, 1) {
		x.sample(s, e.Time, log, math.Log10(e.Value))
	}
}

func (x *exporter) sample(s *sequence, time int64, uuid uint64, value float64) {
	x.e.reset(typeCounter)
	x.e.track, x.e.valued, x.e.value = uuid, true, value
	x.put(s, time)
}

// unitOf returns the unit that the name of a counter tells.
func unitOf(name string) *counter {
	for _, u := range units {
		if strings.HasSuffix(name, u.suffix) {
			return &u.counter
		}
	}
	return &counter{}
}

// units are the units of counters by the ends of their names. The residual of a
// circuit is the largest of all equations: currents into nodes, and voltages of
// branches.
var units = []struct {
	suffix string
	counter
}{
	{"_ns", counter{unit: unitNS}},
	{"_bytes", counter{unit: unitBytes}},
	{"iterations", counter{unit: unitCount}},
	{"_count", counter{unit: unitCount}},
	{"_s", counter{word: "s"}},
	{"step_size", counter{word: "s"}},
	{"residual_norm", counter{word: "A, V"}},
	{"_pct", counter{word: "%"}},
	{"_mhz", counter{word: "MHz"}},
	{"_w", counter{word: "W"}},
	{"temperature_c", counter{word: "°C"}},
	{"throttle_reasons", counter{word: "bit mask"}},
}
