package machine

import (
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/reports"
)

// Report words the times of a machine. Kept is the file in which the calibration is
// stored; "" if nothing was stored.
func Report(m *prediction.Machine, kept string) *reports.Document {
	r := &reports.Document{Title: m.Name}
	facts := reports.Facts()
	facts.Append("origin", origin(m))
	if m.Disturbed {
		facts.Append("disturbed", "the machine was busy: run analyze calibrate again when it is idle")
	}
	if m.Microarchitecture != "" {
		facts.Append("microarchitecture", m.Microarchitecture)
	}
	if m.Cores > 0 {
		facts.Append("CPUs", units.Integer(m.Cores))
	}
	if kept != "" {
		facts.Append("stored in", kept)
	}
	r.Add(facts, reports.Heading("By level of memory"), levels(m), reports.Heading("Arithmetic and threads"), single(m))
	if len(m.Sources) > 0 {
		r.Add(reports.Heading("Sources"), reports.List(m.Sources))
	}
	return r
}

// origin says in words where the times come from.
func origin(m *prediction.Machine) string {
	switch m.Origin {
	case prediction.Calibrated:
		return "measured by analyze calibrate"
	case prediction.Measured:
		return "measured on another machine of this microarchitecture"
	case prediction.Derived:
		return "derived from typical clocks and latencies, not measured"
	}
	return "typical figures, not measured"
}

// levels returns the table of the times by level of memory.
func levels(m *prediction.Machine) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "level"}, {Name: "size", Right: true}, {Name: "measured with", Right: true},
		{Name: "update", Right: true}, {Name: "stream", Right: true}, {Name: "latency", Right: true}},
		Note: "Times per operation. Update: one multiply-add by an entry of a sparse column. Stream: one entry of 8 bytes, read in order. Latency: one load that waits for the load before."}
	last := ""
	for k, name := range [prediction.Levels]string{"L1", "L2", "L3", "memory"} {
		size := "–"
		switch {
		case k == prediction.Memory:
		case m.CacheBytes[k] > 0:
			size = units.Size(float64(m.CacheBytes[k]))
			last = name
		default:
			name = "beyond " + last
		}
		t.Append(name, size, units.Size(float64(m.WorkingSetBytes[k])), nanoseconds(m.Update[k]), nanoseconds(m.Stream[k]), nanoseconds(m.Latency[k]))
	}
	return t
}

// single returns the table of the times that have no level.
func single(m *prediction.Machine) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "operation"}, {Name: "time", Right: true}}}
	t.Append("update by a short column, 3 entries on average", nanoseconds(m.Column))
	t.Append("multiply-add of a dense product, with vectors", nanoseconds(m.Dense))
	t.Append("multiply-add of a dense product, without vectors", nanoseconds(m.Scalar))
	t.Append("division", nanoseconds(m.Divide))
	t.Append("task to a thread that waits in a loop", nanoseconds(m.Dispatch))
	t.Append("task to a thread that sleeps", nanoseconds(m.Wake))
	return t
}

// nanoseconds returns a time with its unit: ns, or µs from 1000 ns.
func nanoseconds(ns float64) string {
	if ns >= 999.5 {
		return units.Significant(ns/1000) + " µs"
	}
	return units.Significant(ns) + " ns"
}
