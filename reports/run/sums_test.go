package run

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// printed is a number as a person reads it, and how far it may be from what was
// rounded to it.
type printed struct{ value, off float64 }

func parse(t *testing.T, text string) printed {
	t.Helper()
	text = strings.ReplaceAll(strings.TrimPrefix(text, "≈ "), ",", "")
	digits, unit, _ := strings.Cut(text, " ")
	scale, known := map[string]float64{"": 1, "s": 1e9, "ms": 1e6, "µs": 1e3}[unit]
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || !known {
		t.Fatalf("%q is no number with a unit of time", text)
	}
	last := 1.0
	if _, decimals, ok := strings.Cut(digits, "."); ok {
		last = math.Pow(10, -float64(len(decimals)))
	} else if unit != "" && len(digits) > 3 {
		last = math.Pow(10, float64(len(digits)-3))
	}
	return printed{x * scale, last * scale / 2}
}

// sampledTrace is a transient of which one step of k is timed, of 1 to 3
// iterations of 37 ns and more, beside which there are calls that are counted and
// calls that are not. Every tenth of the timed steps lost the processor.
func sampledTrace(steps, k int, counted bool) *trace.Trace {
	names := []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve, trace.ArgCPU}
	var events []trace.Event
	now := int64(0)
	add := func(kind trace.Kind, name int32, value float64) {
		events = append(events, trace.Event{Kind: kind, Name: name, Time: now, Value: value, Index: trace.NoIndex})
	}
	iterations, timed := int64(0), 0
	add(trace.Begin, 0, 0)
	for i := range steps {
		its := 1 + i*7%3
		iterations += int64(its)
		if i%k != 0 {
			now += int64(its) * 191
			continue
		}
		add(trace.Begin, 1, 0)
		from := now
		for range its {
			add(trace.Begin, 2, 0)
			add(trace.Begin, 3, 0)
			now += 100 + int64(i%17)
			add(trace.End, 3, 0)
			add(trace.Begin, 4, 0)
			now += 37 + int64(i%5)
			add(trace.End, 4, 0)
			now += 41
			add(trace.End, 2, 0)
		}
		if timed++; timed%10 == 0 {
			now += 1e6
			add(trace.Arg, 5, float64(now-from-1e6))
		}
		add(trace.End, 1, 0)
	}
	add(trace.End, 0, 0)
	tr := trace.FromEvents(trace.Header{Sample: k}, names, []trace.Track{{Device: -1}}, events)
	tr.Counts.Number = map[string]int64{trace.CountTimesteps: int64(steps)}
	if counted {
		tr.Counts.Number[trace.CountIterations] = iterations
		tr.Counts.Table = map[string][]trace.Row{trace.TableCalls: {{Name: trace.PhaseBuildSystem, Count: iterations}}}
	}
	return tr
}

// In every row of a table the mean, printed, times the calls, printed, is the
// total, printed, as far as printing rounds.
func TestRowsAddUp(t *testing.T) {
	for name, tr := range map[string]*trace.Trace{
		"whole": stepsTrace(60, 1), "sampled": stepsTrace(6400, 64), "every step": sampledTrace(500, 1, true),
		"counted": sampledTrace(6400, 64, true), "not counted": sampledTrace(6400, 64, false),
	} {
		table := newTimeTable(summary(tr), 0).table()
		at := map[string]int{}
		for i, c := range table.Columns {
			at[c.Name] = i
		}
		if len(table.Rows) < 4 {
			t.Fatalf("%s: got %d rows", name, len(table.Rows))
		}
		for _, row := range table.Rows {
			calls, total, mean := parse(t, row[at["calls"]]), parse(t, row[at["total"]]), parse(t, row[at["mean"]])
			low, high := (mean.value-mean.off)*(calls.value-calls.off), (mean.value+mean.off)*(calls.value+calls.off)
			if high < total.value-total.off || low > total.value+total.off {
				t.Errorf("%s: %s calls of %s are no %s: %v", name, row[at["calls"]], row[at["mean"]], row[at["total"]], row)
			}
		}
	}
}

// The calls that the program counted are printed as they are.
func TestCountedCalls(t *testing.T) {
	tr := sampledTrace(6400, 64, true)
	rows := newTimeTable(summary(tr), 0).table().Rows
	for k, want := range map[int]string{1: "6,400", 2: fmt.Sprintf("%d,%03d", tr.Counts.Number[trace.CountIterations]/1000, tr.Counts.Number[trace.CountIterations]%1000)} {
		if got := rows[k][1]; got != want {
			t.Errorf("%s: got %s calls, want %s", rows[k][0], got, want)
		}
	}
	if got := rows[4][1]; !strings.HasPrefix(got, "≈ ") {
		t.Errorf("%s: got %s calls, want an estimate: nobody counted them", rows[4][0], got)
	}
}

// A sentence on times has its caveat where they are estimated, and where others
// had the processor.
func TestCaveat(t *testing.T) {
	tr := sampledTrace(6400, 64, true)
	s := summary(tr)
	busy, lost := *s, *s
	busy.Sample, busy.RootNS, busy.CPU, busy.CPUOf = 1, 111, 100, 111
	lost.Sample, lost.PreemptedSteps, lost.PreemptedNS = 1, 2, 3e6
	idle := lost
	idle.PreemptedSteps, idle.RootNS, idle.CPU, idle.CPUOf = 0, 110, 100, 110
	for want, s := range map[string]*trace.Summary{
		" Caveat: estimated from 90 of 6,400 time steps; 10 timed time steps lost the processor for 10.0 ms.":                s,
		" Caveat: the machine was busy (wall-clock time is 1.11× the CPU time of the solver); run again on an idle machine.": &busy,
		" Caveat: 2 timed time steps lost the processor for 3.00 ms.":                                                        &lost,
		"": &idle,
	} {
		text := sharesSentence(s)
		if got := caveat(s); got != want || !strings.HasSuffix(text, want) {
			t.Errorf("got %q in %q, want %q", got, text, want)
		}
	}
	if got := briefly(&busy, "medians"); got != " (medians; the machine was busy)." {
		t.Errorf("got %q", got)
	}
	if got := briefly(s, "medians"); got != " (medians of 90 timed steps)." {
		t.Errorf("got %q", got)
	}
}

// Where each timed step but the first lost the processor, estimates are from these.
func TestEstimatedFrom(t *testing.T) {
	s := &trace.Summary{Sample: 64, Steps: &trace.Unit{Count: 151, Timed: 3}, PreemptedSteps: 3, Regimes: &trace.Regimes{}}
	if got := estimatedFrom(s); got != 3 {
		t.Errorf("got %d steps, want 3", got)
	}
	s.PreemptedSteps, s.Regimes.Steady.Units = 1, 1
	if got := estimatedFrom(s); got != 2 {
		t.Errorf("got %d steps, want 2", got)
	}
}
