package circuit

import (
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/newton/netlist"
)

func wave(shape netlist.Shape, arg ...float64) waveform {
	return newWaveform(&netlist.Source{Shape: shape, Arg: arg}, &netlist.Tran{Step: 1e-9, Stop: 1e-6})
}

// TestWaveforms has values by SPICE's definitions of PULSE, SIN and PWL.
func TestWaveforms(t *testing.T) {
	p := wave(netlist.Pulse, 1, 3, 10, 2, 4, 5, 20)
	s := wave(netlist.Sin, 0.5, 2, 0.25, 4, 0.1, 90)
	w := wave(netlist.PWL, 1, 5, 2, 7, 4, -1)
	jump := wave(netlist.PWL, 0, 0, 0, 2, 1, 2, 1, 3, 1, 4, 2, 4, 2, 0)
	two := wave(netlist.Pulse, 1, 3, 10, 2, 4, 5, 20, 2)
	again := newWaveform(&netlist.Source{Shape: netlist.PWL, Arg: []float64{0, 0, 1, 1, 2, 0.5}, Delay: 0.5, Repeat: 1, Repeats: true}, nil)
	for _, c := range []struct {
		name    string
		w       waveform
		t, want float64
	}{
		{"pulse before", p, 0, 1}, {"pulse at its delay", p, 10, 1}, {"pulse rising", p, 10.5, 1.5},
		{"pulse risen", p, 12, 3}, {"pulse", p, 16.9, 3}, {"pulse falling", p, 19, 2}, {"pulse fallen", p, 21, 1},
		{"pulse in its period", p, 29, 1}, {"second pulse rising", p, 31, 2}, {"pulse 1000 rising", p, 10 + 1000*20 + 1, 2},
		{"sine before", s, 0, 2.5}, {"sine at its delay", s, 4, 2.5}, {"sine after a quarter", s, 5, 0.5},
		{"sine after a half", s, 6, 0.5 - 2*math.Exp(-0.2)},
		{"pwl before", w, 0, 5}, {"pwl at a point", w, 2, 7}, {"pwl between", w, 3, 3}, {"pwl after", w, 9, -1},
		{"second pulse of two", two, 36, 3}, {"third pulse of two", two, 52, 1},
		{"pwl before its delay", again, 0.25, 0}, {"pwl delayed", again, 1, 0.5}, {"pwl repeats", again, 2.75, 0.875}, {"pwl repeats often", again, 102.75, 0.875},
		// as ngspice 39 reads points of one time
		{"pwl at a jump", jump, 1, 2}, {"pwl behind a jump", jump, 1.25, 4}, {"pwl jumps at its start", jump, 0, 0}, {"pwl behind its start", jump, 0.5, 2}, {"pwl jumps at its end", jump, 2, 4}, {"pwl behind its end", jump, 2.5, 0},
		{"exp before", wave(netlist.Exp, 1, 3, 2, 4, 7, 5), 2, 1},
		{"exp rising", wave(netlist.Exp, 1, 3, 2, 4, 7, 5), 6, 3 - 2/math.E},
		{"exp falling", wave(netlist.Exp, 1, 3, 2, 4, 7, 5), 12, 1 + 2*(1-math.Exp(-2.5)) - 2*(1-1/math.E)},
		{"exp defaults", wave(netlist.Exp, 0, 1), 4e-9, math.Exp(-2) - math.Exp(-3)},
		// ngspice prints 2.272505 for this source at time 0.
		{"sffm at 0", wave(netlist.SFFM, 1, 2, 1e3, 3, 100, 30, 40), 0, 1 + 2*math.Sin(math.Pi/6+3*math.Sin(math.Pi/4.5))},
		{"sffm", wave(netlist.SFFM, 1, 2, 0.25, 3, 0.125, 30, 40), 2, 1 - 2*math.Sin(math.Pi/6+3*math.Sin(math.Pi/2+math.Pi/4.5))},
		{"sffm defaults", wave(netlist.SFFM, 1, 2), 0.25e-6, 3},
		{"constant", newWaveform(&netlist.Source{DC: 4}, nil), 7, 4},
	} {
		if got := c.w.at(c.t); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: value at %g is %g, want %g", c.name, c.t, got, c.want)
		}
	}
}

// TestWaveformDefaults wants rise and fall times of a step, width and period of
// the whole time, and one period of a sine in it.
func TestWaveformDefaults(t *testing.T) {
	if got, want := *wave(netlist.Pulse, 0, 1).(*pulse), (pulse{0, 1, 0, 1e-9, 1e-9, 1e-6, 1e-6, 0}); got != want {
		t.Errorf("got pulse %v, want %v", got, want)
	}
	if got, want := *wave(netlist.Pulse, 0, 1, 0, 0, 0, 0, 0).(*pulse), (pulse{0, 1, 0, 1e-9, 1e-9, 1e-6, 1e-6, 0}); got != want {
		t.Errorf("got pulse %v of zeros, want %v", got, want)
	}
	if got := wave(netlist.Sin, 0, 1).at(0.25e-6); math.Abs(got-1) > 1e-12 {
		t.Errorf("sine without frequency is %g after a quarter of the time, want 1", got)
	}
}

// corners lists those of w from 0 on, n at most.
func corners(w waveform, n int) (list []float64) {
	for t := 0.0; len(list) < n; {
		if t = w.corner(t); math.IsInf(t, 1) {
			break
		}
		list = append(list, t)
	}
	return list
}

// TestCorners wants each corner once, in order, at times that are not added up
// from period to period.
func TestCorners(t *testing.T) {
	for _, c := range []struct {
		w    waveform
		want []float64
	}{
		{wave(netlist.Pulse, 1, 3, 10, 2, 4, 5, 20), []float64{10, 12, 17, 21, 30, 32, 37, 41}},
		{wave(netlist.Pulse, 1, 3, 10, 2, 4, 5, 11), []float64{10, 12, 17, 21, 23, 28, 32}}, // no rest
		{wave(netlist.Sin, 0, 1, 1, 3), []float64{3}},
		{wave(netlist.Sin, 0, 1, 1), nil},
		{wave(netlist.PWL, 0, 1, 2, 7, 4, -1), []float64{2, 4}},
		{wave(netlist.Pulse, 1, 3, 10, 2, 4, 5, 20, 1), []float64{10, 12, 17, 21, 30}},
		{newWaveform(&netlist.Source{Shape: netlist.PWL, Arg: []float64{0, 0, 1, 1, 2, 0.5}, Delay: 0.5, Repeat: 0.75, Repeats: true}, nil), []float64{0.5, 1.5, 2.5, 2.75, 3.75, 4, 5, 5.25}},
		{newWaveform(&netlist.Source{Shape: netlist.PWL, Arg: []float64{0, 0, 1, 1, 2, 0.5}, Delay: 0.5}, nil), []float64{0.5, 1.5, 2.5}},
		{wave(netlist.PWL, 0, 1, 2, 7, 2, 8, 2, 9, 4, -1, 4, 0), []float64{2, 4}},
		{constant(1), nil},
	} {
		got := corners(c.w, max(1, len(c.want)))
		if len(got) != len(c.want) || slices.ContainsFunc(got, func(v float64) bool { return !(v > 0) }) {
			t.Errorf("%v: got corners %v, want %v", c.w, got, c.want)
			continue
		}
		for k := range got {
			if math.Abs(got[k]-c.want[k]) > 1e-9 {
				t.Errorf("%v: got corners %v, want %v", c.w, got, c.want)
			}
		}
	}
	// Periods that are no binary fractions: a million of them, four corners each.
	const period = 0.1e-9
	w := wave(netlist.Pulse, 0, 1, 0.05e-9, 0.01e-9, 0.01e-9, 0.03e-9, period)
	offsets := [...]float64{0, 0.01e-9, 0.04e-9, 0.05e-9}
	at := 0.0
	for k := range 4_000_000 {
		next := w.corner(at)
		want := 0.05e-9 + float64(k/4)*period + offsets[k%4]
		if !(next > at) || math.Abs(next-want) > 1e-12*want+1e-24 {
			t.Fatalf("corner %d is at %.17g after %.17g, want %.17g", k, next, at, want)
		}
		at = next
	}
	if got := w.at(0.05e-9 + 1e6*period + 0.02e-9); got != 1 {
		t.Errorf("value in pulse 1000000 is %g, want 1", got)
	}
}

// TestNextBreak wants the first corner of any source.
func TestNextBreak(t *testing.T) {
	c := compile(t, "v1 a 0 pulse(0 1 5n 1n 1n 1 2)\nv2 b 0 sin(0 1 1g 3n)\nr a b 1\n")
	for _, want := range []float64{3e-9, 5e-9, 6e-9, 1.000000006} {
		if got := c.NextBreak(want - 1e-9/2); math.Abs(got-want) > 1e-15 {
			t.Errorf("got %g, want %g", got, want)
		}
	}
	if got := compile(t, "v1 a 0 1\nr a 0 1\n").NextBreak(0); !math.IsInf(got, 1) {
		t.Errorf("without corners: got %g, want +Inf", got)
	}
}
