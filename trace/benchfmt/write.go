package benchfmt

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nrkit/nrkit/trace"
)

// Segments is how many samples a phase has at most.
const Segments = 10

// Write writes t to w.
//
// Cost: two passes over the events, three if there is work on devices, and the
// passes of [trace.NewEstimate] if the trace is sampled. Memory: ten sums for each
// name, and the open ranges.
func Write(w io.Writer, t *trace.Trace) error {
	out := bufio.NewWriter(w)
	configuration(out, &t.Header)
	s := newSizes(t)
	sums := s.sums(t)
	if err := s.flows.Close(); err != nil {
		return err
	}
	prefix := "BenchmarkPhase/"
	if circuit := t.Header.Labels["circuit"]; circuit != "" {
		prefix += "circuit=" + word(circuit) + "/"
	}
	var line []byte
	for segment := range Segments {
		for name := range t.Names {
			p := sums[segment*len(t.Names)+name]
			if p.calls == 0 {
				continue
			}
			line = append(append(line[:0], prefix...), "phase="...)
			line = append(append(line, word(t.Names[name])...), ' ')
			line = strconv.AppendInt(line, p.calls, 10)
			line = append(mean(append(line, ' '), p.total, p.weight), " ns/op "...)
			line = append(mean(line, p.self, p.weight), " self-ns/op"...)
			if s.flows != nil && t.Sort(int32(name)) == "" {
				line = append(mean(append(line, ' '), p.gpu, p.weight), " gpu-ns/op"...)
			}
			out.Write(append(line, '\n'))
		}
	}
	return out.Flush()
}

// mean appends total/calls with all digits of the float64.
func mean(b []byte, total, calls float64) []byte {
	return strconv.AppendFloat(b, total/calls, 'f', -1, 64)
}

// A sum is what the calls of one name in one segment take together.
type sum struct {
	calls       int64   // timed
	weight      float64 // calls that these stand for, with the times of all of which:
	total, self float64
	gpu         float64
}

// Sizes say what there is to cut.
type sizes struct {
	step    int32            // name of the time steps, -1 when there are none
	steps   []int64          // by track
	outside []int64          // ranges in no time step, by name
	flows   *trace.FlowTable // nil when the trace has nothing of devices

	estimate *trace.Estimate // nil unless the trace is sampled
}

// weights return what the time of a call and the call itself are multiplied by,
// so that they are those of the calls of a sampled trace for which it stands; 0
// where it stands for none.
func (s *sizes) weights(p *place) (times, calls float64) {
	e := s.estimate
	switch {
	case e == nil || !p.inside:
		return 1, 1
	case e.Preempted(p.Track, p.ordinal):
		return e.OfPreempted(p.Name)
	}
	return e.Times, e.Calls(p.Name)
}

// A place is a closed range, and which of its kind it is.
type place struct {
	trace.Range
	inside  bool  // it is in a time step or one itself
	ordinal int64 // of that step on its track
	gpu     int64 // time of the work that was launched in it
}

// places yields the closed ranges of t.
func (s *sizes) places(t *trace.Trace, yield func(place)) {
	var ranges trace.Stacks
	depth := make([]int, len(t.Tracks)) // open steps
	begun := make([]int64, len(t.Tracks))
	gpu := make([][]int64, len(t.Tracks)) // by open range
	for e := range t.Events() {
		if e.Kind == trace.Begin && e.Name == s.step {
			if depth[e.Track] == 0 {
				begun[e.Track]++
			}
			depth[e.Track]++
		}
		work := s.launched(&gpu[e.Track], e)
		r, ok := ranges.Next(e)
		if !ok {
			continue
		}
		yield(place{r, depth[r.Track] > 0, begun[r.Track] - 1, work})
		if r.Name == s.step {
			depth[r.Track]--
		}
	}
}

// launched follows the GPU time of the open ranges of a track and returns that
// of the one that e ends.
func (s *sizes) launched(open *[]int64, e trace.Event) (work int64) {
	k := len(*open) - 1
	switch {
	case e.Kind == trace.Begin:
		*open = append(*open, 0)
	case e.Kind == trace.FlowOut && k >= 0 && s.flows != nil:
		(*open)[k] += s.flows.Of(e.Index).NS
	case e.Kind == trace.End && k >= 0:
		work = (*open)[k]
		if *open = (*open)[:k]; k > 0 {
			(*open)[k-1] += work
		}
	}
	return work
}

func newSizes(t *trace.Trace) *sizes {
	s := &sizes{
		step:    int32(slices.Index(t.Names, trace.PhaseTimestep)),
		steps:   make([]int64, len(t.Tracks)),
		outside: make([]int64, len(t.Names)),
		flows:   trace.FlowTimes(t),

		estimate: trace.NewEstimate(t),
	}
	s.places(t, func(p place) {
		if p.inside {
			s.steps[p.Track] = p.ordinal + 1
		} else {
			s.outside[p.Name]++
		}
	})
	return s
}

// sums returns the sums of the segments, those of segment k for all names from
// k·len(Names) on.
func (s *sizes) sums(t *trace.Trace) []sum {
	out := make([]sum, Segments*len(t.Names))
	seen := make([]int64, len(t.Names))
	s.places(t, func(p place) {
		times, calls := s.weights(&p)
		if calls == 0 {
			return
		}
		n, of := p.ordinal, s.steps[p.Track]
		if p.inside {
			skip := warmUp(of)
			n, of = n-skip, of-skip
			if n < 0 {
				return
			}
		} else {
			n, of = seen[p.Name], s.outside[p.Name]
			seen[p.Name]++
		}
		segment := n // of its own where there are few
		if of > Segments {
			segment = n * Segments / of
		}
		q := &out[int(segment)*len(t.Names)+int(p.Name)]
		q.calls++
		q.weight += calls
		q.total += times * float64(p.End-p.Start)
		q.self += times * float64(p.Self)
		q.gpu += calls * float64(p.gpu)
	})
	return out
}

// warmUp returns how many of the time steps are left out.
func warmUp(steps int64) int64 { return max(1, steps/10) }

// configuration writes the header as key: value lines.
func configuration(out *bufio.Writer, h *trace.Header) {
	config := configOf(h)
	for _, k := range slices.Sorted(maps.Keys(config)) {
		out.WriteString(k + ": " + config[k] + "\n")
	}
	out.WriteString("\n")
}

// Configured says whether the header of a trace has anything for configuration
// lines. Without it the format has results alone, which it allows.
func Configured(h *trace.Header) bool { return len(configOf(h)) > 0 }

// configOf returns what the header says, by key. Labels have their say over
// what else has their name.
func configOf(h *trace.Header) map[string]string {
	config := map[string]string{}
	set := func(k, v string) {
		if v = strings.TrimSpace(strings.Map(noBreak, v)); v != "" {
			config[configKey(k)] = v
		}
	}
	set("program", h.Program)
	set("host", h.Host)
	set("clock", h.Clock)
	machine(h.Key, set)
	for _, k := range slices.Sorted(maps.Keys(h.Labels)) {
		set(k, h.Labels[k])
	}
	return config
}

// machine sets goos, goarch and cpu, which go test writes too, to what the
// identity of the run (key/v1) says of them.
func machine(key json.RawMessage, set func(k, v string)) {
	var doc struct {
		Parts []struct {
			Name  string
			Value any
		}
	}
	if json.Unmarshal(key, &doc) != nil { // also where there is none
		return
	}
	for _, part := range doc.Parts {
		v, _ := part.Value.(string)
		switch part.Name {
		case "os.name":
			set("goos", v)
		case "cpu.arch":
			set("goarch", v)
		case "cpu.model":
			set("cpu", v)
		}
	}
}

// noBreak replaces what cannot be printed, line breaks among it.
func noBreak(r rune) rune {
	if !unicode.IsPrint(r) {
		return ' '
	}
	return r
}

// configKey returns k as the format wants keys: it begins with a lower case
// letter and has no space, upper case letter or colon.
func configKey(k string) string {
	k = strings.Map(func(r rune) rune {
		if r == ':' || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '-'
		}
		if r = unicode.ToLower(r); unicode.IsUpper(r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(k, "-"))
	if first, _ := utf8.DecodeRuneInString(k); unicode.IsLower(first) {
		return k
	}
	return "label-" + k
}

// word returns s as a part of the name of a benchmark, without spaces and
// slashes.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, s)
}
