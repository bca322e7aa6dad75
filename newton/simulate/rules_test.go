package simulate

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// deck returns the circuit of a netlist.
func deck(t *testing.T, text string) *Circuit {
	t.Helper()
	n, err := netlist.Parse("t.cir", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	system, err := circuit.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return &Circuit{Name: "t", Netlist: n, System: system}
}

// The steps of ring and mul are as many as those of ngspice 39 and 44, and their
// iterations within a hundredth: 52,254 and 1,019,733.
func TestCountsOfNgspice(t *testing.T) {
	for _, c := range []struct {
		name                           string
		accepted, rejected, iterations int64
	}{{"ring", 20020, 0, 52254}, {"mul", 500467, 957, 1019733}} {
		if c.name == "mul" && testing.Short() {
			continue
		}
		x, err := Load(c.name)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := Run(context.Background(), x, Config{})
		if err != nil {
			t.Fatal(err)
		}
		n := rep.Counts
		if n.Accepted != c.accepted || n.RejectedLTE != c.rejected || n.RejectedNR != 0 {
			t.Errorf("%s: got %d steps, %d and %d rejected, want %d, %d and 0", c.name, n.Accepted, n.RejectedLTE, n.RejectedNR, c.accepted, c.rejected)
		}
		if d := n.Iterations - c.iterations; d > c.iterations/100 || -d > c.iterations/100 {
			t.Errorf("%s: got %d iterations, want about %d", c.name, n.Iterations, c.iterations)
		}
		sum := n.OPIterations + n.WastedLTE + n.WastedNR
		for k, steps := range rep.PerStep {
			sum += int64(k) * steps
		}
		if sum != n.Iterations {
			t.Errorf("%s: got %d iterations by step, wasted and of the operating point, want %d", c.name, sum, n.Iterations)
		}
	}
}

// What a netlist says of start, conditions and method is done.
func TestNetlistSettings(t *testing.T) {
	c := deck(t, "t\nv1 a 0 1\nr1 a b 1k\nc1 b 0 1u\n.ic v(b)=0.25\n.options maxord=1\n.save v(b) i(v1)\n.tran 1u 10u 5u uic\n.end\n")
	var wave bytes.Buffer
	rep, err := Run(context.Background(), c, Config{Waveform: &wave})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Analysis.Method != "be" {
		t.Errorf("got method %q with maxord=1, want be", rep.Analysis.Method)
	}
	rows := strings.Split(wave.String(), "\n")
	if rows[0] != "time,v(b),i(v1)" || !strings.Contains(rows[1], "e-06,0.25") || rows[1] < "5" {
		t.Errorf("got %q, %q, want columns v(b) and i(v1), from 5 us and 0.25 V on", rows[0], rows[1])
	}
	if i, ok := c.unknown("I(v1)"); !ok || c.System.Unknown(i).Name != "v1#branch" {
		t.Errorf("got unknown %d for I(v1)", i)
	}
}

// An error of Watch ends the run and is that of the run; a context that ends it
// is an error of a capture, not of a run.
func TestWatchEndsRun(t *testing.T) {
	c, err := Load("ring")
	if err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	rep, err := Run(context.Background(), c, Config{Watch: func(newton.Iteration) error { return refused }})
	if !errors.Is(err, refused) || rep.Stop != StopFailed || rep.Counts.Iterations > 64 {
		t.Errorf("got %v, stop %q after %d iterations", err, rep.Stop, rep.Counts.Iterations)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if rep, err := Run(ctx, c, Config{}); err != nil || rep.Stop != StopInterrupted {
		t.Errorf("got %v, stop %q, want an interrupted run", err, rep.Stop)
	}
	sel, err := ParseSelection("1-1000")
	if err != nil {
		t.Fatal(err)
	}
	if list, err := Capture(ctx, c, Config{}, sel); !errors.Is(err, context.Canceled) || len(list) >= 1000 {
		t.Errorf("got %v with %d Jacobians, want the error of the context", err, len(list))
	}
}

// .nodeset chooses between the states of a flip-flop.
func TestNodeSet(t *testing.T) {
	for _, high := range []string{"a", "b"} {
		c := deck(t, "t\n.model n nmos(vto=0.7 kp=1m)\nvdd v 0 5\nr1 v a 10k\nr2 v b 10k\n"+
			"m1 a b 0 0 n w=10u l=1u\nm2 b a 0 0 n w=10u l=1u\n.nodeset v("+high+")=5\n.op\n.end\n")
		rep, err := Run(context.Background(), c, Config{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range rep.Solution {
			if (v.Name == "a" || v.Name == "b") && (v.Value > 2.5) != (v.Name == high) {
				t.Errorf("v(%s) set: got v(%s)=%g", high, v.Name, v.Value)
			}
		}
	}
}

// A saved voltage may be between two nodes.
func TestSavedVoltages(t *testing.T) {
	var wave bytes.Buffer
	c := deck(t, "t\nv1 a 0 5\nr1 a b 1k\nr2 b 0 4k\n.print tran v(a,b) v(gnd,b) v(b) v(a,nosuch) v(b,0)\n.tran 1u 2u\n.end\n")
	if _, err := Run(context.Background(), c, Config{Waveform: &wave}); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(wave.String(), "\n")
	if want := `time,"v(a,b)","v(gnd,b)",v(b)`; rows[0] != want || rows[1] != "0,1,-4,4" {
		t.Errorf("got header %q and first row %q, want %q and 0,1,-4,4", rows[0], rows[1], want)
	}
}

// What a netlist asks for and cannot have is a warning.
func TestWarnings(t *testing.T) {
	const text = "t\nv1 a 0 1\nv2 c a 0\nr1 c 0 1k\n.ic v(a)=1\n.nodeset v(a)=1\n.save v(c) v(nosuch) i(R1)\n.tran 1u 2u\n.end\n"
	rep, err := Run(context.Background(), deck(t, text), Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"t.cir:5: .ic v(a) is ignored: ", "t.cir:6: .nodeset v(a) is ignored: ", "t.cir:7: v(nosuch) cannot be saved: the circuit has no such voltage or current",
		"t.cir:7: i(r1) cannot be saved: the current of r1 is no unknown of the circuit, unlike currents of voltage sources and inductors"} {
		if !slices.ContainsFunc(rep.Warnings, func(w string) bool { return strings.HasPrefix(w, want) }) {
			t.Errorf("got warnings %q, want one that starts with %q", rep.Warnings, want)
		}
	}
	if len(rep.Warnings) != 4 {
		t.Errorf("got warnings %q, want 4", rep.Warnings)
	}
}

// A failure names the expression that has no finite value.
func TestDoubt(t *testing.T) {
	_, err := Run(context.Background(), deck(t, "t\nv1 a 0 1\n\nb1 b 0 v={log(-v(a))}\nr1 b 0 1\n.op\n.end\n"), Config{})
	if want := "t.cir:4: b1: the expression gives no finite number"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

// A node that only capacitors connect to has no voltage at rest. A pseudo-transient
// divides the voltage by the capacitances; the waveform starts there.
func TestSettle(t *testing.T) {
	const text = "t\nv1 a 0 3\nc1 a b 2p\nc2 b 0 1p\n"
	rep, err := Run(context.Background(), deck(t, text+".op\n.end\n"), Config{})
	if err != nil {
		t.Fatal(err)
	}
	if v := rep.Solution[1]; v.Name != "b" || math.Abs(v.Value-2) > 1e-9 || rep.Counts.SettleSteps < 10 || rep.Counts.Accepted != 0 {
		t.Errorf("got %+v after %+v, want v(b)=2", v, rep.Counts)
	}
	if len(rep.Warnings) != 1 || !strings.Contains(rep.Warnings[0], "pseudo-transient") {
		t.Errorf("got warnings %q", rep.Warnings)
	}
	var csv strings.Builder
	if rep, err = Run(context.Background(), deck(t, text+".tran 1n 10n\n.end\n"), Config{Waveform: &csv}); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(csv.String()), "\n")
	if int64(len(rows)-1) != rep.Counts.Accepted {
		t.Errorf("got %d rows of %d time points", len(rows)-1, rep.Counts.Accepted)
	}
	for _, row := range rows[1:] {
		if v := strings.Split(row, ","); v[2] != "2" {
			t.Errorf("got row %s, want v(b)=2", row)
		}
	}
}

// A circuit without losses rings on. The search for its rest ends, and conductances to ground hold
// the node whose voltage is free.
func TestUnsettled(t *testing.T) {
	const text = "t\nv1 a 0 1\nc1 a b 1p\nl1 b c 1n\nc2 c 0 1p\n.op\n.end\n"
	rep, err := Run(context.Background(), deck(t, text), Config{})
	if err != nil || rep.Counts.SettleSteps < 1000 {
		t.Fatalf("got %v after %+v", err, rep.Counts)
	}
	if len(rep.Warnings) != 1 || !strings.Contains(rep.Warnings[0], "the equations at rest are singular at ") {
		t.Errorf("got warnings %q", rep.Warnings)
	}
	for _, v := range rep.Solution {
		want := 0.0
		if v.Name == "a" {
			want = 1
		}
		if math.Abs(v.Value-want) > 1e-9 {
			t.Errorf("got %s = %g, want %g", v.Name, v.Value, want)
		}
	}
	rep, err = Run(context.Background(), deck(t, strings.Replace(text, ".op", ".options gminsteps=0\n.op", 1)), Config{})
	var f *newton.Failure
	if !errors.As(err, &f) || f.Reason != newton.Singular {
		t.Errorf("without gmin stepping: got %v after %+v", err, rep.Counts)
	}
}
