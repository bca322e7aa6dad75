package netlist

import (
	"math"
	"strings"
	"testing"
)

// TestMultiplier has what m of an instance means. The values are what ngspice
// 39 prints for i(v1), in mA.
func TestMultiplier(t *testing.T) {
	const (
		plain = "\n.subckt s p q"
		own   = "\n.subckt s p q PARAMS: M=2"
		inner = "\n.subckt t p q"
		fixed = "\nr1 p q 1k\n.ends"
		byM   = "\nr1 p q {1k*m}\n.ends"
	)
	for _, c := range []struct {
		text string
		want float64
	}{
		// Without a parameter m it is how many are parallel.
		{"x1 1 0 s m=5" + plain + fixed, 5},
		{"x1 1 0 s PARAMS: m=5" + plain + fixed, 5},
		{"x1 1 0 s M=2.5" + plain + fixed, 2.5},
		{"x1 1 0 s M=5" + plain + byM, 1},
		{"x1 1 0 s m=5" + plain + " PARAMS: w=1" + byM, 1},
		{"x1 1 0 s M=5" + plain + "\n.param k={2*m}\nr1 p q {1k*k}\n.ends", 0.5},
		{"x1 1 0 s M=5" + plain + "\nr1 p q 1k m={m}\n.ends", 5},
		{"x1 1 0 s M=5" + plain + "\nr1 p q {1k*m} m={m}\n.ends", 1},
		{"x1 1 0 s M=5\nx2 1 0 s" + plain + byM, 2},
		{".param m=7\nx1 1 0 s M=5" + plain + byM, 1},
		{".param m=7\nx1 1 0 s" + plain + byM, 1. / 7},
		{".param m=7\nx1 1 0 s M=5\nx2 1 0 s" + plain + byM, 2},
		// With one, of the header or of .param, it is that.
		{"x1 1 0 s PARAMS: M=5" + own + fixed, 1},
		{"x1 1 0 s PARAMS: M=5" + own + byM, 0.2},
		{"x1 1 0 s M=5" + own + byM, 0.2},
		{"x1 1 0 s M=5\n.subckt s p q M=2" + fixed, 1},
		{"x1 1 0 s M=5\n.subckt s p q M=2" + byM, 0.2},
		{"x1 1 0 s M={2+1}" + own + byM, 1. / 3},
		{"x1 1 0 s M=-5" + own + byM, -0.2},
		{"x1 1 0 s" + own + fixed, 1},
		{"x1 1 0 s" + own + byM, 0.5},
		{"x1 1 0 s M=5" + own + "\n.param k={m*2}\nr1 p q {1k*k}\n.ends", 0.1},
		{"x1 1 0 s M=5" + own + "\nr1 p q 1k m={m}\n.ends", 5},
		{"x1 1 0 s M=5" + own + "\nr1 p q 1k m=3\n.ends", 3},
		{"x1 1 0 s M=5" + plain + "\n.param m=4" + fixed, 1},
		{"x1 1 0 s M=5" + plain + "\n.param m=4" + byM, 0.2},
		{".param n=3\nx1 1 0 s M={n}\n.subckt s p q M={n*2}" + byM, 1. / 3},
		{".param n=3\nx1 1 0 s\n.subckt s p q M={n*2}" + byM, 1. / 6},
		// Instances inside one another.
		{"x1 1 0 s M=5" + plain + "\nx2 p q t\n.ends" + inner + fixed, 5},
		{"x1 1 0 s M=5" + plain + "\nx2 p q t\n.ends" + inner + byM, 1},
		{"x1 1 0 s M=5" + plain + "\nx2 p q t\n.ends" + inner + " M=1" + fixed, 1},
		{"x1 1 0 s M=5" + plain + "\nx2 p q t m=3\n.ends" + inner + " M=1" + byM, 0.2},
		{"x1 1 0 s M=5" + own + "\nx2 p q t\n.ends" + inner + byM, 0.2},
		{"x1 1 0 s M=5" + own + "\nx2 p q t\n.ends" + inner + " m=7" + byM, 1. / 7},
		{"x1 1 0 s M=5" + own + "\nx2 p q t m={m}\n.ends" + inner + fixed, 5},
		{"x1 1 0 s M=5" + own + "\nx2 p q t m={m}\n.ends" + inner + " M=1" + byM, 0.2},
		{"x1 1 0 s M=5" + own + "\nx2 p q t m=3\n.ends" + inner + fixed, 3},
		{"x1 1 0 s\n" + plain + "\nx2 p q t M=4\n.ends" + inner + " M=1" + fixed, 1},
	} {
		n := parse(t, c.text)
		sum := 0.0
		for _, e := range n.Elements {
			sum += 1000 / e.Value
		}
		if math.Abs(sum-c.want) > 1e-12 || len(n.Warnings) != 0 {
			t.Errorf("%s: got %g, want %g; warnings %v", c.text, sum, c.want, n.Warnings)
		}
	}
}

// TestNestedMultipliers has where all multipliers count, unlike in ngspice,
// which a warning says once for each line.
func TestNestedMultipliers(t *testing.T) {
	for _, c := range []struct {
		text, warning string
		want          float64 // of the last element
	}{
		{"x1 1 0 s m=5\nx2 1 0 s m=5\n.subckt s p q\nr1 p q 30 m=3\n.ends", "r1 has m=3 in an instance with m=5", 2},
		{"x1 1 0 s m=5\n.subckt s p q\nx2 p q t m=3\n.ends\n.subckt t p q\nr1 p q 30\n.ends", "x2 has m=3 in an instance with m=5", 2},
		{"x1 1 0 s\nx2 1 0 s m=5\n.subckt s p q\nr1 p q 30 m=3\n.ends", "r1 has m=3 in an instance with m=1", 2},
		{"x2 1 0 s m=1\n.subckt s p q\nr1 p q 30 m=3\n.ends", "r1 has m=3 in an instance with m=1", 10},
	} {
		n := parse(t, c.text)
		if got := n.Elements[len(n.Elements)-1].Value; got != c.want {
			t.Errorf("%s: got %g, want %g", c.text, got, c.want)
		}
		if len(n.Warnings) != 1 || !strings.HasPrefix(n.Warnings[0].Msg, c.warning) {
			t.Errorf("%s: got %v", c.text, n.Warnings)
		}
	}
}

// TestInstanceWins wants what an instance sets to go before .param in the
// subcircuit, and to reach parameters that .param alone declares, as in ngspice.
func TestInstanceWins(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{
		{"x1 1 0 s w=5\n.subckt s p q\n.param w=4", 5},
		{"x1 1 0 s\n.subckt s p q\n.param w=4", 4},
		{"x1 1 0 s w=5\n.subckt s p q w=3\n.param w=4", 5},
		{"x1 1 0 s\n.subckt s p q w=3\n.param w=4", 4},
	} {
		n := parse(t, c.text+"\nr1 p q {w}\n.ends")
		if got := n.Elements[0].Value; got != c.want {
			t.Errorf("%s: got %g, want %g", c.text, got, c.want)
		}
	}
}
