package sweep

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// Configurations that take longer are found, and those that do not are not.
func TestResult(t *testing.T) {
	p := plan(t, "repeat: 12\nbaseline: base\nconfigurations: [{name: slow}, {name: base}, {name: same}, {name: fast}, {name: broken}]", "x")
	j := &Journal{Dir: "d", Done: map[int]*Record{}, plan: p}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range p.Runs {
		name := p.Definition.Configurations[r.Configuration].Name
		rec := &Record{Number: r.Number, Configuration: name, Cold: r.Cold, UserNS: 4e5, SysNS: 1e5, MaxRSS: 1 << 20, Capture: "captures/" + name}
		rec.WallNS = int64(1e6 * (1 + 0.02*rng.NormFloat64()) * map[string]float64{"slow": 1.2, "base": 1, "same": 1, "fast": 0.8}[name])
		if r.Cold {
			rec.WallNS *= 10
		}
		if name == "broken" {
			rec.Exit = 1
		}
		j.Done[r.Number] = rec
	}
	r, err := j.Result("s.yaml", func(path string) (*trace.Summary, error) {
		if filepath.Base(path) == "fast" {
			return nil, errors.New("cannot be read")
		}
		return &trace.Summary{Phases: []trace.Phase{{Name: "solve", Total: 7e5}, {Name: "build", Total: 8e5}}, Counts: trace.Counts{Number: map[string]int64{"n": int64(len(path))}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Planned != 65 || r.Done != 65 || r.Failed != 13 || len(r.Warnings) != 13 {
		t.Errorf("%d of %d runs, %d failed, %d warnings", r.Done, r.Planned, r.Failed, len(r.Warnings))
	}
	want := map[string]compare.Verdict{"slow": compare.Slower, "base": "", "same": compare.None, "fast": compare.Faster}
	for _, o := range r.Configurations {
		if o.Name == "broken" {
			if len(o.Failures) != 13 || o.Warm.Failed != 12 || o.Warm.Metrics != nil {
				t.Errorf("broken: got %+v", o)
			}
			continue
		}
		m := o.Warm.metric(MetricWall)
		if m.Verdict != want[o.Name] || len(m.Values) != 12 || slices.Max(m.Values) > 2e6 {
			t.Errorf("%s: got %+v, want %q", o.Name, m, want[o.Name])
		}
		if c := o.Cold.metric(MetricWall); len(c.Values) != 1 || c.Median < 5e6 || c.Low != nil || c.Verdict == compare.Slower {
			t.Errorf("%s, cold: got %+v", o.Name, c)
		}
		if m := o.Warm.metric(MetricCPU); m.Median != 5e5 || m.Verdict == compare.Slower {
			t.Errorf("%s: got %+v", o.Name, m)
		}
		names := []string{}
		for _, m := range o.Warm.Metrics {
			names = append(names, m.Name)
		}
		phases := []string{"wall", "cpu", "max_rss", "phase/build", "phase/solve"}
		if o.Name == "fast" {
			phases = phases[:3]
		}
		if !slices.Equal(names, phases) {
			t.Errorf("%s: metrics %v", o.Name, names)
		}
	}
}

// A value is that of the run that has it, and a run that leaves no capture, or a
// damaged one, is told.
func TestValuesHaveRuns(t *testing.T) {
	p := plan(t, "repeat: 4\ncold: 0\nconfigurations: [{name: a}]", "x", "{capture}")
	j := &Journal{Done: map[int]*Record{}, plan: p}
	for k, capture := range []string{"", "whole", "damaged", "whole"} {
		j.Done[k+1] = &Record{Number: k + 1, WallNS: int64(k + 1), Capture: capture}
	}
	r, err := j.Result("s.yaml", func(path string) (*trace.Summary, error) {
		if path == "damaged" {
			return nil, errors.New("it is damaged")
		}
		return &trace.Summary{Phases: []trace.Phase{{Name: "solve", Total: 5}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	x := r.Configurations[0].Warm
	if m := x.metric(MetricWall); !slices.Equal(m.Of, []int{1, 2, 3, 4}) || !slices.Equal(m.Values, []float64{1, 2, 3, 4}) {
		t.Errorf("got %+v", m)
	}
	if m := x.metric("phase/solve"); !slices.Equal(m.Of, []int{2, 4}) || !slices.Equal(m.Values, []float64{5, 5}) {
		t.Errorf("got %+v", m)
	}
	want := []string{"run 1 has no phases: it left no capture", "run 3 has no phases: it is damaged"}
	if !slices.Equal(r.Warnings, want) {
		t.Errorf("got %q", r.Warnings)
	}
}
