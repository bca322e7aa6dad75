package diagnose_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// A logClock writes messages of while_thunk with times.
type logClock struct {
	text strings.Builder
	us   int
}

func (c *logClock) say(format string, args ...any) {
	fmt.Fprintf(&c.text, "2026-03-11 02:%02d:%02d.%06d: I[ 42] while_thunk.cc:99] ", c.us/60e6, c.us/1e6%60, c.us%1e6)
	fmt.Fprintf(&c.text, format+"\n", args...)
}

// open runs a loop with a condition: each evaluation waits for 574 µs, each body
// takes 300 µs, after which inside runs.
func (c *logClock) open(iterations int, inside func()) {
	for k := 0; ; k++ {
		c.say("[0] Executing WhileThunk condition computation; iter=%d", k)
		c.us += 574
		if k == iterations {
			c.say("[0] condition_result = 0")
			c.say("[0] Break WhileThunk loop; iter=%d", k)
			return
		}
		c.say("[0] condition_result = 1")
		c.say("[0] Executing WhileThunk body computation; iter=%d", k)
		c.us += 300
		if inside != nil {
			inside()
		}
	}
}

// known runs a loop with a trip count.
func (c *logClock) known(iterations int) {
	c.say("Executing WhileThunk for %d iterations", iterations)
	for k := range iterations {
		c.say("Executing iteration # %d (Device: 0)", k)
		c.us += 300
	}
}

// logAlone is the input of a log without a trace.
func logAlone(text string) *diagnose.Input {
	in := diagnose.WithoutTrace("xla.log")
	l, err := vlog.Read(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	in.XLA, in.XLASource = l, "xla.log"
	wrote(in, "xla_log", text)
	var times diagnose.LogTimes
	if err := logline.Each(strings.NewReader(text), times.Line); err != nil {
		panic(err)
	}
	in.AddTimes(&times)
	return in
}

// loops is a log of loops of these numbers of iterations, with a condition.
func loops(iterations ...int) func() *diagnose.Input {
	return func() *diagnose.Input {
		var c logClock
		for _, n := range iterations {
			c.open(n, nil)
		}
		return logAlone(c.text.String())
	}
}

// times returns n numbers that are k.
func times(n, k int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = k
	}
	return list
}

// nested is 40 loops of outer iterations, each of which holds an inner loop.
func nested(outer func(step int) int, inner func(c *logClock, step int)) func() *diagnose.Input {
	return func() *diagnose.Input {
		var c logClock
		for step := range 40 {
			c.open(outer(step), func() { inner(&c, step) })
		}
		return logAlone(c.text.String())
	}
}

// iterationCapLogs are logs without a trace. What is no limit: loops whose trip
// count is known, numbers that Newton's method takes, few loops, numbers that
// spread.
func iterationCapLogs() []planted {
	spreading := make([]int, 40)
	for i := range spreading {
		spreading[i] = 3 + i%18
	}
	return []planted{
		{"40 of 40 loops of a log end at 20", finds, loops(times(40, 20)...)},
		{"20 loops of a log end at 8", finds, loops(times(20, 8)...)},
		{"18 of 20 loops of a log end at 20", finds, loops(append(times(18, 20), 5, 6)...)},
		{"loops that end at 20 within loops that do not", finds, nested(func(step int) int { return 1 + step%3 }, func(c *logClock, _ int) { c.open(20, nil) })},
		{"loops of a trip count of 20 within loops that spread", clears, nested(func(step int) int { return 3 + step%15 }, func(c *logClock, _ int) { c.known(20) })},
		{"17 of 20 loops of a log end at 20", clears, loops(append(times(17, 20), 5, 6, 7)...)},
		{"40 loops of a log end at 7", clears, loops(times(40, 7)...)},
		{"numbers of a log spread up to 20", clears, loops(spreading...)},
		{"40 loops of a log have a trip count of 20", abstains, func() *diagnose.Input {
			var c logClock
			for range 40 {
				c.known(20)
			}
			return logAlone(c.text.String())
		}},
		{"19 loops of a log end at 20", abstains, loops(times(19, 20)...)},
		{"40 loops of a log run no iteration", abstains, loops(times(40, 0)...)},
		{"a log without loops", abstains, loops()},
	}
}

// TestLogAloneCosts computes costs from what the log was made of: 40 loops with
// 21 waits of 574 µs and 20 bodies of 300 µs each.
func TestLogAloneCosts(t *testing.T) {
	r := diagnose.Run(loops(times(40, 20)...)(), diagnose.Rules())
	const loop = 21*574_000 + 20*300_000
	if !r.NoTrace || r.Span != 40*loop {
		t.Errorf("got %v, a span of %d ns, want %d", r.NoTrace, r.Span, 40*loop)
	}
	want := map[string]int64{"nr-iteration-cap": 40 * loop / 20 * 18, "while-not-captured": 40 * 21 * 574_000}
	for _, f := range r.Findings {
		if f.Cost == nil || *f.Cost != want[f.Rule] {
			t.Errorf("%s: got %v, want %d ns", f.Rule, costOf(f), want[f.Rule])
		}
		delete(want, f.Rule)
	}
	if len(want) > 0 {
		t.Errorf("got %+v, no %v", r.Findings, want)
	}
	reasons := map[string]bool{}
	for _, a := range r.Abstained {
		reasons[a.Reason] = true
	}
	if len(r.Findings)+len(r.Cleared)+len(r.Abstained) != len(diagnose.Rules()) || len(reasons) > 8 {
		t.Errorf("got %d reasons for %d abstentions: %v", len(reasons), len(r.Abstained), reasons)
	}
}

// TestWaitsOfTheLogByTheTimeOfTheTrace: the trace has 20 waits, the log of the
// whole run 100 iterations: each costs what it does in the trace, up to all of
// the trace.
func TestWaitsOfTheLogByTheTimeOfTheTrace(t *testing.T) {
	run := func(text string) diagnose.Finding {
		for _, f := range diagnose.Run(logged(looped(predicate(20))(), text), diagnose.Rules()).Findings {
			if f.Rule == "while-not-captured" {
				return f
			}
		}
		t.Fatal("found nothing")
		panic("unreachable")
	}
	few, many := run(hostLoop(20)), run(strings.Repeat(hostLoop(20), 2))
	if few.Cost == nil || many.Cost == nil {
		t.Fatalf("got %+v and %+v", few, many)
	}
	value := func(f *diagnose.Finding, text string) float64 {
		for _, e := range f.Evidence {
			if strings.HasPrefix(e.Text, text) {
				return e.Value
			}
		}
		return -1
	}
	each, all := value(&many, "cost of each wait"), value(&many, "iterations of the log multiplied by this cost")
	if each != float64(*few.Cost)/20 || all != 40*each || value(&few, "iterations of the log") >= 0 {
		t.Errorf("got %+v and then %+v", few.Evidence, many.Evidence)
	}
	if want := min(int64(all), diagnose.Run(looped(predicate(20))(), nil).Span); *many.Cost != want {
		t.Errorf("got %d ns, want %d", *many.Cost, want)
	}
}

// TestPartsWithoutTrace asks all rules about the parts of the inputs of each:
// they keep their contract without a trace, and no evidence is of one.
func TestPartsWithoutTrace(t *testing.T) {
	for id, list := range plantedInputs() {
		for _, p := range list {
			from := p.input()
			in := diagnose.WithoutTrace("parts")
			in.XLA, in.JAX, in.HLO, in.Run, in.Analysis, in.Compiled = from.XLA, from.JAX, from.HLO, from.Run, from.Analysis, from.Compiled
			in.XLASource, in.JAXSource = "xla.log", "jax.log"
			r := diagnose.Run(in, diagnose.Rules())
			for _, f := range r.Findings {
				for _, e := range f.Evidence {
					if strings.HasPrefix(e.Source, "parts") {
						t.Errorf("%s/%s: %s: %s is of a trace: %s", id, p.name, f.Rule, e.Text, e.Source)
					}
				}
				if f.Cost != nil && *f.Cost > 0 {
					t.Errorf("%s/%s: %s costs %d ns of a time that is not known", id, p.name, f.Rule, *f.Cost)
				}
			}
			for _, c := range r.Cleared {
				if strings.Contains(c.Why, "trace") {
					t.Errorf("%s/%s: %s is clear by a trace: %s", id, p.name, c.Rule, c.Why)
				}
			}
		}
	}
}

// TestLogTimes reads logs of several clocks.
func TestLogTimes(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 0,
		"2026-03-11 02:59:55.123456: I x.cc:1] a\nplain\n2026-03-11 02:59:57.123456: I x.cc:1] b": 2 * time.Second,
		"2026-03-11 02:59:57.123456: I x.cc:1] a\n2026-03-11 02:59:55.123456: I x.cc:1] b":        2 * time.Second,
		"2026-03-11 02:59:55.123456: I x.cc:1] a\nI0311 05:59:55.123456    1234 x.cc:1] b":        0,
		"I0311 02:59:55.123456    1234 x.cc:1] a\nI0311 03:59:55.123456    1234 x.cc:1] b":        time.Hour,
		"I1231 23:59:55.123456    1234 x.cc:1] a\nI0101 00:00:05.123456    1234 x.cc:1] b":        0,
	} {
		var times diagnose.LogTimes
		if err := logline.Each(strings.NewReader(text), times.Line); err != nil {
			t.Fatal(err)
		}
		if got := times.Span(); got != int64(want) {
			t.Errorf("%q: got %v, want %v", text, time.Duration(got), want)
		}
	}
}
