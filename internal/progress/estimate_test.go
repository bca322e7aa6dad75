package progress

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A watch is a bar whose time a test sets.
type watch struct {
	*Bar
	out bytes.Buffer
	at  time.Time
}

func newWatch(columns int) *watch {
	w := &watch{at: time.Unix(0, 0)}
	w.Bar = New(&w.out, func() int { return columns }, func() time.Time { return w.at })
	return w
}

// line returns the last line that was drawn.
func (w *watch) line() string {
	all := w.out.String()
	return all[strings.LastIndex(all, "\r")+1:]
}

// A task of even pace says how long it still takes, from its first second on.
func TestTimeLeft(t *testing.T) {
	w := newWatch(0)
	const steps = 1000 // of 20 ms
	shown := 0
	for k := range steps {
		w.at = w.at.Add(20 * time.Millisecond)
		w.Set(k+1, steps, "captures")
		_, text, ok := strings.Cut(w.line(), ", about ")
		if early := w.at.Before(time.Unix(1, 0)); ok && early {
			t.Fatalf("after %v: %q", w.at.Sub(time.Unix(0, 0)), w.line())
		}
		if !ok {
			continue
		}
		shown++
		var left int
		if _, err := fmt.Sscanf(text, "%d s left", &left); err != nil {
			t.Fatal(err)
		}
		// the line is up to an interval old, and rounded
		if want := 0.02 * float64(steps-k-1); float64(left) < want-1 || float64(left) > want+1+0.6 {
			t.Fatalf("%d of %d: %q, want %.2f s", k+1, steps, w.line(), want)
		}
	}
	if shown < steps*9/10 {
		t.Errorf("%d of %d lines have an estimate", shown, steps)
	}
}

// The estimate of a task whose pace varies by chance is close.
func TestTimeLeftOfNoisySteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	w := newWatch(0)
	var durations []time.Duration
	var total time.Duration
	for range 5000 {
		d := time.Duration(rng.ExpFloat64() * float64(4*time.Millisecond))
		durations, total = append(durations, d), total+d
	}
	var b pace
	shown := 0
	for k, d := range durations {
		w.at = w.at.Add(d)
		b.take(w.at, float64(k+1)/float64(len(durations)))
		left, ok := b.left(w.at)
		if !ok {
			continue
		}
		shown++
		if want := total - w.at.Sub(time.Unix(0, 0)); left < want*7/10-time.Second || left > want*13/10+time.Second {
			t.Fatalf("step %d: %v left, want %v", k, left, want)
		}
	}
	if shown < len(durations)*8/10 {
		t.Errorf("%d of %d moments have an estimate", shown, len(durations))
	}
}

// No estimate is shown where it would mislead.
func TestNoTimeLeft(t *testing.T) {
	for _, c := range []struct {
		what   string
		shares func(k int) float64 // after k times 100 ms
		until  int
	}{
		{"slower and slower", func(k int) float64 { return 1 - 1/(1+float64(k)/10) }, 100},
		{"faster and faster", func(k int) float64 { return float64(k*k) / 1e4 }, 99},
		{"large leaps", func(k int) float64 { return float64(k/20) / 5 }, 99},
		{"stands still", func(k int) float64 { return min(0.3, float64(k)/20) }, 99},
		{"hardly begun", func(k int) float64 { return float64(k) / 1e5 }, 99},
		{"at the end", func(int) float64 { return 1 }, 30},
	} {
		w := newWatch(0)
		for k := range c.until {
			w.at = w.at.Add(interval)
			w.SetShare(c.shares(k), "part")
		}
		if strings.Contains(w.line(), "left") {
			t.Errorf("%s: %q", c.what, w.line())
		}
	}
}

// Another task of the same bar has its own pace.
func TestSecondTask(t *testing.T) {
	w := newWatch(0)
	for k := range 100 {
		w.at = w.at.Add(interval)
		w.Set(k, 100, "first")
	}
	if !strings.Contains(w.line(), "about 1 s left") {
		t.Errorf("drew %q", w.line())
	}
	for k := range 60 {
		w.at = w.at.Add(2 * interval)
		w.Set(k, 100, "second")
		if k < 5 && strings.Contains(w.line(), "left") {
			t.Fatalf("step %d has the pace of another task: %q", k, w.line())
		}
	}
	if !strings.Contains(w.line(), "about 8 s left") {
		t.Errorf("drew %q", w.line())
	}
}

// The estimate gives way to what is said before it, and not to what is said after it.
func TestRoomForTimeLeft(t *testing.T) {
	for _, c := range []struct {
		columns  int
		counted  string
		measured string
	}{
		{100, `51/100 a/long/name/of/a/file/that/does/not/end\.mtx, about 5 s left`, `5 of 10 ns, about 5 s left, 525,184 points`},
		{60, `51/100 a/long/name/…/not/end\.mtx, about 5 s left`, `5 of 10 ns, about 5 s left, 525,184 points`},
		{48, `51/100 a/long…nd\.mtx, about 5 s left`, `5 of 10 ns, about 5 s left`},
		{45, `51/100 a/long/name/…s/not/end\.mtx`, `5 of 10 ns, about 5 s left`},
		{36, `51/100 a/long/n…/end\.mtx`, `5 of 10 ns`},
	} {
		w := newWatch(c.columns)
		for k := range 52 {
			w.at = w.at.Add(interval)
			w.Set(k, 100, "a/long/name/of/a/file/that/does/not/end.mtx")
		}
		counted := w.line()
		w = newWatch(c.columns)
		for k := range 52 {
			w.at = w.at.Add(interval)
			w.SetShare(float64(k)/100, "5 of 10 ns", "525,184 points")
		}
		for want, got := range map[string]string{c.counted: counted, c.measured: w.line()} {
			if !regexp.MustCompile(`^\[=+ +\] ` + want + `\x1b\[K$`).MatchString(got) {
				t.Errorf("%d columns: %q, want %s", c.columns, got, want)
			}
		}
	}
}

func TestRemaining(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{0, "about 1 s left"}, {12_300 * time.Millisecond, "about 12 s left"}, {19_400 * time.Millisecond, "about 19 s left"}, {19_600 * time.Millisecond, "about 20 s left"},
		{48 * time.Second, "about 50 s left"}, {97 * time.Second, "about 95 s left"}, {98 * time.Second, "about 2 min left"},
		{50 * time.Minute, "about 50 min left"}, {100 * time.Minute, "about 2 h left"}, {50 * time.Hour, "about 50 h left"},
	} {
		if got := remaining(c.d); got != c.want {
			t.Errorf("%v: %q, want %q", c.d, got, c.want)
		}
	}
}

// The samples do not grow with the length of a task, and cover all of it.
func TestSamplesAreFew(t *testing.T) {
	var p pace
	at := time.Unix(0, 0)
	for k := range 100_000 {
		at = at.Add(30 * time.Millisecond)
		p.take(at, float64(k)/100_000)
	}
	if n := len(p.list); n > samples || n < thinning || p.list[0].at != 0 || p.list[n-1].at < 2800*time.Second {
		t.Errorf("got %d samples: %v", len(p.list), p.list)
	}
	for k, s := range p.list[1:] {
		if gap := s.at - p.list[k].at; gap > 400*time.Second {
			t.Errorf("no sample for %v after %v", gap, p.list[k].at)
		}
	}
}
