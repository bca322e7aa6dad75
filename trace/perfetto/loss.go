package perfetto

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// Losses are what the trace lacks.
type losses struct {
	trace.Loss
	sequences []uint64 // that began anew, once for each time
	open      int64    // ranges without an end
	args      int64    // of these, that came too late for their begin
}

// places returns where something is missing. Where the trace says only how much,
// and has one track that is not a device's, it is at the end of that track.
func places(t *trace.Trace) []trace.Missing {
	if len(t.Missing) > 0 || t.Loss.Dropped+t.Loss.Events+t.Loss.Ranges == 0 {
		return t.Missing
	}
	var out []trace.Missing
	for i, tr := range t.Tracks {
		if tr.Device < 0 {
			out = append(out, trace.Missing{Track: int32(i), Time: math.MaxInt64})
		}
	}
	if len(out) > 1 {
		return nil
	}
	return out
}

// lost begins a sequence anew if something is missing before the next event,
// which has that time; math.MaxInt64 at the end.
func (x *exporter) lost(s *sequence, time int64) {
	n := 0
	for n < len(s.missing) && (s.missing[n] < time || time == math.MaxInt64) {
		n++
	}
	if n == 0 {
		return
	}
	s.missing = s.missing[n:]
	x.losses.sequences = append(x.losses.sequences, s.id)
	x.startSequence(s, false)
	for i := range s.open {
		s.open[i].steps.last = unknown
	}
}

// statistics writes what readers count as loss of data.
func (x *exporter) statistics() {
	l := &x.losses
	if n := l.Dropped + l.Ranges + l.Events + l.args; n > 0 {
		slices.Sort(l.sequences)
		p := packet{sequence: x.sequences[0].id, statistics: &statistics{n, slices.Compact(l.sequences)}}
		x.out.packets = p.append(x.out.packets)
	}
}

// labels writes the labels of every process, which say what the run was and what
// the trace lacks. Where no process can have labels they are attributes of the
// trace.
func (x *exporter) labels() {
	labels := append(identity(&x.t.Header), x.losses.labels()...)
	said := false
	for i := range x.groups {
		if g := &x.groups[i]; usable(g.pid) {
			x.describeGroup(g, labels)
			said = true
		}
	}
	if said {
		return
	}
	if x.t.Header.Program != "" {
		labels = append([]string{"program=" + x.t.Header.Program}, labels...)
	}
	if len(labels) > 0 {
		p := packet{sequence: x.sequences[0].id, attributes: labels}
		x.out.packets = p.append(x.out.packets)
	}
}

// identity returns the header as key=value, in order of the keys; a label of the
// program that says the same is not said again.
func identity(h *trace.Header) []string {
	var out []string
	if h.Host != "" {
		out = append(out, "host="+h.Host)
	}
	if h.Clock != "" {
		out = append(out, "clock="+h.Clock)
	}
	if h.Sample > 1 {
		out = append(out, fmt.Sprintf("sample=1/%d", h.Sample))
	}
	for _, key := range slices.Sorted(maps.Keys(h.Labels)) {
		if label := key + "=" + h.Labels[key]; !slices.Contains(out, label) {
			out = append(out, label)
		}
	}
	return out
}

// labels returns the losses as key=value, those that there are.
func (l *losses) labels() []string {
	var out []string
	for _, n := range []struct {
		key   string
		count int64
	}{
		{"lost_ranges", l.Dropped + l.Ranges}, {"lost_events", l.Events + l.args}, {"open_ranges", l.open},
		{"damaged_chunks", l.Chunks}, {"truncated_bytes", l.Truncated},
	} {
		if n.count > 0 {
			out = append(out, fmt.Sprintf("%s=%d", n.key, n.count))
		}
	}
	if l.Open {
		out = append(out, "not_closed=true")
	}
	return out
}
