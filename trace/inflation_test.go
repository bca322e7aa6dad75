package trace

import (
	"math"
	"testing"
)

// sampledSteps is a transient of all steps, of which every kth is timed and takes
// slow ns, the others fast ns.
func sampledSteps(all, k int, slow, fast int64) *Trace {
	const transient, step, build = 0, 1, 2
	var events []Event
	add := func(kind Kind, name int32, at int64) {
		events = append(events, Event{Time: at, Index: NoIndex, Name: name, Kind: kind})
	}
	add(Begin, transient, 0)
	now := int64(0)
	for i := range all {
		if i%k != 0 {
			now += fast
			continue
		}
		add(Begin, step, now)
		add(Begin, build, now)
		add(End, build, now+slow/4)
		now += slow
		add(End, step, now)
	}
	add(End, transient, now)
	t := FromEvents(Header{Sample: k}, []string{PhaseTransient, PhaseTimestep, PhaseBuildSystem}, []Track{{Device: -1}}, events)
	t.Counts.Number = map[string]int64{CountTimesteps: int64(all)}
	return t
}

// A run that was killed wrote its counts before its last steps.
func TestCountsBehindTheSteps(t *testing.T) {
	tr := sampledSteps(64000, 64, 1000, 1000)
	tr.Counts.Number[CountTimesteps] = 50000
	tr.Loss.Open = true
	s := Summarize(tr, SummaryOptions{})
	if s.Steps.Count != 64000 || math.Abs(s.Inflation-1) > 0.01 {
		t.Errorf("got %d steps and inflation %g, want 64000 and 1", s.Steps.Count, s.Inflation)
	}
}

// The CPU time of a small part of the time does not say that the machine was busy.
func TestCPUOfASmallPart(t *testing.T) {
	for ns, want := range map[int64]float64{10: 0, 500: 2, 1000: 2} {
		s := Summary{RootNS: 1000, CPUOf: ns, CPU: ns / 2}
		if got := s.Slowed(); got != want {
			t.Errorf("%d of 1000 ns: got %g, want %g", ns, got, want)
		}
	}
}

// Times of a sample are scaled to the time there was, counts to the number of
// steps.
func TestInflation(t *testing.T) {
	for _, c := range []struct{ slow, fast int64 }{{2000, 1000}, {1000, 1000}, {1000, 2000}} {
		s := Summarize(sampledSteps(64000, 64, c.slow, c.fast), SummaryOptions{})
		mean := (float64(c.slow) + 63*float64(c.fast)) / 64
		if want := float64(c.slow) / mean; math.Abs(s.Inflation-want) > 0.01*want {
			t.Errorf("%+v: got inflation %g, want %g", c, s.Inflation, want)
		}
		for _, p := range s.Paths {
			want := map[string]float64{PhaseTransient: 1, PhaseTimestep: 1, PhaseBuildSystem: 0.25}[p.Name]
			if got := float64(p.Total) / float64(s.RootNS); math.Abs(got-want) > 1e-3 || math.Abs(p.Share-want) > 1e-3 {
				t.Errorf("%+v: %s: got %g of the root, share %g, want %g", c, p.Name, got, p.Share, want)
			}
			if p.Name != PhaseTransient && (p.Count != 64000 || !p.Estimated) {
				t.Errorf("%+v: got %+v, want an estimate for 64000", c, p)
			}
			if want := p.Name == PhaseBuildSystem; p.CountEstimated != want {
				t.Errorf("%+v: %s: estimated count %t, want %t: steps are counted", c, p.Name, p.CountEstimated, want)
			}
		}
		if share := float64(s.Unattributed) / float64(s.RootNS); math.Abs(share-0.75) > 1e-3 {
			t.Errorf("%+v: got %g unattributed, want 0.75, what is in steps outside of their phases", c, share)
		}
	}
	tr := sampledSteps(640, 64, 1000, 1000)
	tr.Counts.Number = nil
	for _, p := range Summarize(tr, SummaryOptions{}).Phases {
		if want := p.Name != PhaseTransient; p.CountEstimated != want {
			t.Errorf("%s: estimated count %t, want %t: nobody counted the steps", p.Name, p.CountEstimated, want)
		}
	}
	if s := Summarize(sampledSteps(100, 1, 1000, 0), SummaryOptions{}); s.Inflation != 0 {
		t.Errorf("nothing is sampled: got inflation %g", s.Inflation)
	}
}
