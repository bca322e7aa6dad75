package compare

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// given makes runs of one phase with those times.
func given(name string, ns ...float64) []*Run {
	var runs []*Run
	for _, x := range ns {
		r := newRun(name)
		r.put(Quantity{Kind: Phase, Name: "factor", Regime: Steady, Metric: Time}, x, 0.5)
		r.Counts[Count{"count", "factors"}] = 3
		runs = append(runs, r)
	}
	return runs
}

// The figures are those of benchstat for the same values.
func TestFigures(t *testing.T) {
	old, new := given("old", 100, 102, 101, 99, 103, 100.5), given("new", 110, 112, 111, 109, 113, 110.5)
	limit := 0.05
	r := mustCompare(t, old, new, Options{FailAbove: &limit})
	x := rowOf(t, r, Phase, "factor", Steady, Time)
	// 6 and 6 values that do not overlap: p = 2/C(12,6) = 2/924; the interval of
	// order statistics of 6 values is all of them; the medians are means of two.
	if math.Abs(*x.P-2./924) > 1e-12 || *x.Q != *x.P || x.Verdict != Slower {
		t.Errorf("got p %g, adjusted %g, %s; want 2/924 and slower", *x.P, *x.Q, x.Verdict)
	}
	if x.Old.Median != 100.75 || *x.Old.Low != 99 || *x.Old.High != 103 || x.Old.N != 6 {
		t.Errorf("got %+v, want 100.75 in 99 to 103", x.Old)
	}
	if want := 110.75/100.75 - 1; math.Abs(*x.Change-want) > 1e-15 || !x.Exceeds || r.Exceeding != 1 || r.Blind || r.Slower != 1 {
		t.Errorf("got change %g, want %g, above the threshold; %+v", *x.Change, want, r)
	}
	if v := x.Old.Values; !slices.Equal(v, []float64{100, 102, 101, 99, 103, 100.5}) {
		t.Errorf("got values %v, want them in the order of the runs", v)
	}
	if got := old[1].Values[Quantity{Phase, "factor", Steady, Time, "ns"}].X; got != 102 {
		t.Errorf("the runs were changed: %g", got)
	}
	back := mustCompare(t, new, old, Options{FailAbove: &limit})
	if x := back.Rows[0]; x.Verdict != Faster || back.Exceeding != 0 || back.Faster != 1 {
		t.Errorf("the other way: got %+v, want faster", x)
	}
	limit = 0.2
	if r := mustCompare(t, old, new, Options{FailAbove: &limit}); r.Exceeding != 0 || r.Slower != 1 {
		t.Errorf("a change below the threshold: got %d exceeding", r.Exceeding)
	}
}

func TestTooFew(t *testing.T) {
	limit := 0.05
	r := mustCompare(t, given("old", 1, 2, 3), given("new", 11, 12, 13), Options{FailAbove: &limit})
	if x := r.Rows[0]; x.Verdict != Untested || x.Note != "too few samples" || x.P != nil || !r.Blind || r.Tests != 0 {
		t.Errorf("three runs a side: got %+v, blind %v", x, r.Blind)
	}
	for _, want := range []string{"too few runs to detect a difference at level 0.05, which needs 4 per side", "too few runs for a confidence interval at level 0.95, which needs 6 per side"} {
		if !slices.Contains(r.Warnings, want) {
			t.Errorf("got warnings %q, want %q among them", r.Warnings, want)
		}
	}
	// What is in some of the runs alone is told apart from runs that are too few.
	old, new := given("old", 1, 2, 3, 4, 5, 6), given("new", 11, 12, 13, 14, 15, 16)
	for i := range 3 {
		old[i].put(Quantity{Kind: Kernel, Name: "k", Regime: Later, Metric: Time}, 1, 1)
		new[i].put(Quantity{Kind: Kernel, Name: "k", Regime: Later, Metric: Time}, 1, 1)
	}
	r = mustCompare(t, old, new, Options{})
	text := strings.Join(r.Warnings, "\n")
	if !strings.Contains(text, "quantities that only some of the runs have: 1; quantities with too few values for a test: 1") || strings.Contains(text, "too few runs") {
		t.Errorf("got warnings %q", text)
	}
	r = mustCompare(t, given("old", 1, 2, 3, 4, 5, 6), given("new", 2), Options{})
	if !strings.Contains(strings.Join(r.Warnings, "\n"), "too few runs to detect a difference") {
		t.Errorf("6 and 1 runs: got warnings %q", r.Warnings)
	}
	// 2 of one side and 12 of the other suffice: 2/C(14,2) = 0.022.
	r = mustCompare(t, given("old", 1, 2), given("new", 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22), Options{FailAbove: &limit})
	if x := r.Rows[0]; x.Verdict != Slower || r.Blind {
		t.Errorf("2 and 12 runs: got %+v", x)
	}
	r = mustCompare(t, given("old", 5, 5, 5, 5), given("new", 5, 5, 5, 5), Options{})
	if x := r.Rows[0]; x.Verdict != None || x.Note != "all samples are equal" || *x.Change != 0 {
		t.Errorf("equal values: got %+v", x)
	}
	r = mustCompare(t, given("old", 0, 0, 0, 0), given("new", 5, 5, 5, 5), Options{FailAbove: &limit})
	if x := r.Rows[0]; x.Verdict != Slower || x.Change != nil || !x.Exceeds {
		t.Errorf("from nothing: got %+v", x)
	}
}

// Sides that the test tells apart may have one median: nothing is slower then.
func TestOneMedian(t *testing.T) {
	r := mustCompare(t, given("old", 1, 2, 3, 4, 5, 5, 5, 5, 5), given("new", 5, 5, 5, 5, 5, 6, 7, 8, 9), Options{})
	if x := r.Rows[0]; *x.Q > 0.05 || x.Verdict != None || r.Slower+r.Faster != 0 {
		t.Errorf("got p %g, %s", *x.Q, x.Verdict)
	}
}

// Fifteen quantities of which one changes cannot be told with four runs a side,
// and the warning says how many it takes.
func TestPower(t *testing.T) {
	old, new := pair(3, twoPercent, twoPercent, 4)
	r := mustCompare(t, old, new, Options{})
	text := strings.Join(r.Warnings, "\n")
	if !strings.Contains(text, "cannot be detected among") || !strings.Contains(text, "6 runs per side") && !strings.Contains(text, "7 runs per side") {
		t.Errorf("got warnings %q", r.Warnings)
	}
	if r := mustCompare(t, old, new, Options{Correction: Uncorrected}); strings.Contains(strings.Join(r.Warnings, "\n"), "cannot be detected") {
		t.Errorf("without correction: got warnings %q", r.Warnings)
	}
}

// An interval is there from as many runs on as the warning says.
func TestIntervalRuns(t *testing.T) {
	for _, level := range []float64{0.5, 0.8, 0.9, 0.95, 0.99, 0.999} {
		c := comparison{opt: Options{Confidence: level}.orDefault()}
		for n := 2; n < 14; n++ {
			values := make([]float64, n)
			for k := range values {
				values[k] = float64(k)
			}
			if e := c.estimate(values); (e.Low != nil) != (n >= intervalRuns(level)) {
				t.Errorf("%d runs at %v: got %+v, want an interval from %d on", n, level, e, intervalRuns(level))
			}
		}
	}
}

// What is slower counts once: a total where nothing that it is the sum of does,
// the wait of a call where the call does not.
func TestGateCountsOnce(t *testing.T) {
	const limit = 0.05
	sides := func(slower ...Quantity) (old, new []*Run) {
		for side := range 2 {
			for k := range 6 {
				r := newRun(string(rune('a'+side)) + string(rune('0'+k)))
				for _, q := range gateRows() {
					x := 1000 + float64(k)
					if side == 1 && slices.Contains(slower, q) {
						x *= 1.2
					}
					r.put(q, x, 0.5)
				}
				if side == 0 {
					old = append(old, r)
				} else {
					new = append(new, r)
				}
			}
		}
		return old, new
	}
	q := gateRows()
	root, place, call, wait := q[0], q[1], q[2], q[3]
	all := []Kind{Root, Range, Phase}
	for _, c := range []struct {
		kinds  []Kind
		slower []Quantity
		want   []Metric
		names  string
	}{
		{nil, []Quantity{root, call, wait}, []Metric{Time}, "solve"},
		{nil, []Quantity{root}, []Metric{Total}, "all ranges"},
		{nil, []Quantity{root, wait}, []Metric{Wait}, "solve"},
		{all, []Quantity{root, place}, []Metric{Total}, "a/solve"},
		{all, []Quantity{root, place, call}, []Metric{Time}, "solve"},
		{[]Kind{Root}, []Quantity{root, call}, []Metric{Total}, "all ranges"},
		{nil, nil, nil, ""},
	} {
		old, new := sides(c.slower...)
		above := limit
		r := mustCompare(t, old, new, Options{FailAbove: &above, FailKinds: c.kinds})
		var got []Metric
		name := ""
		for _, x := range r.Rows {
			if x.Exceeds {
				got, name = append(got, x.Metric), x.Name
			}
		}
		if !slices.Equal(got, c.want) || name != c.names || r.Exceeding != len(c.want) || r.Blind {
			t.Errorf("%v of %v: got %v of %s, %d, blind %t; want %v of %s", c.slower, c.kinds, got, name, r.Exceeding, r.Blind, c.want, c.names)
		}
	}
}

func gateRows() []Quantity {
	return []Quantity{{Root, "all ranges", Whole, Total, "ns"}, {Range, "a/solve", Whole, Total, "ns"}, {Phase, "solve", Steady, Time, "ns"}, {Phase, "solve", Steady, Wait, "ns"}}
}

// A run on both sides is told, whether its process or its file says so.
func TestShared(t *testing.T) {
	old, new := given("old", 1, 2), given("new", 3, 4)
	old[0].Name, old[0].File, new[1].File = "a/1.nrt", "/x/1.nrt#1", "/x/1.nrt#1"
	if got, want := mustCompare(t, old, new, Options{}).Warnings, "a/1.nrt is on both sides: a run compared with itself shows no change"; !slices.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	old[1].File, new[0].File = "/x/2.nrt#1", "/x/2.nrt#1"
	if got, want := mustCompare(t, old, new, Options{}).Warnings, "a/1.nrt and 1 more are on both sides: a run compared with itself shows no change"; !slices.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := mustCompare(t, given("old", 1, 2), given("new", 3, 4), Options{}).Warnings; strings.Contains(strings.Join(got, "\n"), "both sides") {
		t.Errorf("got %q of runs without files", got)
	}
}

func TestThresholdIsForChosenRows(t *testing.T) {
	limit := 0.01
	old, new := given("old", 1, 2, 3, 4), given("new", 11, 12, 13, 14)
	if r := mustCompare(t, old, new, Options{FailAbove: &limit, FailKinds: []Kind{Kernel}}); r.Exceeding != 0 || !r.Blind {
		t.Errorf("a phase crossed a threshold for kernels: %+v", r)
	}
	if _, err := Compare(old, given("new", 1), Options{Kinds: []Kind{Kernel}}); err != nil {
		t.Errorf("counts remain: %v", err)
	}
}

func TestCounts(t *testing.T) {
	old, new := given("old", 1, 1), given("new", 1, 1)
	set := func(runs []*Run, kind, name string, n ...int64) {
		for i, r := range runs {
			r.Counts[Count{kind, name}] = n[i]
		}
	}
	set(old, "count", "nr_iterations", 100, 100)
	set(new, "count", "nr_iterations", 120, 120)
	set(old, "launches", "k", 5, 7)
	set(new, "launches", "k", 6, 6)
	set(new, "launches", "other", 1, 1)
	set(old, "launches", "sometimes", 2, 0)
	delete(old[1].Counts, Count{"launches", "sometimes"})
	set(new, "launches", "sometimes", 3, 3)
	set(old, "launches", "touching", 5, 6)
	set(new, "launches", "touching", 6, 7)
	set(old, "histogram", "steps of 2 iterations", 5, 5)
	set(old, "histogram", "steps of 3 iterations", 5, 5)
	set(new, "histogram", "steps of 2 iterations", 10, 10)
	set(old, "launches", "gone", 4, 4)
	set(old, "count", "unknown there", 4, 4)
	got := map[string]string{}
	for _, c := range mustCompare(t, old, new, Options{}).Counts {
		got[c.Kind+" "+c.Name] = c.Verdict
	}
	want := map[string]string{"count factors": CountsEqual, "count nr_iterations": CountsDiffer, "launches k": CountsVary,
		"launches sometimes": CountsDiffer, "launches touching": CountsVary, "histogram steps of 2 iterations": CountsDiffer, "histogram steps of 3 iterations": CountsDiffer}
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s: got %q, want %q", k, got[k], v)
		}
	}
}

func TestWhatOneSideHas(t *testing.T) {
	old, new := given("old", 1), given("new", 1)
	new[0].put(Quantity{Kind: Phase, Name: "lte", Regime: Steady, Metric: Time}, 7, 0.5)
	old[0].put(Quantity{Kind: Phase, Name: "tiny", Regime: Steady, Metric: Time}, 7, 0.0001)
	new[0].put(Quantity{Kind: Phase, Name: "tiny", Regime: Steady, Metric: Time}, 7, 0.0001)
	r := mustCompare(t, old, new, Options{MinShare: 0.001})
	if len(r.OnlyOld) != 0 || len(r.OnlyNew) != 1 || r.OnlyNew[0].Name != "lte" || r.LeftOut != 1 || len(r.Rows) != 1 {
		t.Errorf("got %+v", r)
	}
	if _, err := Compare(newSide("a"), newSide("b"), Options{}); !errors.Is(err, ErrNothingInCommon) {
		t.Errorf("got %v, want %v", err, ErrNothingInCommon)
	}
	if _, err := Compare(nil, old, Options{}); err == nil {
		t.Error("a side without runs compares")
	}
}

func newSide(name string) []*Run { return []*Run{newRun(name)} }

func TestTakingTurns(t *testing.T) {
	old, new := given("old", 1, 2, 3, 4), given("new", 1, 2, 3, 4)
	at := func(runs []*Run, minutes ...int) {
		for i, r := range runs {
			r.Start = time.Date(2026, 1, 1, 0, minutes[i], 0, 0, time.UTC)
		}
	}
	const want = "alternate the runs"
	at(old, 1, 2, 3, 4)
	at(new, 5, 6, 7, 8)
	if r := mustCompare(t, old, new, Options{}); !strings.Contains(strings.Join(r.Warnings, "\n"), want) {
		t.Errorf("one side after the other: got %q", r.Warnings)
	}
	at(new, 2, 6, 7, 8)
	if r := mustCompare(t, old, new, Options{}); strings.Contains(strings.Join(r.Warnings, "\n"), want) {
		t.Errorf("in turns: got %q", r.Warnings)
	}
}

// Values that are no times are left out with a word, and what is left is JSON.
func TestOddValues(t *testing.T) {
	r := newRun("x")
	q := Quantity{Kind: Phase, Name: "p", Regime: Steady, Metric: Time}
	for _, x := range []float64{math.NaN(), math.Inf(1), -1, 1e301} {
		r.put(q, x, 1)
	}
	if len(r.Values) != 0 || len(r.Warnings) != 4 {
		t.Errorf("got %d values, %q", len(r.Values), r.Warnings)
	}
	r.put(q, 1e-300, math.NaN())
	other := newRun("y")
	other.put(q, 1e300, 1)
	if _, err := json.Marshal(mustCompare(t, []*Run{r}, []*Run{other}, Options{})); err != nil {
		t.Error(err)
	}
}
