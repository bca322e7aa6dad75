package perfetto_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
	"github.com/nrkit/nrkit/trace/walk/walktest"
)

func write(t *testing.T, tr *trace.Trace) *decoded {
	t.Helper()
	var b bytes.Buffer
	if err := perfetto.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	return decode(b.Bytes())
}

// threads returns the uuids of the tracks that are no processes or counters,
// in order.
func (d *decoded) threads() []uint64 {
	var out []uint64
	for _, uuid := range d.order {
		tr := d.tracks[uuid]
		if len(tr[5]) > 0 && len(tr[8]) == 0 {
			out = append(out, uuid)
		}
	}
	return out
}

// key is what Perfetto calls the number of a range.
func key(name string) string {
	for _, k := range []string{"iteration", "step"} {
		if strings.Contains(name, k) {
			return k
		}
	}
	return "index"
}

// expected says by the model what a viewer should see on one track.
type expected struct {
	slices  []slice
	samples map[string][]sample
	marks   []sample
}

func expect(tr *trace.Trace, track int) expected {
	out := expected{samples: map[string][]sample{}}
	var open []int
	start := tr.Header.Start.UnixNano()
	for e := range tr.Events() {
		if int(e.Track) != track {
			continue
		}
		now := start + e.Time
		switch e.Kind {
		case trace.Begin:
			s := slice{name: tr.Names[e.Name], start: now, end: -1, depth: len(open), args: map[string]string{}}
			if e.Index != trace.NoIndex {
				s.args[key(s.name)] = fmt.Sprint(e.Index)
			}
			open = append(open, len(out.slices))
			out.slices = append(out.slices, s)
		case trace.End:
			out.slices[open[len(open)-1]].end = now
			open = open[:len(open)-1]
		case trace.Arg:
			// The arguments of a range that never ends have nothing to travel on.
			out.slices[open[len(open)-1]].args[tr.Names[e.Name]] = fmt.Sprint(e.Value)
		case trace.Counter:
			name := tr.Names[e.Name]
			out.samples[name] = append(out.samples[name], sample{now, name, e.Value})
		case trace.Instant:
			out.marks = append(out.marks, sample{time: now, name: tr.Names[e.Name]})
		}
	}
	for i := range out.slices {
		if s := &out.slices[i]; s.end < 0 {
			for name := range s.args {
				if name != key(s.name) {
					delete(s.args, name)
				}
			}
		}
	}
	return out
}

func TestAViewerSeesTheEvents(t *testing.T) {
	traces := []*trace.Trace{walktest.NR(3000, true), walktest.NR(0, false)}
	for seed := range uint64(40) {
		traces = append(traces, walktest.Random(seed, 400))
	}
	for i, tr := range traces {
		d := write(t, tr)
		threads := d.threads()
		if len(threads) != len(tr.Tracks) {
			t.Fatalf("trace %d: got %d tracks, want %d", i, len(threads), len(tr.Tracks))
		}
		for k, uuid := range threads {
			want := expect(tr, k)
			got := expected{samples: map[string][]sample{}, marks: d.marks[uuid]}
			for _, s := range d.slices[uuid] {
				got.slices = append(got.slices, *s)
			}
			for id, samples := range d.samples {
				if d.tracks[id].num(5) == uuid {
					got.samples[d.tracks[id].text(2)] = samples
				}
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(expected{}, slice{}, sample{})); diff != "" {
				t.Fatalf("trace %d track %d: -want +got\n%s", i, k, diff)
			}
		}
	}
}

func TestIdentity(t *testing.T) {
	tr := walktest.NR(1, true)
	tr.Tracks = []trace.Track{
		{Process: 10, Thread: 11, Device: -1, Name: "main"},
		{Process: 10, Thread: 11, Device: -1, Name: "overflow"},
		{Process: 10, Thread: 12, Device: 0, Context: 1, Stream: 7},
		{Process: 10, Thread: 11, Device: -1, Name: "main", Rank: 1},
		{Process: 0, Thread: 0, Device: -1},
	}
	d := write(t, tr)
	var got []string
	for _, uuid := range d.order {
		for _, p := range d.tracks[uuid].sub(3) {
			labels := ""
			for _, l := range p[8] {
				labels += " " + string(l.bytes)
			}
			got = append(got, fmt.Sprintf("process %d %s:%s", p.num(1), p.text(6), labels))
		}
		for _, p := range d.tracks[uuid].sub(4) {
			got = append(got, fmt.Sprintf("thread %d/%d %s", p.num(1), p.num(2), p.text(5)))
		}
		if name := d.tracks[uuid].text(2); name != "" {
			got = append(got, name)
		}
	}
	labels := "host=host clock=monotonic circuit=c6288 ordering=amd"
	want := []string{
		"process 10 nrprof run c6288 rank 0: " + labels, "thread 10/11 main", "overflow",
		"device 0 context 1 stream 7",
		"process 4194314 nrprof run c6288 rank 1: " + labels, "thread 4194314/11 main",
		"nrprof run c6288 rank 0 " + labels, "thread 0",
		"residual_norm", "step_size", "iterations",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	units := map[string]string{}
	for _, tr := range d.tracks {
		for _, c := range tr.sub(8) {
			units[tr.text(2)] = fmt.Sprint(c.num(3), c.text(6))
		}
	}
	if diff := cmp.Diff(map[string]string{"residual_norm": "0", "step_size": "0s", "iterations": "2"}, units); diff != "" {
		t.Errorf("units: -want +got\n%s", diff)
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
	d := decode(file.Bytes())
	threads := d.threads()
	if len(threads) != 2 || len(d.slices[threads[0]]) != 1+5*16 || len(d.slices[threads[1]]) != 1+7*16 {
		t.Errorf("got %d tracks with %d and %d slices", len(threads), len(d.slices[threads[0]]), len(d.slices[threads[1]]))
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
