package vlog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/xla/log/vlog"
)

// timed writes loops with a condition that the host runs: each evaluation waits
// for wait µs, each body takes body µs.
func timed(prefix func(us int) string, loops, iterations, wait, body int) string {
	var b strings.Builder
	us := 0
	say := func(format string, args ...any) {
		b.WriteString(prefix(us) + " xla/backends/gpu/runtime/while_thunk.cc:99] " + fmt.Sprintf(format, args...) + "\n")
	}
	for range loops {
		for k := 0; ; k++ {
			say("[0] Executing WhileThunk condition computation; iter=%d", k)
			us += wait
			if k == iterations {
				say("[0] condition_result = 0")
				say("[0] Break WhileThunk loop; iter=%d", k)
				break
			}
			say("[0] condition_result = 1")
			say("[0] Executing WhileThunk body computation; iter=%d", k)
			us += body
		}
		us += 1000
	}
	return b.String()
}

// tsl is a prefix of TSL.
func tsl(us int) string {
	return fmt.Sprintf("2026-03-11 02:59:%02d.%06d: I[ 42]", us/1e6, us%1e6)
}

// TestTimesOfLoops computes waits and times of loops from what they were made
// of: every loop has a wait more than iterations, and what lies between loops is
// of none.
func TestTimesOfLoops(t *testing.T) {
	const loops, iterations, wait, body = 12, 20, 574, 300
	l, err := vlog.Read(strings.NewReader(timed(tsl, loops, iterations, wait, body)))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Loops) != 1 {
		t.Fatalf("got %d groups, want 1", len(l.Loops))
	}
	c := l.Loops[0].Host
	if c.TimedWaits != loops*(iterations+1) || c.WaitNS != loops*(iterations+1)*wait*1000 {
		t.Errorf("got %d waits of %d ns", c.TimedWaits, c.WaitNS)
	}
	if c.TimedIterations != loops*iterations || c.TimedNS != loops*((iterations+1)*wait+iterations*body)*1000 {
		t.Errorf("got %d iterations of %d ns", c.TimedIterations, c.TimedNS)
	}
}

// TestTimesThatSayNothing reads logs whose times go back, change their clock or
// lack the result.
func TestTimesThatSayNothing(t *testing.T) {
	back := func(us int) string { return tsl(50e6 - us) }
	flips := 0
	changing := func(us int) string {
		if flips++; flips%2 == 0 {
			return tsl(us)
		}
		return "I0311 02:59:55.123456    42"
	}
	for name, text := range map[string]string{
		"back":      timed(back, 9, 9, 100, 100),
		"no result": strings.ReplaceAll(timed(tsl, 9, 9, 100, 100), "condition_result", "condition"),
		"changing":  timed(changing, 9, 9, 100, 100),
	} {
		l, err := vlog.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range l.Loops {
			if g.Host.WaitNS != 0 || g.Host.TimedWaits != 0 {
				t.Errorf("%s: got %d waits of %d ns, want none", name, g.Host.TimedWaits, g.Host.WaitNS)
			}
		}
	}
}
