package circuit

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// The files of testdata are decks that ngspice 39 runs; their comments that
// start with *= have the values it prints for them.
func published(t *testing.T, name string) (*netlist.Netlist, map[string]float64) {
	t.Helper()
	file := filepath.Join("testdata", name+".cir")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] != "*=" {
			continue
		}
		v, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		want[f[1]] = v
	}
	if len(want) == 0 {
		t.Fatalf("%s has no values", file)
	}
	n, err := netlist.Parse(file, strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return n, want
}

// TestCurrentsOfNgspice compares the currents of transistors and diodes.
func TestCurrentsOfNgspice(t *testing.T) {
	for _, name := range []string{"mosfet_27", "mosfet_85", "squares_27", "diode_27", "diode_85"} {
		t.Run(name, func(t *testing.T) {
			n, want := published(t, name)
			c := must(New(n))
			e := newton.New(c, newton.Options{RelTol: 1e-9, AbsTol: 1e-18, VNTol: 1e-11})
			if err := e.OperatingPoint(context.Background()); err != nil {
				t.Fatal(err)
			}
			compared := 0
			for i, got := range e.X() {
				w, ok := want[c.Unknown(i).Name]
				if !ok {
					continue
				}
				compared++
				// ngspice's currents through 15 ohm at 2.5 V are rounded to 1e-17 A.
				if math.Abs(got-w) > 1e-6*math.Abs(w)+3e-17 {
					t.Errorf("%s: got %.15g, want %.15g of ngspice", c.Unknown(i).Name, got, w)
				}
			}
			if compared != len(want) {
				t.Errorf("compared %d of %d values", compared, len(want))
			}
		})
	}
}

// nth returns the k-th family of a type.
func nth[F family](c *Circuit, k int) F {
	for _, f := range c.families {
		if g, ok := f.(F); ok {
			if k == 0 {
				return g
			}
			k--
		}
	}
	panic("no such family")
}

// TestChargesOfNgspice compares the charges of gates, junctions and diodes at
// voltages that sources set.
func TestChargesOfNgspice(t *testing.T) {
	n, want := published(t, "charges_77")
	c := must(New(n))
	e := newEval(c)
	for k := range n.Elements {
		if v := &n.Elements[k]; v.Kind == netlist.Voltage {
			e.X[v.Nodes[0]-1] = v.Source.DC
		}
	}
	c.Load(e)
	got := map[string]float64{}
	next := map[*netlist.Model]int{}
	models := map[*netlist.Model]int{}
	kinds := map[netlist.Kind]int{}
	for _, m := range n.Models {
		kind := netlist.MOSFET
		if m.Type == netlist.D {
			kind = netlist.Diode
		}
		models[m] = kinds[kind]
		kinds[kind]++
	}
	for k := range n.Elements {
		el := &n.Elements[k]
		if el.Model == nil {
			continue
		}
		i := next[el.Model]
		next[el.Model]++
		if el.Kind == netlist.Diode {
			got["@"+el.Name+"[charge]"] = e.Q[nth[*diodeGroup](c, models[el.Model]).list[i].charge]
			continue
		}
		g := nth[*mosGroup](c, models[el.Model])
		y, d := &g.gates[i], &g.list[i]
		for name, q := range map[string]int32{"qgs": y.charge[toSource], "qgd": y.charge[toDrain], "qgb": y.charge[toBulk], "qbd": d.qd, "qbs": d.qs} {
			if q >= 0 {
				got["@"+el.Name+"["+name+"]"] = g.model.sign * e.Q[q]
			}
		}
	}
	for name, w := range want {
		if g := got[name]; math.Abs(g-w) > 1e-9*math.Abs(w) {
			t.Errorf("%s: got %.15g C, want %.15g of ngspice", name, g, w)
		}
	}
}
