package pprof

import (
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/nrkit/nrkit/internal/protowire"
	"github.com/nrkit/nrkit/trace"
)

// chunk is how many bytes are compressed at a time.
const chunk = 64 << 10

// An encoder writes what a profiler added up. Strings are numbered when they
// are first needed and written after what needs them.
type encoder struct {
	x         *profiler
	zip       *gzip.Writer // keeps its first error for Close
	m         protowire.Message
	texts     []string
	numbers   map[string]uint64 // of texts
	functions []int32           // names of those there are, in order of their ids, which start at 1
	ids       []uint64          // of functions and of their locations, by name; 0 when there is none
	stack     []uint64          // of the sample that is written
	tracks    []string          // labels, by track; nil when there is one track
	ranks     bool              // there are several
}

// encode writes the profile: the fields of the message Profile in order of
// their numbers, in gzip.
func (x *profiler) encode(w io.Writer) error {
	e := &encoder{x: x, zip: gzip.NewWriter(w), numbers: map[string]uint64{}, ids: make([]uint64, len(x.t.Names))}
	if len(x.t.Tracks) > 1 {
		for i, tr := range x.t.Tracks {
			e.tracks = append(e.tracks, fmt.Sprintf("%d %s", i, tr.Name))
		}
	}
	e.ranks = slices.ContainsFunc(x.t.Tracks, func(tr trace.Track) bool { return tr.Rank > 0 })
	e.text("") // has number 0
	values := e.sampleTypes()
	for _, k := range x.order {
		if sum := x.sums[k]; !x.dropped(k, sum) {
			e.sample(k, sum[:values])
		}
	}
	e.frames()
	comments := e.comments()
	shown := e.text("wall")
	for _, s := range e.texts {
		e.m = e.m.Text(profileStrings, s)
		e.flush(chunk)
	}
	h := &x.t.Header
	if !h.Start.IsZero() {
		e.m = uint(e.m, profileTime, h.Start.UnixNano())
	}
	e.m = uint(e.m, profileDuration, x.last)
	e.m = repeated(e.m, profileComments, comments)
	e.m = e.m.Uint(profileShown, shown)
	e.flush(0)
	return e.zip.Close()
}

// flush compresses what was collected when it is at least so long.
func (e *encoder) flush(least int) {
	if len(e.m) >= least {
		_, _ = e.zip.Write(e.m) // Close returns the error
		e.m = e.m[:0]
	}
}

// text returns the number of a string.
func (e *encoder) text(s string) uint64 {
	n, known := e.numbers[s]
	if !known {
		n = uint64(len(e.texts))
		e.numbers[s] = n
		e.texts = append(e.texts, s)
	}
	return n
}

// sampleTypes writes the types of the values of samples, and returns their
// number.
func (e *encoder) sampleTypes() int {
	types := []string{calls: "calls", wall: "wall", gpu: "gpu", wait: "wait"}
	if !e.x.devices {
		types = types[:gpu]
	}
	for i, name := range types {
		unit := "nanoseconds"
		if i == calls {
			unit = "count"
		}
		m, at := e.m.Open(profileSampleTypes)
		e.m = m.Uint(typeName, e.text(name)).Uint(typeUnit, e.text(unit)).Close(at)
	}
	return len(types)
}

// sample writes the sample of one key.
func (e *encoder) sample(k key, values []int64) {
	e.stack = e.stack[:0]
	for i := k.stack; i >= 0; i = e.x.stacks[i].parent {
		e.stack = append(e.stack, e.id(e.x.stacks[i].name))
	}
	m, at := e.m.Open(profileSamples)
	m = repeated(m, sampleLocations, e.stack)
	m = repeated(m, sampleValues, values)
	e.m = e.labels(m, k).Close(at)
	e.flush(chunk)
}

// id returns the id of the function of that name and of its location.
func (e *encoder) id(name int32) uint64 {
	if e.ids[name] == 0 {
		e.functions = append(e.functions, name)
		e.ids[name] = uint64(len(e.functions))
	}
	return e.ids[name]
}

// labels appends the labels of a sample.
func (e *encoder) labels(m protowire.Message, k key) protowire.Message {
	if circuit := e.x.t.Header.Labels["circuit"]; circuit != "" {
		m = e.label(m, "circuit", circuit)
	}
	if e.ranks {
		m = e.label(m, "rank", fmt.Sprint(e.x.t.Tracks[k.track].Rank))
	}
	if k.regime != outside {
		m = e.label(m, "regime", []string{cold: "cold", warm: "warm", preempted: "preempted"}[k.regime])
	}
	if e.tracks != nil {
		m = e.label(m, "track", e.tracks[k.track])
	}
	if k.iteration > 0 {
		name := e.text("iteration")
		var at int
		m, at = m.Open(sampleLabels)
		m = m.Uint(labelKey, name).Uint(labelNumber, uint64(k.iteration)).Uint(labelUnit, name).Close(at)
	}
	return m
}

// label appends a label of a sample.
func (e *encoder) label(m protowire.Message, key, value string) protowire.Message {
	m, at := m.Open(sampleLabels)
	return m.Uint(labelKey, e.text(key)).Uint(labelText, e.text(value)).Close(at)
}

// frames writes the mapping, and the locations and functions that samples
// have.
//
// The mapping stands for the program, whose file is not known. It says that the
// functions have names already, so that pprof does not look for any.
func (e *encoder) frames() {
	m, at := e.m.Open(profileMappings)
	e.m = m.Uint(mappingID, 1).Uint(mappingHasFunctions, 1).Close(at)
	for i := range e.functions {
		id := uint64(i) + 1
		m, at := e.m.Open(profileLocations)
		m, line := m.Uint(locationID, id).Uint(locationMapping, 1).Open(locationLine)
		e.m = m.Uint(lineFunction, id).Close(line).Close(at)
		e.flush(chunk)
	}
	for i, name := range e.functions {
		text := e.text(e.x.t.Names[name])
		m, at := e.m.Open(profileFunctions)
		m = uint(m.Uint(functionID, uint64(i)+1), functionName, text)
		e.m = uint(m, functionSystemName, text).Close(at)
		e.flush(chunk)
	}
}

// comments returns the numbers of the comments.
func (e *encoder) comments() []uint64 {
	var numbers []uint64
	for _, c := range comments(&e.x.t.Header) {
		numbers = append(numbers, e.text(c))
	}
	return numbers
}

// uint appends a field unless it is 0, which a missing one means.
func uint[T int64 | uint64](m protowire.Message, field int, v T) protowire.Message {
	if v == 0 {
		return m
	}
	return m.Uint(field, uint64(v))
}

// repeated appends a repeated field; it is packed where that is shorter.
func repeated[T int64 | uint64](m protowire.Message, field int, values []T) protowire.Message {
	if len(values) <= 2 {
		for _, v := range values {
			m = m.Uint(field, uint64(v))
		}
		return m
	}
	m, at := m.Open(field)
	for _, v := range values {
		m = m.Varint(uint64(v))
	}
	return m.Close(at)
}
