package startup

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// process makes one of which every part is a multiple of unit.
func process(number int, regime Regime, unit int64, runs ...int64) *Process {
	p := &Process{Number: number, Pair: (number + 1) / 2, Regime: regime, source: Markers, Cache: CacheSize{Files: 1}}
	p.Split = Split{Ranges: 2 + len(runs), BeforeNS: 3 * unit, Parts: []Part{{"import", Before, 1, 5 * unit}, {"parse", Before, 1, 7 * unit}}, UnattributedNS: unit, AfterNS: 2 * unit}
	at := 16 * unit
	p.WallNS = 18 * unit
	for k, ns := range runs {
		p.Runs = append(p.Runs, Run{Number: k + 1, Name: "run", StartNS: at, NS: ns})
		at += ns
		p.WallNS += ns
	}
	return p
}

// planted makes processes whose cold ones have values that are 1 mod 1000 ns,
// whose reload ones 2, and whose warm runs 3: what is mixed shows.
func planted(pairs int) *Result {
	r := &Result{Schema: Schema, Pairs: pairs, Confidence: Confidence, Warnings: []string{}}
	for k := range pairs {
		noise := int64(1000 * (k * 5 % pairs))
		cold := process(2*k+1, Cold, 1_000_000, 900_000_001+noise, 100_003+noise, 50_003+noise)
		reload := process(2*k+2, Reload, 1_000_000, 300_000_002+noise, 100_003+noise, 50_003+noise)
		r.Processes = append(r.Processes, cold, reload)
	}
	r.fill()
	return r
}

func TestPlantedMedians(t *testing.T) {
	r := planted(7)
	for _, c := range []struct {
		name string
		e    *Estimate
		want int64
	}{
		{"cold, first run", r.Cold.First, 900_003_001},
		{"reload, first run", r.Reload.First, 300_003_002},
		{"cold, import", r.Cold.Phases[0].Estimate, 5_000_000},
		{"cold, parse", r.Cold.Phases[1].Estimate, 7_000_000},
		{"cold, before", r.Cold.Before, 3_000_000},
		{"cold, after", r.Cold.After, 2_000_000},
		{"cold, in none", r.Cold.Unattributed, 1_000_000},
		{"cold, to the first result", r.Cold.ToResult, 916_003_001},
		{"cold, process", r.Cold.Wall, 18_000_000 + 900_003_001 + 103_003 + 53_003},
		{"cold, later", r.Cold.LaterRuns, 103_003 + 53_003},
		{"cold, first minus second", r.Cold.OneTime, 899_899_998},
		{"reload, first minus second", r.Reload.OneTime, 299_899_999},
		{"saved, first run", r.Saved.First, 599_999_999},
		{"saved, to the first result", r.Saved.ToResult, 599_999_999},
		{"saved, process", r.Saved.Wall, 599_999_999},
		{"warm, second", r.Warm.AfterCold.Runs[0].Estimate, 103_003},
		{"warm, third", r.Warm.AfterReload.Runs[1].Estimate, 53_003},
		{"warm, each", r.Warm.AfterReload.Each, 78_003},
	} {
		if c.e == nil || c.e.Median != c.want || len(c.e.Values) != 7 {
			t.Errorf("%s: got %+v, want a median of %d", c.name, c.e, c.want)
		} else if c.e.Low == nil || *c.e.Low > c.want || *c.e.High < c.want {
			t.Errorf("%s: the interval of 7 processes is not around the median: %+v", c.name, c.e)
		}
	}
	if r.Cold.Phases[0].Name != "import" || r.Cold.Phases[1].Name != "parse" {
		t.Errorf("phases are in another order: %+v", r.Cold.Phases)
	}
	if len(r.Warnings) > 0 {
		t.Errorf("got warnings %q", r.Warnings)
	}
}

// No value of one regime is among those of another.
func TestRegimesAreNotMixed(t *testing.T) {
	r := planted(6)
	only := func(name string, e *Estimate, rest int64) {
		for _, v := range e.Values {
			if v%1000 != rest {
				t.Errorf("%s has %d, which is of another regime", name, v)
			}
		}
	}
	only("cold", r.Cold.First, 1)
	only("reload", r.Reload.First, 2)
	for _, w := range []*WarmRuns{r.Warm.AfterCold, r.Warm.AfterReload} {
		only("warm", w.Each, 3)
		for _, x := range w.Runs {
			only("warm", x.Estimate, 3)
		}
	}
	only("to the first result, cold", r.Cold.ToResult, 1)
	only("to the first result, reload", r.Reload.ToResult, 2)
	if n := len(r.Cold.First.Values); n != 6 {
		t.Errorf("%d cold first runs of 6 cold processes", n)
	}
}

// A later run in which something was compiled is not warm.
func TestRunsThatCompileAreNotWarm(t *testing.T) {
	r := &Result{Pairs: 1, Confidence: Confidence}
	cold, reload := process(1, Cold, 1000, 900, 500, 40), process(2, Reload, 1000, 300, 45, 40)
	cold.Runs[1].Compiled = &Compiled{Recompilation: jaxlog.Sum{Count: 1, NS: 400}}
	cold.Runs[2].Compiled = &Compiled{}
	r.Processes = []*Process{cold, reload}
	r.fill()
	if w := r.Warm.AfterCold; w.Compiled != 1 || len(w.Runs) != 1 || w.Runs[0].Number != 3 || !slices.Equal(w.Each.Values, []int64{40}) {
		t.Errorf("got %+v", w)
	}
	if r.Cold.OneTime != nil || r.Reload.OneTime == nil || r.Reload.OneTime.Median != 255 {
		t.Errorf("first minus second: got %+v and %+v, want none and 255", r.Cold.OneTime, r.Reload.OneTime)
	}
	wantWarning(t, r, "1 later run compiled or loaded code: not counted as warm")
}

func wantWarning(t *testing.T, r *Result, text string) {
	t.Helper()
	if !slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, text) }) {
		t.Errorf("no warning has %q: %q", text, r.Warnings)
	}
}

func TestFailuresDoNotCount(t *testing.T) {
	r := planted(3)
	failed := r.Processes[2] // cold, of the second pair
	failed.Exit = 1
	r.Warnings = nil
	r.fill()
	if r.Failed != 1 || r.Cold.Processes != 2 || r.Cold.Failed != 1 || len(r.Cold.Wall.Values) != 2 || len(r.Saved.Wall.Values) != 2 || r.Reload.Processes != 3 {
		t.Errorf("got %+v", r)
	}
	wantWarning(t, r, "too few samples: an interval at level 0.95 needs 6 processes per regime, there are 2 cold and 3 reload")
	for _, p := range r.Processes {
		p.Exit = 1
	}
	r.fill()
	if r.Failed != 6 || r.Cold.Wall != nil || r.Cold.Processes != 0 {
		t.Errorf("all failed: got %+v", r.Cold)
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(list []*Process)
		want   string
	}{
		{"no ranges", func(l []*Process) { l[0].Split = Split{BeforeNS: 1}; l[0].WallNS = 1 }, "1 process of 4 has no ranges"},
		{"no runs", func(l []*Process) {
			for _, p := range l {
				p.Runs = nil
			}
		}, "all processes have ranges, but no range is a run"},
		{"other numbers of runs", func(l []*Process) { l[1].Runs = l[1].Runs[:2] }, "not have the same number of runs"},
		{"at once", func(l []*Process) { l[0].markers, l[0].batches = 6, 1 }, "1 process of 4 has all markers at the same time"},
		{"two sources", func(l []*Process) { l[3].source = NVTX }, "1 process has NVTX ranges and 3 printed markers: parts from NVTX ranges"},
		{"nothing cached", func(l []*Process) { l[0].Cache, l[2].Cache = CacheSize{}, CacheSize{} }, "leave no file in their cache folders"},
		{"a cache elsewhere", func(l []*Process) { l[0].Compiled = &Compiled{CacheReload: jaxlog.Sum{Count: 2}} }, "1 cold process loaded compiled code: a cache lies outside"},
		{"compiled again", func(l []*Process) { l[1].Compiled = &Compiled{Cold: jaxlog.Sum{Count: 2}} }, "1 reload process compiled code that was not in a cache"},
		{"too fast", func(l []*Process) { l[0].fast = 3 }, "3 compilations took less than the minimum time"},
		{"a phase less", func(l []*Process) { l[0].Parts = l[0].Parts[:1] }, `"parse" is in 1 of 2 cold processes`},
		{"of processes", func(l []*Process) { l[0].Warnings, l[1].Warnings = []string{"x"}, []string{"x", "y"} }, "x (2 processes)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := planted(2)
			before := len(r.Warnings)
			c.change(r.Processes)
			r.Warnings = nil
			r.fill()
			wantWarning(t, r, c.want)
			if len(r.Warnings) <= before {
				t.Errorf("got %q", r.Warnings)
			}
		})
	}
}

func TestWhy(t *testing.T) {
	for want, p := range map[string]Process{
		"exit status 3, in run: no convergence":    {Exit: 3, Within: "run", LastLine: "no convergence"},
		"ended by killed":                          {Exit: -1, Signal: "killed"},
		"exceeded its timeout of 1m30s, in import": {Exit: -1, Signal: "terminated", TimedOut: true, Timeout: 90e9, Within: "import"},
		"exceeded its timeout":                     {Exit: -1, TimedOut: true},
		"permission denied":                        {Exit: -1, Error: "permission denied"},
	} {
		if got := p.Why(); got != want || !p.Failed() {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
