package perfetto_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// write writes a trace and reads it as trace_processor does, with a comparison.
func write(t *testing.T, tr *trace.Trace) *perfettotest.Trace {
	t.Helper()
	d := perfettotest.Seen(t, tr, perfetto.Write)
	if t.Failed() {
		t.FailNow()
	}
	return d
}

func TestAViewerSeesTheEvents(t *testing.T) {
	write(t, walktest.NR(3000, true))
	write(t, walktest.NR(0, false))
	for seed := range uint64(40) {
		tr := walktest.Random(seed, 400)
		tr.Loss.Open = true // ranges have no end
		write(t, tr)
	}
}

func TestIdentity(t *testing.T) {
	tr := walktest.NR(1, true)
	tr.Tracks = []trace.Track{
		{Process: 10, Thread: 11, Device: -1, Name: "main"},
		{Process: 10, Thread: 11, Device: -1, Name: "lane 2", Lane: 1},
		{Process: 10, Thread: 11, Device: -1, Name: "overflow"},
		{Process: 10, Thread: 12, Device: 0, Context: 1, Stream: 7},
		{Process: 10, Thread: 11, Device: -1, Name: "main", Rank: 1},
		{Process: 10, Thread: -3, Device: -1},
		{Process: 0, Thread: 0, Device: -1},
	}
	d := write(t, tr)
	var got []string
	for _, tr := range d.Tracks {
		below := ""
		if p := d.Track(tr.Parent); p != nil && p.Thread != nil {
			below = " below " + p.Thread.Name
		}
		switch {
		case tr.Process != nil:
			got = append(got, fmt.Sprintf("process %d %s: %s", tr.Process.PID, tr.Process.Name, strings.Join(tr.Process.Labels, " ")))
		case tr.Thread != nil:
			got = append(got, fmt.Sprintf("thread %d/%d %s", tr.Thread.PID, tr.Thread.TID, tr.Thread.Name))
		case tr.Counter != nil:
			got = append(got, tr.Name+" in "+tr.Counter.Unit+below)
		default:
			got = append(got, tr.Name+below)
		}
	}
	labels := "host=host clock=monotonic circuit=c6288 ordering=amd"
	want := []string{
		"process 10 nrprof run c6288 rank 0: " + labels, "process 4194314 nrprof run c6288 rank 1: " + labels,
		"nrprof run c6288 rank 0",
		"thread 10/11 main", "lane 2 below main", "overflow below main", "device 0 context 1 stream 7", "thread 4194314/11 main",
		"thread 3", "thread 0",
		"residual_norm in A, V below main", "log10(residual_norm) in log10 below main", "step_size in s below main", "iterations in count below main",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestTwoFilesConcatenated(t *testing.T) {
	a, b := walktest.NR(5, true), walktest.NR(7, true)
	b.Header.PID++
	b.Tracks[0].Process++
	var file bytes.Buffer
	if err := errors.Join(perfetto.Write(&file, a), perfetto.Write(&file, b)); err != nil {
		t.Fatal(err)
	}
	d, err := perfettotest.Decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	threads := d.Threads()
	if len(threads) != 2 || len(threads[0].Slices) != 1+5*16 || len(threads[1].Slices) != 1+7*16 {
		t.Errorf("got %d tracks with %d and %d slices", len(threads), len(threads[0].Slices), len(threads[1].Slices))
	}
}

func TestErrors(t *testing.T) {
	back := walktest.Of(1, []trace.Event{{Kind: trace.Instant, Time: 5}, {Kind: trace.Instant, Time: 4}})
	err := perfetto.Write(io.Discard, back)
	if want := "perfetto: track 0: want times in order, got 4 ns after 5 ns"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	full := errors.New("full")
	if err := perfetto.Write(failing{full}, walktest.NR(10, false)); !errors.Is(err, full) {
		t.Errorf("got %v, want the writer's error", err)
	}
	if err := perfetto.Write(failing{full}, walktest.NR(10000, false)); !errors.Is(err, full) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func BenchmarkWrite(b *testing.B) {
	for _, extras := range []bool{false, true} {
		b.Run(fmt.Sprintf("extras=%t", extras), func(b *testing.B) {
			tr := walktest.NR(20000, extras)
			ranges := 1 + 20000*16
			var size int
			for b.Loop() {
				var n counter
				if err := perfetto.Write(&n, tr); err != nil {
					b.Fatal(err)
				}
				size = int(n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*ranges), "ns/range")
			b.ReportMetric(float64(size)/float64(ranges), "bytes/range")
		})
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
