package compare

import (
	"reflect"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// workRun returns a run with devices of so many ns that are idle, and totals by
// name of kernels and of a call that waits.
func workRun(span int64, idle []int64, kernels map[string]trace.DeviceTotal, waits trace.DeviceTotal) *Run {
	w := &trace.WorkSummary{}
	for i, ns := range idle {
		w.Devices = append(w.Devices, trace.DeviceWork{Device: int32(i), Span: 1000, Busy: 1000 - ns, Idle: ns})
	}
	for name, x := range kernels {
		w.Operations = append(w.Operations, trace.WorkTotal{Name: name, Sort: trace.SortKernel, Count: x.Count, Total: x.Total})
	}
	if waits.Count > 0 {
		w.Calls = []trace.CallTotal{{Name: "sync", Waits: true, Count: waits.Count, Total: waits.Total}, {Name: "launch", Count: 7, Total: 9}}
	}
	return FromSummary("x", &trace.Summary{Span: span, Work: w}, Mean)
}

type kernels = map[string]trace.DeviceTotal

// TestWork compares one run a side with figures worked out by hand.
func TestWork(t *testing.T) {
	old := workRun(5000, []int64{100}, kernels{"a": {Count: 4, Total: 400}, "gone": {Count: 1, Total: 50}, "same": {Count: 2, Total: 6}}, trace.DeviceTotal{Count: 3, Total: 30})
	new := workRun(6000, []int64{300, 70}, kernels{"a": {Count: 5, Total: 300}, "new": {Count: 2, Total: 80}, "same": {Count: 2, Total: 6}}, trace.DeviceTotal{Count: 1, Total: 90})
	r, err := Compare([]*Run{old}, []*Run{new}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Work{Span: Pair{5000, 6000}, Operations: Pair{7, 9}, Total: Pair{456, 386},
		Devices: []DeviceRow{{Name: "device 0", Span: Pair{1000, 1000}, Busy: Pair{900, 700}, Idle: Pair{100, 300}},
			{Name: "device 1", Only: "new", Span: Pair{0, 1000}, Busy: Pair{0, 930}, Idle: Pair{0, 70}}},
		Totals: []TotalRow{{"a", "kernel", "", Pair{4, 5}, Pair{400, 300}, Pair{100, 60}}, {"new", "kernel", "new", Pair{0, 2}, Pair{0, 80}, Pair{0, 40}},
			{"gone", "kernel", "old", Pair{1, 0}, Pair{50, 0}, Pair{50, 0}}, {"same", "kernel", "", Pair{2, 2}, Pair{6, 6}, Pair{3, 3}}},
		Waits: []TotalRow{{"sync", "sync", "", Pair{3, 1}, Pair{30, 90}, Pair{10, 90}}}}
	if !reflect.DeepEqual(r.Work, want) {
		t.Errorf("got  %+v\nwant %+v", r.Work, want)
	}
	if len(r.Rows) != 1 || r.Rows[0].Name != "span" || r.Rows[0].Verdict != Untested {
		t.Errorf("got rows %+v, want the span alone, untested", r.Rows)
	}
}

// Of several runs a side there are medians, also of a kernel that one run has not.
func TestWorkOfSeveralRuns(t *testing.T) {
	var old, new []*Run
	for _, span := range []int64{30, 10, 20} {
		k := kernels{"a": {Count: 1, Total: span}}
		if span == 10 {
			k["rare"], k["gone"] = trace.DeviceTotal{Count: 3, Total: 9}, trace.DeviceTotal{Count: 1, Total: 1}
		}
		old = append(old, workRun(span, []int64{span}, k, trace.DeviceTotal{}))
	}
	for _, span := range []int64{40, 60} {
		k := kernels{"a": {Count: 2, Total: span}}
		if span == 40 {
			k["rare"] = trace.DeviceTotal{Count: 1, Total: 1}
		}
		new = append(new, workRun(span, nil, k, trace.DeviceTotal{}))
	}
	w := compareWork(old, new)
	if w.Span != (Pair{20, 50}) || w.Totals[0].Total != (Pair{20, 50}) || w.Totals[0].Mean != (Pair{20, 25}) || w.Devices[0].Only != "old" || w.Devices[0].Idle != (Pair{20, 0}) {
		t.Errorf("got %+v", w)
	}
	for i, want := range []TotalRow{1: {"rare", "kernel", "", Pair{0, 0.5}, Pair{0, 0.5}, Pair{0, 0.5}}, 2: {"gone", "kernel", "old", Pair{}, Pair{}, Pair{}}} {
		if i > 0 && w.Totals[i] != want {
			t.Errorf("got %+v, want %+v", w.Totals[i], want)
		}
	}
	if w := compareWork(old, []*Run{newRun("x")}); w != nil {
		t.Errorf("got %+v of a side without devices", w)
	}
}

// Only steady units are compared, and only where all runs have the same unit.
func TestWorkUnit(t *testing.T) {
	with := func(unit string, steady int64, mean float64) *Run {
		return FromSummary("x", &trace.Summary{Work: &trace.WorkSummary{}, Regimes: &trace.Regimes{Unit: unit, Cold: trace.Regime{Units: 1, Mean: 9e9},
			Steady: trace.Regime{Units: steady, Mean: mean}}}, Mean)
	}
	step := with(trace.PhaseTimestep, 5, 100)
	if w := compareWork([]*Run{step}, []*Run{with(trace.PhaseTimestep, 6, 80)}); w.Unit != trace.PhaseTimestep || *w.UnitMean != (Pair{100, 80}) {
		t.Errorf("got %q %v", w.Unit, w.UnitMean)
	}
	for name, other := range map[string]*Run{"other unit": with(trace.PhaseIteration, 5, 1), "none steady": with(trace.PhaseTimestep, 0, 0), "no regimes": workRun(1, nil, nil, trace.DeviceTotal{})} {
		if w := compareWork([]*Run{step}, []*Run{other}); w.Unit != "" || w.UnitMean != nil {
			t.Errorf("%s: got %q %v", name, w.Unit, w.UnitMean)
		}
	}
}
