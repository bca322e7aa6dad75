package chrome_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/chrometest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// check compares what Perfetto and speedscope show of a trace with it.
func check(t *testing.T, tr *trace.Trace) {
	t.Helper()
	if err := chrometest.Check(tr, write(t, tr)); err != nil {
		t.Error(err)
	}
}

func TestReaders(t *testing.T) {
	t.Run("nr", func(t *testing.T) { check(t, walktest.NR(100, true)) })
	for seed := range walktest.Seeds(100) {
		t.Run(fmt.Sprint("random ", seed), func(t *testing.T) { check(t, walktest.Random(seed, 200)) })
	}
}

// dense returns a trace of few names, most of whose events lie at the time of
// others; each track has events of its own times. Offset is the first time.
func dense(seed uint64, n int, offset int64) *trace.Trace {
	rng := rand.New(rand.NewPCG(seed, 3))
	kinds := []string{"", trace.SortAPI, trace.SortKernel}
	t := walktest.Of(2, nil)
	t.Names = []string{"a", "b", "a"}
	t.Sorts = []string{"", "", kinds[rng.IntN(3)]}
	var events []trace.Event
	now := offset
	open := [2][]int32{}
	for range n {
		k := rng.IntN(2)
		if rng.IntN(12) == 0 {
			now += rng.Int64N(3)
		}
		e := trace.Event{Track: int32(k), Time: now}
		switch depth := len(open[k]); {
		case depth > 0 && (depth == 6 || rng.IntN(2) == 0):
			e.Kind, e.Name = trace.End, open[k][depth-1]
			open[k] = open[k][:depth-1]
		default:
			e.Kind, e.Name, e.Index = trace.Begin, int32(rng.IntN(len(t.Names))), trace.NoIndex
			if rng.IntN(4) == 0 {
				e.Index = rng.Int64N(2)
			}
			open[k] = append(open[k], e.Name)
		}
		events = append(events, e)
		if e.Kind == trace.Begin && rng.IntN(3) == 0 {
			events = append(events, trace.Event{Kind: trace.Arg, Track: e.Track, Time: now, Name: 1, Value: 0.5})
		}
	}
	t.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	return t
}

func TestReadersOfEqualTimes(t *testing.T) {
	for _, offset := range []int64{0, -5_000_000, 3e9, 3600e9} {
		for seed := range walktest.Seeds(50) {
			t.Run(fmt.Sprint(offset, " ", seed), func(t *testing.T) { check(t, dense(seed, 300, offset)) })
		}
	}
}
