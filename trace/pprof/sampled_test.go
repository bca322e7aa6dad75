package pprof_test

import (
	"testing"

	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/trace"
)

// sampled returns a transient of 1 + 10·rest time steps of which the first,
// of 500 ns, and one in ten of the others, of 100 ns, are timed; 40 of these
// are those of an iteration. Those that are not timed took untimed ns.
func sampled(rest int, untimed int64) *trace.Trace {
	var events []trace.Event
	now := int64(0)
	begin := func(name int32) {
		events = append(events, trace.Event{Kind: trace.Begin, Name: name, Time: now, Index: trace.NoIndex})
	}
	end := func(name int32) { events = append(events, trace.Event{Kind: trace.End, Name: name, Time: now}) }
	begin(0)
	begin(1)
	now += 500
	end(1)
	for range rest {
		begin(1)
		begin(2)
		now += 40
		end(2)
		now += 60
		end(1)
		now += 9 * untimed
	}
	end(0)
	tr := trace.FromEvents(trace.Header{Sample: 10}, []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration},
		[]trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
	tr.Counts.Number = map[string]int64{trace.CountTimesteps: int64(1 + 10*rest)}
	return tr
}

// leaves returns calls and wall by the innermost name.
func leaves(p *profile.Profile) map[string][2]int64 {
	sums := map[string][2]int64{}
	for _, s := range p.Sample {
		name := s.Location[0].Line[0].Function.Name
		sums[name] = [2]int64{sums[name][0] + s.Value[0], sums[name][1] + s.Value[1]}
	}
	return sums
}

// The time of steps that were not timed is that of their phases, not of what
// is around them, and the sum is the time there was: as in the table of phases.
func TestSampled(t *testing.T) {
	for _, c := range []struct {
		untimed    int64
		step, iter int64 // ns; what is not a step's is 0: steps fill what they lie in
	}{
		{100, 500 + 60*1000, 40 * 1000},                            // as long as the timed ones
		{120, 500 + 60*100*118/10, 40 * 100 * 118 / 10},            // longer
		{50, 500 + 60*100*55/10, 40 * 100 * 55 / 10},               // there is no room for 10 times
		{0, 500 + 60*100, 40 * 100},                                // nor for more than what was timed
		{1000, 500 + 60*100*(100+9*1000)/100, 40 * (100 + 9*1000)}, // much longer
	} {
		p, _ := write(t, sampled(100, c.untimed))
		got := leaves(p)
		want := map[string][2]int64{trace.PhaseTransient: {1, 0}, trace.PhaseTimestep: {1001, c.step}, trace.PhaseIteration: {1000, c.iter}}
		for name, w := range want {
			if got[name] != w {
				t.Errorf("untimed steps of %d ns: %s: got %v, want %v", c.untimed, name, got[name], w)
			}
		}
	}
	for _, untimed := range []int64{0, 50, 100, 1000} {
		tr := sampled(100, untimed)
		p, _ := write(t, tr)
		got := leaves(p)
		for _, row := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
			if got[row.Name] != [2]int64{row.Count, row.Self} {
				t.Errorf("untimed steps of %d ns: %s: got %v, want the count and the self time of the table of phases, %d and %d", untimed, row.Name, got[row.Name], row.Count, row.Self)
			}
		}
	}
	all := sampled(100, 100)
	all.Header.Sample = 1
	if p, _ := write(t, all); leaves(p)[trace.PhaseIteration] != [2]int64{100, 4000} {
		t.Errorf("nothing is scaled where every step is timed, got %v", leaves(p))
	}
}
