package startup_test

import (
	"bytes"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	startupreport "github.com/nrkit/nrkit/reports/startup"
	"github.com/nrkit/nrkit/startup"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

func sure(median, low, high int64) *startup.Estimate {
	return &startup.Estimate{Median: median, Low: &low, High: &high, Min: low, Max: high}
}

func few(median, low, high int64) *startup.Estimate {
	return &startup.Estimate{Median: median, Min: low, Max: high}
}

// sample is a result with all there may be.
func sample() *startup.Result {
	phase := func(name string, place startup.Place, e *startup.Estimate) startup.Phase {
		return startup.Phase{Name: name, Place: place, Estimate: e}
	}
	return &startup.Result{Schema: startup.Schema, Command: []string{"python", "sim.py"}, Source: startup.NVTX, Pairs: 6, Failed: 1, Confidence: 0.95,
		Cold: &startup.Fresh{Processes: 5, Failed: 1, Wall: few(52e9, 51e9, 60e9), ToResult: few(51e9, 50e9, 59e9), Before: few(40e6, 30e6, 90e6),
			Phases: []startup.Phase{phase("import", startup.Before, few(1e9, 9e8, 2e9)), phase("compile", startup.Before, few(1e6, 1e6, 1e6)), phase("save", startup.Between, few(5e6, 4e6, 6e6))},
			First:  few(49_500e6, 49e9, 57e9), LaterRuns: few(580e6, 570e6, 590e6), Unattributed: few(1e6, 1e6, 1e6), After: few(2e6, 1e6, 3e6), OneTime: few(49e9, 48e9, 56e9),
			CompiledFirst: &startup.CompiledIn{Processes: 5, MadeMin: 3, MadeMax: 4, Time: few(48e9, 47e9, 55e9)}, Cache: []startup.CacheSize{{Files: 3, Bytes: 4 << 20}}},
		Reload: &startup.Fresh{Processes: 6, Wall: sure(3e9, 2.9e9, 3.2e9), ToResult: sure(2e9, 1.9e9, 2.2e9), Before: sure(40e6, 39e6, 41e6),
			Phases: []startup.Phase{phase("import", startup.Before, sure(1e9, 9e8, 1.1e9)), phase("load", startup.Before, sure(2e6, 1e6, 3e6)), phase("close", startup.After, sure(1e6, 1e6, 1e6))},
			First:  sure(580e6, 570e6, 600e6), OneTime: sure(-1e6, -3e6, 2e6), CompiledFirst: &startup.CompiledIn{Processes: 6, LoadedMin: 3, LoadedMax: 3, Time: sure(1e6, 1e6, 1e6)}},
		Warm: startup.Warm{AfterCold: &startup.WarmRuns{Runs: []startup.NthRun{{Number: 3, Estimate: few(290e6, 280e6, 295e6)}}, Each: few(290e6, 280e6, 295e6), Compiled: 5},
			AfterReload: &startup.WarmRuns{Runs: []startup.NthRun{{Number: 2, Estimate: sure(290e6, 280e6, 300e6)}, {Number: 3, Estimate: sure(288e6, 280e6, 300e6)}}, Each: sure(289e6, 280e6, 300e6)}},
		Saved: startup.Saved{First: few(49e9, 48e9, 56e9), ToResult: few(49e9, 48e9, 56e9), Wall: few(-1e6, -2e6, 3e6)},
		Processes: []*startup.Process{{Number: 1, Regime: startup.Cold, Exit: -1, Signal: "killed", LastLine: "out of memory",
			Compiled: &startup.Compiled{Cold: jaxlog.Sum{Count: 1}}}},
		Warnings: []string{"too few samples"}}
}

func TestText(t *testing.T) {
	empty := &startup.Result{Command: []string{"true"}, Cold: &startup.Fresh{}, Reload: &startup.Fresh{},
		Warm: startup.Warm{AfterCold: &startup.WarmRuns{}, AfterReload: &startup.WarmRuns{}}}
	for name, r := range map[string]*startup.Result{"full": sample(), "empty": empty} {
		d := startupreport.Report(r)
		var text, markdown bytes.Buffer
		if err := reports.Text(&text, d, 120); err != nil {
			t.Fatal(err)
		}
		if err := reports.Markdown(&markdown, d); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, name+".txt", text.Bytes())
		golden.Equal(t, name+".md", markdown.Bytes())
	}
}

// TestComparison puts a program beside one that has as little as may be.
func TestComparison(t *testing.T) {
	full, least := sample(), &startup.Result{Command: []string{"true"}, Cold: &startup.Fresh{}, Reload: &startup.Fresh{}, Failed: 2,
		Warm: startup.Warm{AfterCold: &startup.WarmRuns{}, AfterReload: &startup.WarmRuns{}}}
	full.Steps, full.Iterations = &startup.Counted{Runs: 9, Min: 1042, Max: 1042}, &startup.Counted{Runs: 9, Min: 2300, Max: 2381}
	d := startupreport.Comparison(startup.Compare([]*startup.Result{full, least}, []string{"sim.json", "true.json"}))
	var text, markdown bytes.Buffer
	if err := reports.Text(&text, d, 160); err != nil {
		t.Fatal(err)
	}
	if err := reports.Markdown(&markdown, d); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "comparison.txt", text.Bytes())
	golden.Equal(t, "comparison.md", markdown.Bytes())
}
