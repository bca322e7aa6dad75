package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// seen writes a trace as Perfetto protobuf and compares what a strict reader makes
// of it with a walk over the trace.
func seen(t *testing.T, tr *trace.Trace) *perfettotest.Trace {
	t.Helper()
	d := perfettotest.Seen(t, tr, perfetto.Write)
	n := 0
	for _, track := range d.Tracks {
		n += len(track.Slices)
	}
	if n == 0 && len(tr.Tracks) > 0 {
		t.Error("got no slices")
	}
	t.Logf("%d tracks, %d slices", len(d.Tracks), n)
	return d
}

// runOf runs a circuit with one step of every sample timed.
func runOf(t *testing.T, circuit string, steps int64, sample int) *trace.Trace {
	t.Helper()
	c, err := simulate.Load(circuit)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), circuit+".nrt")
	rec, err := trace.Create(path, trace.Header{Program: "nrprof run " + circuit, Sample: sample, Labels: map[string]string{"circuit": circuit}}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := simulate.Run(context.Background(), c, simulate.Config{Recorder: rec, Steps: steps, Sample: sample}); err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	return opened(t, path)
}

func opened(t *testing.T, path string) *trace.Trace {
	t.Helper()
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tr.Close() })
	return tr
}

// Every range of a run is in Perfetto what it is in the capture, and of a sampled
// one the steps that were not timed are there, too: with those that were, they are
// all.
func TestPerfettoOfRuns(t *testing.T) {
	for _, c := range []struct {
		circuit string
		steps   int64
		sample  int
	}{{"rc", 3000, 64}, {"graetz", 2000, 64}, {"mul", 400, 16}, {"ring", 3000, 64}, {"mul8", 100, 4}, {"c6288", 20, 4}} {
		if testing.Short() && c.circuit != "rc" {
			continue
		}
		for _, sample := range []int{1, c.sample} {
			t.Run(c.circuit+"/"+strconv.Itoa(sample), func(t *testing.T) {
				tr := runOf(t, c.circuit, c.steps, sample)
				d := seen(t, tr)
				threads := d.Threads()
				if th := threads[0].Thread; runtime.GOOS == "linux" && (th == nil || th.TID != tr.Tracks[0].Thread) {
					t.Errorf("got %+v, want the thread of the solver", th)
				}
				var timed, untimed int64
				for _, s := range threads[0].Slices {
					if s.Name == trace.PhaseTimestep {
						timed++
					}
					if s.Category == perfettotest.Untimed {
						n, err := strconv.ParseInt(s.Args["steps"], 10, 64)
						if err != nil {
							t.Fatal(err)
						}
						untimed += n
					}
				}
				if total := tr.Counts.Number[trace.CountTimesteps]; timed+untimed != total || sample == 1 && untimed != 0 || sample > 1 && untimed == 0 {
					t.Errorf("got %d timed steps and %d others, want %d in all", timed, untimed, total)
				}
			})
		}
	}
}

// So are those of a run of two ranks, each a process of its own.
func TestPerfettoOfRanks(t *testing.T) {
	a, b := runOf(t, "ring", 300, 1), runOf(t, "rc", 300, 8)
	b.Header.Sample, b.Counts.Number = a.Header.Sample, nil // ranks are sampled alike
	m, err := merge.Merge([]*trace.Trace{a, b}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	d := seen(t, m.Trace)
	if p := d.Processes(); len(p) != 2 || len(d.Threads()) != 2 || len(p[0].Labels) == 0 || len(p[1].Labels) == 0 {
		t.Errorf("got %d processes, %d threads", len(p), len(d.Threads()))
	}
}

// So are those of a program whose NVTX ranges are recorded.
func TestPerfettoOfARecording(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NVTX is captured on Linux alone")
	}
	path := filepath.Join(t.TempDir(), "ring.nrt")
	var out, problems bytes.Buffer
	if code := run([]string{"record", "-o", path, "--", "nrprof", "run", "ring", "--steps", "2000", "--nvtx", "--sample", "off"}, nil, &out, &problems); code != 0 {
		t.Fatalf("got %d: %s", code, problems.String())
	}
	d := seen(t, opened(t, path))
	var names []string
	for _, track := range d.Threads() {
		for _, s := range track.Slices {
			names = append(names, s.Name)
		}
	}
	for _, want := range []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration, trace.PhaseRefactor} {
		if !slices.Contains(names, want) {
			t.Errorf("got no %s among %d slices", want, len(names))
		}
	}
}

// So are those of exports of nsys that others published, with the calls and the
// work of devices. Two of them hold no ranges: what is known of the session is
// there all the same.
func TestPerfettoOfExports(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "nsys", "*.sqlite"))
	if err != nil || len(files) < 9 {
		t.Fatalf("got %d databases, %v, want 9 or more", len(files), err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			e, err := nsys.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			tr, _, err := timeline.Read(e, timeline.Options{OSCalls: true})
			if err != nil {
				t.Fatal(err)
			}
			if d := seen(t, tr); len(tr.Tracks) == 0 && d.Attributes["clock"] != "nsys" {
				t.Errorf("got attributes %v, want the clock", d.Attributes)
			}
		})
	}
}

// So are those of a run that was killed: ranges that are open have their arguments
// and no end, and the labels count them.
func TestPerfettoOfAKilledRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "killed.nrt")
	c, err := simulate.Load("mul8") // is recorded phase by phase
	if err != nil {
		t.Fatal(err)
	}
	rec, err := trace.Create(path, trace.Header{Program: "nrprof run mul8"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var killed []byte // the file as it is in the middle of an iteration
	turns := 0
	watch := func(newton.Iteration) error {
		if turns++; turns == 40 {
			if err := rec.Flush(); err != nil {
				return err
			}
			killed, err = os.ReadFile(path)
		}
		return err
	}
	if _, err := simulate.Run(context.Background(), c, simulate.Config{Recorder: rec, Steps: 30, Watch: watch}); err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(bytes.NewReader(killed), int64(len(killed)))
	if err != nil {
		t.Fatal(err)
	}
	d := seen(t, tr)
	var open []string
	for _, s := range d.Threads()[0].Slices {
		if s.End < 0 {
			open = append(open, s.Name)
		}
		if s.End < 0 && s.Name == trace.PhaseTimestep && (s.Args["sim_time"] == "" || s.Args["step"] == "") {
			t.Errorf("got arguments %v of %s", s.Args, s.Name)
		}
	}
	labels := d.Processes()[0].Labels
	if len(open) < 3 || !slices.Contains(labels, "open_ranges="+strconv.Itoa(len(open))) || !slices.Contains(labels, "not_closed=true") {
		t.Errorf("got open ranges %q, labels %q", open, labels)
	}
}
