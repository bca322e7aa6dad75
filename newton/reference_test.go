package newton_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// waveform is a simulated circuit and what was recorded of it.
type waveform struct {
	t      *testing.T
	engine *newton.Engine
	index  map[string]int // name of an unknown → number
	time   []float64
	kept   map[string][]float64
}

// transientOf runs the transient of a netlist up to stop, 0 for all of it, and
// keeps the unknowns that are named.
func transientOf(t *testing.T, name, text string, stop float64, keep ...string) *waveform {
	t.Helper()
	w := load(t, name, text)
	n, err := netlist.Parse(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	tran := n.Tran
	if stop == 0 {
		stop = tran.Stop
	}
	for _, k := range keep {
		if _, ok := w.index[k]; !ok {
			t.Fatalf("%s: got no unknown %q", name, k)
		}
	}
	span := newton.Span{Step: tran.Step, Stop: stop, Max: tran.Max, UIC: tran.UIC}
	span.Accepted = func(at float64, x []float64) error {
		w.time = append(w.time, at)
		for _, k := range keep {
			w.kept[k] = append(w.kept[k], x[w.index[k]])
		}
		return nil
	}
	if err := w.engine.Transient(context.Background(), span); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return w
}

// load makes the engine of a netlist.
func load(t *testing.T, name, text string) *waveform {
	t.Helper()
	n, err := netlist.Parse(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(n)
	if err != nil {
		t.Fatal(err)
	}
	opt := newton.Options{RelTol: n.Options.RelTol}
	if n.Options.Method == "gear" {
		opt.Method = newton.Gear
	}
	w := &waveform{t: t, engine: newton.New(c, opt), index: map[string]int{}, kept: map[string][]float64{}}
	for i := range c.Size() {
		w.index[c.Unknown(i).Name] = i
	}
	if n.Tran != nil && n.Tran.UIC {
		for node, v := range n.IC {
			w.engine.Set(int(node)-1, v)
		}
	}
	return w
}

// at returns an unknown at a time, by linear interpolation.
func (w *waveform) at(name string, t float64) float64 {
	v := w.kept[name]
	k, _ := slices.BinarySearch(w.time, t)
	switch {
	case k == 0:
		return v[0]
	case k == len(v):
		return v[k-1]
	}
	return v[k-1] + (v[k]-v[k-1])*(t-w.time[k-1])/(w.time[k]-w.time[k-1])
}

// crossings returns when an unknown passes a level, and in which directions.
func (w *waveform) crossings(name string, level float64) (at []float64, up []bool) {
	v := w.kept[name]
	for k := 1; k < len(v); k++ {
		a, b := v[k-1]-level, v[k]-level
		if (a < 0) != (b < 0) {
			at = append(at, w.time[k-1]+(w.time[k]-w.time[k-1])*a/(a-b))
			up = append(up, b >= 0)
		}
	}
	return at, up
}

// word returns the number on nodes p0, p1, … at the end.
func (w *waveform) word(bits int) *big.Int {
	word := new(big.Int)
	for k := range bits {
		v := w.kept[fmt.Sprintf("p%d", k)]
		if v[len(v)-1] > 0.6 {
			word.SetBit(word, k, 1)
		}
	}
	return word
}

// product names the nodes of a product.
func product(bits int) []string {
	names := make([]string, bits)
	for k := range names {
		names[k] = fmt.Sprintf("p%d", k)
	}
	return names
}

// reference returns a netlist and a table of reference values.
func reference(t *testing.T, circuit, table string) (text string, columns []string, rows [][]float64) {
	t.Helper()
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	b, err := os.ReadFile(filepath.Join(dir, "circuits", circuit+".cir"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "circuits", "ref", table+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := make([]float64, len(line))
		for k, s := range line {
			if row[k], err = strconv.ParseFloat(s, 64); err != nil && k > 0 {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	if len(rows) < 30 {
		t.Fatalf("%s: got %d rows", table, len(rows))
	}
	return string(b), lines[0], rows
}

// unknownOf turns "v(out)" into "out", and "i(vdd)" into "vdd#branch".
func unknownOf(column string) string {
	name := strings.TrimSuffix(column[2:], ")")
	if column[0] == 'i' {
		name += "#branch"
	}
	return name
}

// TestReferenceWaveforms compares with the closed form of rc and with ngspice 44.
// The references ask for 20 µV (rc, graetz), 20 mV (mul, whose voltages are up to
// 139 V) and 50 mV (c6288, on edges of 20 ps); the bounds are tighter where this
// engine agrees better.
func TestReferenceWaveforms(t *testing.T) {
	for _, c := range []struct {
		circuit, table string
		stop, volts    float64 // stop of 0: as in the netlist
	}{
		{"rc", "rc_exact", 0, 2e-5},
		{"graetz", "graetz_default", 0.2, 2e-6}, // as long as the reference
		{"mul", "mul_default", 0, 1e-2},
		{"c6288", "c6288_default", 0, 5e-3},
	} {
		t.Run(c.table, func(t *testing.T) {
			text, columns, rows := reference(t, c.circuit, c.table)
			var names []string
			for _, column := range columns[1:] {
				names = append(names, unknownOf(column))
			}
			w := transientOf(t, c.circuit, text, c.stop, names...)
			end, compared := w.time[len(w.time)-1], 0
			worst, where := 0.0, ""
			for _, row := range rows {
				if row[0] > end*(1+1e-9) {
					t.Fatalf("%s: reference at %g s is behind the end %g s", c.table, row[0], end)
				}
				for k, name := range names {
					if columns[k+1][0] == 'i' {
						continue
					}
					compared++
					if d := math.Abs(w.at(name, row[0]) - row[k+1]); !(d <= worst) {
						worst, where = d, fmt.Sprintf("v(%s) at %g s: got %.9g, want %.9g", name, row[0], w.at(name, row[0]), row[k+1])
					}
				}
			}
			t.Logf("largest difference of %d: %.3g V", compared, worst)
			if !(worst <= c.volts) {
				t.Errorf("%s, want within %g V", where, c.volts)
			}
			if c.circuit == "c6288" {
				checkCrossings(t, w)
			}
		})
	}
}

// checkCrossings compares the product and when its bits last passed 0.6 V: to
// a picosecond, and to three for p29, whose last pulse is a runt.
func checkCrossings(t *testing.T, w *waveform) {
	t.Helper()
	if got := w.word(32); got.Cmp(big.NewInt(0xfffe0001)) != 0 {
		t.Errorf("got product %#x, want 0xfffe0001", got)
	}
	_, columns, rows := reference(t, "c6288", "c6288_last_crossings")
	if len(rows) != 32 || columns[1] != "t_default" {
		t.Fatalf("got %d rows, column %s", len(rows), columns[1])
	}
	worst := 0.0
	for k, row := range rows {
		at, up := w.crossings(fmt.Sprintf("p%d", k), 0.6)
		if len(at) == 0 {
			t.Fatalf("p%d never passes 0.6 V", k)
		}
		last, bound := len(at)-1, 1e-12
		if k == 29 {
			bound = 3e-12
		}
		d := math.Abs(at[last] - row[1])
		worst = max(worst, d)
		if !(d <= bound) || up[last] != (row[2] > 0) {
			t.Errorf("p%d: got last crossing %g s, up %v, want %g s, direction %g", k, at[last], up[last], row[1], row[2])
		}
	}
	t.Logf("last crossings within %.3g ps", 1e12*worst)
}

// TestReferenceRing compares period and amplitude. The phase is arbitrary: the
// oscillator leaves its balance where rounding lets it.
func TestReferenceRing(t *testing.T) {
	text, _, _ := reference(t, "ring", "ring_default")
	w := transientOf(t, "ring", text, 0, "1")
	from, _ := slices.BinarySearch(w.time, 500e-9)
	all, up := w.crossings("1", 0.6)
	var rises []float64
	for k, at := range all {
		if up[k] && at > 500e-9 {
			rises = append(rises, at)
		}
	}
	if len(rises) < 60 {
		t.Fatalf("got %d periods in 500 ns, want 68", len(rises))
	}
	v := w.kept["1"][from:]
	period := (rises[len(rises)-1] - rises[0]) / float64(len(rises)-1)
	for _, c := range []struct {
		what             string
		got, want, bound float64
	}{
		{"period", period, 7.2714e-9, 1e-3 * 7.2714e-9},
		{"highest voltage", slices.Max(v), 1.3110, 3e-3},
		{"lowest voltage", slices.Min(v), -0.1090, 3e-3},
	} {
		if !(math.Abs(c.got-c.want) <= c.bound) {
			t.Errorf("%s: got %.6g, want %g within %g", c.what, c.got, c.want, c.bound)
		}
	}
}

// TestMultiplication multiplies random numbers with the transistors of an 8×8
// array multiplier.
func TestMultiplication(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 2 {
		a, b := rng.Int64N(256), rng.Int64N(256)
		text, err := builtin.Multiplier(builtin.MultiplierOptions{Bits: 8, A: big.NewInt(a), B: big.NewInt(b)})
		if err != nil {
			t.Fatal(err)
		}
		w := transientOf(t, "mul8", text, 0, product(16)...)
		if got := w.word(16); got.Cmp(big.NewInt(a*b)) != 0 {
			t.Errorf("got %d*%d = %d, want %d", a, b, got, a*b)
		}
	}
}

// TestLargeOperatingPoint finds the operating point of c6288 with inputs of 0,
// which takes gmin stepping, and checks that the product is 0 and every voltage
// is that of a supply.
func TestLargeOperatingPoint(t *testing.T) {
	text, err := builtin.Source("c6288")
	if err != nil {
		t.Fatal(err)
	}
	w := load(t, "c6288", text)
	if err := w.engine.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if w.engine.Stats.GminSteps == 0 {
		t.Errorf("got no gmin steps: the circuit no longer tests them")
	}
	x := w.engine.X()
	for name, i := range w.index {
		v := x[i]
		switch {
		case strings.HasSuffix(name, "#branch"):
		case strings.HasPrefix(name, "p") && !strings.HasPrefix(name, "pp") && math.Abs(v) > 1e-3:
			t.Errorf("v(%s): got %g V, want 0", name, v)
		case v < -1e-3 || v > 1.2+1e-3:
			t.Errorf("v(%s): got %g V, want 0 to 1.2", name, v)
		}
	}
}

// errEnough ends a transient that has been seen.
var errEnough = errors.New("enough")

// TestNothingMovesAtFirst starts a transient from an operating point that took
// iterations: the capacitors have the charges of its last iterate, not of the one
// before, to which the first, very short step would return.
func TestNothingMovesAtFirst(t *testing.T) {
	w := load(t, "quiet", `quiet
.model n1 nmos (vto=0.7 kp=110u gamma=0.4 phi=0.7 lambda=0.04 rd=15 rs=12)
v1 sig 0 0
vdd vdd 0 5
rsig sig a 600
cin a g 100n
rb1 vdd g 300k
rb2 g 0 150k
rd vdd d 4.7k
m1 d g s 0 n1 w=60u l=2u
rs s 0 680
csrc s 0 1u
cout d out 100n
rl out 0 47k
.options reltol=0.02
.end
`)
	var first []float64
	err := w.engine.Transient(context.Background(), newton.Span{Step: 50e-9, Stop: 1e-6, Max: 50e-9, Accepted: func(at float64, x []float64) error {
		if at == 0 {
			first = slices.Clone(x)
			return nil
		}
		if d := math.Abs(x[w.index["s"]] - first[w.index["s"]]); !(d <= 1e-9) {
			t.Errorf("v(s) at %g s: got it %g V from the operating point, want 0", at, d)
		}
		return errEnough
	}})
	if !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
}

// TestInitialConditionsBreak checks that a transient from given voltages has a
// time point at its suggested step, as ngspice's has: 1.28 ns is followed by
// 2 ns.
func TestInitialConditionsBreak(t *testing.T) {
	w := transientOf(t, "lc", "lc\nc1 a 0 1n ic=2\nl1 a 0 10u ic=5m\nr1 a 0 20k\n.ic v(a)=2\n.tran 2n 100n 0 2n uic\n.end\n", 0, "a")
	if _, ok := slices.BinarySearch(w.time, 2e-9); !ok {
		t.Errorf("got time points %g, want one at 2e-09", w.time[:min(12, len(w.time))])
	}
}
