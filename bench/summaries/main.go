//go:build linux

// Summaries writes captures as a large run does, one per rank, to time what adds them
// up.
//
//	summaries SEED.nrt DIR N [STEPS]
//
// SEED.nrt is a capture of nrprof run --sample 1. Rank k of N is the seed cut after 50
// to 200 time steps, or after STEPS, with its own process, host, start and label rank,
// and with each duration multiplied by a factor of its own, so that no two captures are
// alike. Eight ranks are on a host.
package main

import (
	"bufio"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/trace"
	"io"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	if len(args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: summaries SEED.nrt DIR N [STEPS]")
		return 2
	}
	n, err := strconv.Atoi(args[2])
	steps := 0
	if err == nil && len(args) > 3 {
		steps, err = strconv.Atoi(args[3])
	}
	if err == nil {
		err = write(args[0], args[1], n, steps)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "summaries:", err)
		return 1
	}
	return 0
}

// write writes the captures of all ranks.
func write(seed, dir string, n, steps int) error {
	t, err := trace.Open(seed)
	if err != nil {
		return err
	}
	defer t.Close() // was only read
	var events []trace.Event
	for e := range t.Events() {
		events = append(events, e)
		if len(events) > 1<<20 {
			break
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for rank := range n {
		r := rankOf(t, events, rank, n, steps)
		name := filepath.Join(dir, fmt.Sprintf("rank%06d.nrt", rank))
		err := atomicfile.WriteFile(name, func(w io.Writer) error {
			b := bufio.NewWriter(w)
			if err := trace.Save(b, r); err != nil {
				return err
			}
			return b.Flush()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rankOf returns the trace of a rank.
func rankOf(t *trace.Trace, events []trace.Event, rank, n, steps int) *trace.Trace {
	rng := rand.New(rand.NewPCG(1, uint64(rank)))
	if steps == 0 {
		steps = 50 + rng.IntN(151)
	}
	out := *t
	out.Header.Host = fmt.Sprintf("node%04d", rank/8)
	out.Header.PID = int64(1000 + rank)
	out.Header.Start = t.Header.Start.Add(time.Duration(rng.IntN(1e9)))
	out.Header.Labels = map[string]string{"rank": strconv.Itoa(rank), "ranks": strconv.Itoa(n)}
	for k, v := range t.Header.Labels {
		out.Header.Labels[k] = v
	}
	out.Counts = trace.Counts{}
	out.Last = 0
	slow := 1 + 0.2*rng.Float64()
	out.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) { cut(t, events, steps, slow, rank, yield) }
	}
	return &out
}

// cut yields the events of the first steps, slower by a factor, and closes what is open.
func cut(t *trace.Trace, events []trace.Event, steps int, slow float64, rank int, yield func(trace.Event) bool) {
	rng := rand.New(rand.NewPCG(2, uint64(rank)))
	var open []int32 // names
	last := make([]int64, len(t.Tracks))
	now, before, done := 0.0, int64(0), 0
	for _, e := range events {
		now += float64(e.Time-before) * slow * (0.9 + 0.2*rng.Float64())
		before = e.Time
		e.Time = int64(now)
		if e.Track != 0 {
			continue
		}
		last[0] = e.Time
		switch e.Kind {
		case trace.Begin:
			if t.Names[e.Name] == trace.PhaseTimestep && done == steps {
				for k := len(open) - 1; k >= 0; k-- {
					if !yield(trace.Event{Kind: trace.End, Time: e.Time, Name: open[k]}) {
						return
					}
				}
				return
			}
			open = append(open, e.Name)
		case trace.End:
			if t.Names[e.Name] == trace.PhaseTimestep {
				done++
			}
			open = open[:len(open)-1]
		}
		if !yield(e) {
			return
		}
	}
}
