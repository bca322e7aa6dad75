package builtin_test

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/netlist"
)

// parse returns the circuit called name.
func parse(t testing.TB, name string) *netlist.Netlist {
	t.Helper()
	text, err := builtin.Source(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := netlist.Parse(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(n.Warnings) != 0 {
		t.Errorf("%s: got warnings %v", name, n.Warnings)
	}
	return n
}

func count(n *netlist.Netlist, k netlist.Kind) int {
	c := 0
	for _, e := range n.Elements {
		if e.Kind == k {
			c++
		}
	}
	return c
}

// TestSizes compares counts with what ngspice 44 prints for the netlists of an
// independent generator (number of equations less one, and MOSFETs).
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name              string
		unknowns, mosfets int // without internal nodes of diodes
	}{
		{"rc", 3, 0}, {"graetz", 5, 0}, {"mul", 6, 0}, {"ring", 11, 18},
		{"c6288", 5156, 10112}, {"mul16", 5156, 10112},
		{"mul2", 60, 88}, {"mul4", 284, 512}, {"mul8", 1236, 2368}, {"mul32", 21060, 41728}, {"mul64", 85124, 169472},
	} {
		n := parse(t, c.name)
		unknowns, mosfets := len(n.Nodes)-1+count(n, netlist.Voltage), count(n, netlist.MOSFET)
		if unknowns != c.unknowns || mosfets != c.mosfets {
			t.Errorf("%s: got %d unknowns, %d mosfets, want %d, %d", c.name, unknowns, mosfets, c.unknowns, c.mosfets)
		}
	}
	if n := parse(t, "c6288"); len(n.Nodes)-1 != 5122 || count(n, netlist.Voltage) != 34 {
		t.Errorf("c6288: got %d nodes, %d voltage sources, want 5122, 34", len(n.Nodes)-1, count(n, netlist.Voltage))
	}
}

// TestSharedNetlists compares every element, model, option and analysis with
// netlists written by someone else, up to the names of nodes.
func TestSharedNetlists(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	for _, name := range builtin.Names() {
		t.Run(name, func(t *testing.T) {
			want, err := netlist.ParseFile(filepath.Join(dir, "circuits", name+".cir"))
			if err != nil {
				t.Fatal(err)
			}
			compare(t, parse(t, name), want)
		})
	}
}

func compare(t *testing.T, got, want *netlist.Netlist) {
	t.Helper()
	if len(got.Elements) != len(want.Elements) || len(got.Nodes) != len(want.Nodes) {
		t.Fatalf("got %d elements, %d nodes, want %d, %d", len(got.Elements), len(got.Nodes), len(want.Elements), len(want.Nodes))
	}
	for i := range want.Elements {
		g, w := got.Elements[i], want.Elements[i]
		g.Line, w.Line, g.File, w.File = 0, 0, 0, 0
		gm, wm := g.Model, w.Model
		g.Model, w.Model = nil, nil
		if d := cmp.Diff(w, g); d != "" { // nodes are numbered by appearance, so they are equal as well
			t.Fatalf("element %d (-want +got):\n%s", i, d)
		}
		if (gm == nil) != (wm == nil) {
			t.Fatalf("%s: got model %v, want %v", g.Name, gm, wm)
		}
		if gm != nil {
			if d := cmp.Diff(wm.Param, gm.Param); d != "" || gm.Type != wm.Type || gm.Name != wm.Name {
				t.Fatalf("%s: model (-want +got):\n%s", g.Name, d)
			}
		}
	}
	type rest struct {
		Options netlist.Options
		Tran    *netlist.Tran
		OP      bool
		Save    []string
	}
	if d := cmp.Diff(rest{want.Options, want.Tran, want.OP, want.Save}, rest{got.Options, got.Tran, got.OP, got.Save}); d != "" {
		t.Errorf("analyses (-want +got):\n%s", d)
	}
}

func TestSourceErrors(t *testing.T) {
	for _, name := range []string{"", "RC", "mul1", "mul129", "mul02", "mul+4", "mul-4", "mulx", "c7552", "mul99999999999999999999"} {
		if text, err := builtin.Source(name); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", name)) || text != "" {
			t.Errorf("%q: got error %v, want one that names it", name, err)
		}
	}
}

func TestMultiplierErrors(t *testing.T) {
	for _, c := range []struct {
		o    builtin.MultiplierOptions
		want string
	}{
		{builtin.MultiplierOptions{Bits: 1}, "got a multiplier of 1 bits, want 2 to 128"},
		{builtin.MultiplierOptions{Bits: 4, A: big.NewInt(16)}, "got operand A = 16, want 0 to 15"},
		{builtin.MultiplierOptions{Bits: 4, B: big.NewInt(-1)}, "got operand B = -1, want 0 to 15"},
		{builtin.MultiplierOptions{Bits: 4, Stop: -1}, "got step 2e-12 and stop time -1, want both above 0"},
		{builtin.MultiplierOptions{Bits: 4, Title: "a\nr1 1 0 1"}, `got title "a\nr1 1 0 1", want one line`},
	} {
		if _, err := builtin.Multiplier(c.o); err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
}

// TestTimes checks the default stop times and those that the caller gives.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		name string
		stop float64
	}{{"mul2", 2e-9}, {"mul16", 2e-9}, {"mul32", 4e-9}, {"mul64", 8e-9}} {
		if n := parse(t, c.name); n.Tran.Stop != c.stop || n.Tran.Step != 2e-12 || !n.Tran.UIC {
			t.Errorf("%s: got %+v, want step 2e-12, stop %g, uic", c.name, *n.Tran, c.stop)
		}
	}
	text, err := builtin.Multiplier(builtin.MultiplierOptions{Bits: 2, Step: 1e-12, Stop: 3e-10})
	if err != nil || !slices.Contains(strings.Split(text, "\n"), ".tran 1e-12 3e-10 uic") {
		t.Errorf("got error %v and no .tran 1e-12 3e-10 uic", err)
	}
}

func ExampleSource() {
	text, err := builtin.Source("rc")
	if err != nil {
		panic(err)
	}
	fmt.Print(text)
	// Output:
	// rc: RC low pass driven by a pulse train
	// * Time constant 1 ms, pulses of 1 ms; every microsecond of one second is a step.
	// vs 1 0 dc 0 pulse(0 1 1u 1u 1u 1m 2m)
	// r1 1 2 1k
	// c1 2 0 1u
	// .options method=trap
	// .tran 1u 1 0 1u
	// .save v(1) v(2)
	// .end
}
