package netlist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared returns a file of the test data outside the repository.
func shared(t testing.TB, path string) string {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// TestSharedCircuits compares counts with those that ngspice and an
// independent prototype found for the five circuits.
func TestSharedCircuits(t *testing.T) {
	for _, c := range []struct {
		name     string
		nodes    int // without ground
		branches int // voltage sources
		kinds    map[Kind]int
		models   int
	}{
		{"rc", 2, 1, map[Kind]int{Voltage: 1, Resistor: 1, Capacitor: 1}, 0},
		{"graetz", 4, 1, map[Kind]int{Voltage: 1, Resistor: 3, Capacitor: 1, Diode: 4}, 1},
		{"mul", 5, 1, map[Kind]int{Voltage: 1, Resistor: 1, Capacitor: 4, Diode: 4}, 1},
		{"ring", 10, 1, map[Kind]int{Voltage: 1, Current: 1, MOSFET: 18}, 2},
		{"c6288", 5122, 34, map[Kind]int{Voltage: 34, Resistor: 32, MOSFET: 10112}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := ParseFile(shared(t, "circuits/"+c.name+".cir"))
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[Kind]int{}
			for _, e := range n.Elements {
				kinds[e.Kind]++
			}
			if len(n.Nodes)-1 != c.nodes || kinds[Voltage] != c.branches || len(n.Models) != c.models {
				t.Errorf("got %d nodes, %d branches, %d models, want %d, %d, %d",
					len(n.Nodes)-1, kinds[Voltage], len(n.Models), c.nodes, c.branches, c.models)
			}
			for k, want := range c.kinds {
				if kinds[k] != want {
					t.Errorf("got %d elements %c, want %d", kinds[k], k, want)
				}
			}
			if len(n.Warnings) != 0 || n.Tran == nil || n.OP {
				t.Errorf("got warnings %v, tran %v, op %v", n.Warnings, n.Tran, n.OP)
			}
			if !strings.HasPrefix(n.Save[0], "v(") && !strings.HasPrefix(n.Save[0], "i(") {
				t.Errorf("got save %q", n.Save[0])
			}
		})
	}
}
