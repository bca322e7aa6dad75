package pprof

import (
	"fmt"
	"slices"

	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/trace"
)

// A builder makes the library's types of what a profiler added up. Samples share what
// is equal in them, since the library only reads it: the frames of a stack, the
// labels of a track in a regime, and the number of an iteration.
type builder struct {
	x         *profiler
	p         *profile.Profile
	locations []*profile.Location   // by name, nil where no sample has it
	frames    [][]*profile.Location // by stack, innermost first; nil until asked for
	depths    []int                 // by stack
	tracks    []string              // labels, by track; nil when there is one track
	ranks     bool                  // there are several
	labels    map[place]map[string][]string
	numbers   [maxIteration + 2]map[string][]int64
	units     map[string][]string
}

// A place is what the labels of a sample depend on, but for its iteration.
type place struct {
	track  int32
	regime uint8
}

// iterationLabel is the number that a sample has, and its unit.
const iterationLabel = "iteration"

// maxFrames is how many frames the samples of a profile may have: 20 bytes of memory
// each, so 1.3 GB.
const maxFrames = 1 << 26

// profile returns the profile: its samples in the order in which they were first met,
// its functions in the order in which samples have them. More than maxFrames are an
// error: the number of frames grows with the square of the depth of the ranges.
//
// Memory: 200 bytes for each sample, and 8 for each frame of each stack that no other
// one ends with; the library takes 8 to 16 for each frame of each sample.
func (x *profiler) profile() (*profile.Profile, error) {
	depths, deepest := make([]int, len(x.stacks)), 0
	for i, s := range x.stacks {
		depths[i] = 1
		if s.parent >= 0 {
			depths[i] += depths[s.parent] // which has a lower number
		}
		deepest = max(deepest, depths[i])
	}
	frames := 0
	for _, k := range x.order {
		if k.stack >= 0 {
			frames += depths[k.stack]
		}
	}
	if frames > maxFrames {
		return nil, fmt.Errorf("the profile for pprof would have %d frames, and the limit is %d: %d different stacks, up to %d ranges deep", frames, maxFrames, len(x.stacks), deepest)
	}
	return x.build(depths), nil
}

// build returns the profile, given the depths of stacks.
func (x *profiler) build(depths []int) *profile.Profile {
	b := &builder{
		x:         x,
		p:         &profile.Profile{SampleType: x.sampleTypes(), DefaultSampleType: "wall", DurationNanos: x.last, Comments: comments(&x.t.Header)},
		locations: make([]*profile.Location, len(x.t.Names)),
		frames:    make([][]*profile.Location, len(x.stacks)),
		depths:    depths,
		ranks:     slices.ContainsFunc(x.t.Tracks, func(tr trace.Track) bool { return tr.Rank > 0 }),
		labels:    map[place]map[string][]string{},
		units:     map[string][]string{iterationLabel: {iterationLabel}},
	}
	if start := x.t.Header.Start; !start.IsZero() {
		b.p.TimeNanos = start.UnixNano()
	}
	if len(x.t.Tracks) > 1 {
		for i, tr := range x.t.Tracks {
			b.tracks = append(b.tracks, fmt.Sprintf("%d %s", i, tr.Name))
		}
	}
	// The mapping stands for the program, whose file is not known. It says that the
	// functions have names already, so that pprof does not look for any.
	b.p.Mapping = []*profile.Mapping{{ID: 1, HasFunctions: true}}
	samples := make([]profile.Sample, 0, len(x.order))
	for _, k := range x.order {
		if sum := x.sums[k]; !x.dropped(k, sum) {
			samples = append(samples, b.sample(k, sum[:len(b.p.SampleType)]))
			b.p.Sample = append(b.p.Sample, &samples[len(samples)-1])
		}
	}
	return b.p
}

// sampleTypes returns the types of the values of samples.
func (x *profiler) sampleTypes() []*profile.ValueType {
	types := []*profile.ValueType{
		calls: {Type: "calls", Unit: "count"},
		wall:  {Type: "wall", Unit: "nanoseconds"},
		gpu:   {Type: "gpu", Unit: "nanoseconds"},
		wait:  {Type: "wait", Unit: "nanoseconds"},
	}
	if !x.devices {
		return types[:gpu]
	}
	return types
}

// sample returns the sample of one key.
func (b *builder) sample(k key, values []int64) profile.Sample {
	s := profile.Sample{Location: b.stack(k.stack), Value: values, Label: b.labelsOf(place{k.track, k.regime})}
	if i := k.iteration; i > 0 {
		if b.numbers[i] == nil {
			b.numbers[i] = map[string][]int64{iterationLabel: {int64(i)}}
		}
		s.NumLabel, s.NumUnit = b.numbers[i], b.units
	}
	return s
}

// stack returns the frames of a stack, innermost first; none for -1. The frames of what
// it lies in are the end of the same list: ranges end from the inside.
func (b *builder) stack(n int32) []*profile.Location {
	if n < 0 {
		return nil
	}
	if b.frames[n] == nil {
		frames := make([]*profile.Location, 0, b.depths[n])
		for i := n; i >= 0; i = b.x.stacks[i].parent {
			frames = append(frames, b.location(b.x.stacks[i].name))
		}
		for k, i := 0, n; i >= 0 && b.frames[i] == nil; k, i = k+1, b.x.stacks[i].parent {
			b.frames[i] = frames[k:]
		}
	}
	return b.frames[n]
}

// location returns the location of a name, which is one line of one function.
func (b *builder) location(name int32) *profile.Location {
	if b.locations[name] == nil {
		id, text := uint64(len(b.p.Location)+1), b.x.t.Names[name]
		f := &profile.Function{ID: id, Name: text, SystemName: text}
		b.locations[name] = &profile.Location{ID: id, Mapping: b.p.Mapping[0], Line: []profile.Line{{Function: f}}}
		b.p.Function = append(b.p.Function, f)
		b.p.Location = append(b.p.Location, b.locations[name])
	}
	return b.locations[name]
}

// labelsOf returns the labels of a place.
func (b *builder) labelsOf(at place) map[string][]string {
	if labels, known := b.labels[at]; known {
		return labels
	}
	labels := map[string][]string{}
	if circuit := b.x.t.Header.Labels["circuit"]; circuit != "" {
		labels["circuit"] = []string{circuit}
	}
	if b.ranks {
		labels["rank"] = []string{fmt.Sprint(b.x.t.Tracks[at.track].Rank)}
	}
	if at.regime != outside {
		labels["regime"] = []string{[]string{cold: "cold", warm: "warm", preempted: "preempted"}[at.regime]}
	}
	if b.tracks != nil {
		labels["track"] = []string{b.tracks[at.track]}
	}
	b.labels[at] = labels
	return labels
}
