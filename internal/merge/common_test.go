package merge_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace"
)

// A job is ranks that do steps of 1 ms and wait for each other at the end of
// each. Their clocks are wrong by offset, and faster by drift; every moment is
// wrong by noise.
type job struct {
	ranks, steps int
	offset       func(rank int) int64
	drift        func(rank int) float64 // ppm
	noise        float64                // ns, of a normal distribution
	slow         int                    // this rank works longer
	indexed      bool
	missing      func(rank, step int) bool
}

func (j job) traces() []*trace.Trace {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []*trace.Trace
	for r := range j.ranks {
		var events []trace.Event
		clock := func(ns int64) int64 {
			t := float64(ns) + rng.NormFloat64()*j.noise
			if j.drift != nil {
				t += float64(ns) * j.drift(r) * 1e-6
			}
			return int64(math.Round(t)) - j.offset(r)
		}
		for s := range j.steps {
			start := int64(1e10) + int64(s)*1e6
			work := 400e3 + int64(rng.IntN(100e3))
			if r == j.slow {
				work += 300e3
			}
			index := int64(trace.NoIndex)
			if j.indexed {
				index = int64(s)
			}
			if j.missing != nil && j.missing(r, s) {
				continue
			}
			events = append(events,
				trace.Event{Kind: trace.Begin, Time: clock(start), Name: 0, Index: trace.NoIndex},
				trace.Event{Kind: trace.End, Time: clock(start + work), Name: 0},
				trace.Event{Kind: trace.Begin, Time: clock(start + work + 10), Name: 1, Index: index},
				trace.Event{Kind: trace.End, Time: clock(start + 900e3), Name: 1})
		}
		for i := 1; i < len(events); i++ {
			events[i].Time = max(events[i].Time, events[i-1].Time)
		}
		list = append(list, trace.FromEvents(trace.Header{Program: "mpi", Start: noon.Add(time.Duration(r) * time.Second)},
			[]string{trace.PhaseSolve, "MPI_Barrier"}, []trace.Track{{Device: -1}}, events))
	}
	return list
}

func offsets(rank int) int64 { return int64(rank*rank) * 37_123_457 % 5e9 }

var barrier = merge.Options{Align: merge.End, Range: "MPI_Barrier"}

// The clocks of 16 ranks are known better than any moment on them.
func TestClocksOfPlantedOffsets(t *testing.T) {
	for _, noise := range []float64{0, 2e3, 50e3} {
		j := job{ranks: 16, steps: 200, offset: offsets, noise: noise, slow: 11}
		m, err := merge.Merge(j.traces(), barrier)
		if err != nil {
			t.Fatal(err)
		}
		slowest := 0
		for k, c := range m.Clocks {
			// The standard error of a median is 1.25 σ by the root of 200.
			if off := c.Offset - m.Clocks[0].Offset - (offsets(k) - offsets(0)); math.Abs(float64(off)) > 0.5*noise+1 {
				t.Errorf("noise %v: clock %d is %d ns off", noise, k, off)
			}
			if c.Matches != 200 || c.Drift != 0 || float64(c.Spread) > noise+1 || noise > 0 && float64(c.Spread) < noise/3 {
				t.Errorf("noise %v: clock %d: got %+v", noise, k, c)
			}
			if c.Lag > m.Clocks[slowest].Lag {
				slowest = k
			}
		}
		if l := m.Clocks[11].Lag; slowest != 11 || l < 200e3 || l > 600e3 {
			t.Errorf("noise %v: rank %d is the slowest by %d ns, want rank 11", noise, slowest, m.Clocks[slowest].Lag)
		}
		if len(m.Warnings) > 0 {
			t.Errorf("noise %v: %v", noise, m.Warnings)
		}
	}
}

// Barriers end at one time in the merged trace, and the first input says which.
func TestCommonRangesMakeOneClock(t *testing.T) {
	m, err := merge.Merge(job{ranks: 3, steps: 5, offset: offsets, slow: -1}.traces(), barrier)
	if err != nil {
		t.Fatal(err)
	}
	ends := map[int64]int{}
	for e := range m.Trace.Events() {
		if e.Kind == trace.Begin && e.Name == 0 {
			ends[e.Time]++
		}
	}
	if len(ends) != 5 {
		t.Errorf("steps begin at %v, want five moments of three ranks", ends)
	}
	if got := m.Trace.Header.Start; !got.Equal(noon.Add(-time.Duration(m.Clocks[0].Offset))) {
		t.Errorf("starts at %v, the first input was moved by %d ns", got, m.Clocks[0].Offset)
	}
}

// Where begins are one moment, who comes later than another is noise.
func TestBeginsHaveNoLag(t *testing.T) {
	m, err := merge.Merge(job{ranks: 4, steps: 50, offset: offsets, noise: 2e3, slow: -1}.traces(),
		merge.Options{Align: merge.Begin, Range: trace.PhaseSolve})
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range m.Clocks {
		if off := c.Offset - m.Clocks[0].Offset - (offsets(k) - offsets(0)); off < -2e3 || off > 2e3 || c.Lag != 0 {
			t.Errorf("clock %d is %d ns off: got %+v", k, off, c)
		}
	}
}

func TestDriftIsTold(t *testing.T) {
	drift := func(rank int) float64 { return []float64{0, 0, 20, 0}[rank] }
	m, err := merge.Merge(job{ranks: 4, steps: 300, offset: offsets, drift: drift, noise: 200, slow: -1}.traces(), barrier)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range m.Clocks {
		if math.Abs(c.Drift-drift(k)) > 1 {
			t.Errorf("clock %d: got %v ppm, want %v", k, c.Drift, drift(k))
		}
	}
	if len(m.Warnings) != 1 || !strings.HasPrefix(m.Warnings[0], "the clock of input 3 drifts by +") {
		t.Errorf("got %q", m.Warnings)
	}
}

// Ranges with numbers belong together by them, whatever a rank lacks.
func TestNumberedRanges(t *testing.T) {
	missing := func(rank, step int) bool { return rank == 1 && step < 3 || rank == 2 && step == 7 }
	j := job{ranks: 3, steps: 12, offset: offsets, slow: -1, indexed: true, missing: missing}
	m, err := merge.Merge(j.traces(), barrier)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range m.Clocks {
		if c.Offset-m.Clocks[0].Offset != offsets(k)-offsets(0) || c.Matches != 8 {
			t.Errorf("clock %d: got %+v", k, c)
		}
	}
	j.indexed = false
	refused(t, j.traces(), 1, `has 9 ranges "MPI_Barrier", input 1 has 12: they cannot be matched`)
	j.indexed = true
	j.missing = func(rank, step int) bool { return (step < 6) == (rank == 0) }
	refused(t, j.traces(), 0, `has no range "MPI_Barrier" whose number occurs in all inputs`)
	j.missing = func(rank, _ int) bool { return rank == 2 }
	refused(t, j.traces(), 2, `has no range "MPI_Barrier"`)
}

// refused checks which input is refused, and why.
func refused(t *testing.T, inputs []*trace.Trace, input int, why string) {
	t.Helper()
	_, err := merge.Merge(inputs, barrier)
	var at *merge.InputError
	if !errors.As(err, &at) || at.Input != input || at.Err.Error() != why {
		t.Errorf("got %v, want input %d: %s", err, input+1, why)
	}
}

// Runs of different circuits are no ranks.
func TestStrangers(t *testing.T) {
	inputs := []*trace.Trace{input(noon, map[string]string{"circuit": "rc", "method": "trap"}, 3),
		input(noon, map[string]string{"circuit": "ring", "method": "trap"}, 3), input(noon, nil, 3)}
	m, err := merge.Merge(inputs, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Warnings) != 1 || !strings.HasPrefix(m.Warnings[0], "the inputs differ in circuit (rc, ring): ") {
		t.Errorf("got %q", m.Warnings)
	}
}
