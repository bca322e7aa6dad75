package builtin_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/netlist"
)

// TestMultiplierMultiplies computes products with a switch-level simulation of
// the expanded transistors: all operands up to 4 bits, random ones above.
func TestMultiplierMultiplies(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		for a := range int64(1) << n {
			for b := range int64(1) << n {
				checkProduct(t, n, big.NewInt(a), big.NewInt(b))
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ bits, times int }{{8, 40}, {16, 6}, {33, 1}} {
		for range c.times {
			checkProduct(t, c.bits, random(rng, c.bits), random(rng, c.bits))
		}
		checkProduct(t, c.bits, nil, nil)
	}
}

// random returns a number of at most the given bits.
func random(rng *rand.Rand, bits int) *big.Int {
	x := new(big.Int)
	for k := range bits {
		x.SetBit(x, k, uint(rng.IntN(2)))
	}
	return x
}

func checkProduct(t *testing.T, bits int, a, b *big.Int) {
	t.Helper()
	text, err := builtin.Multiplier(builtin.MultiplierOptions{Bits: bits, A: a, B: b})
	if err != nil {
		t.Fatal(err)
	}
	n, err := netlist.Parse("multiplier", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1))
	if a == nil {
		a, b = ones, ones
	}
	state := settle(t, n)
	got, want := new(big.Int), new(big.Int).Mul(a, b)
	for id, name := range n.Nodes {
		var k int
		if _, err := fmt.Sscanf(name, "p%d", &k); err == nil && fmt.Sprintf("p%d", k) == name {
			if state[id] == unknown {
				t.Fatalf("%d bits, %v*%v: %s floats", bits, a, b, name)
			}
			got.SetBit(got, k, uint(state[id]))
		}
	}
	if got.Cmp(want) != 0 {
		t.Fatalf("%d bits: got %v*%v = %v, want %v", bits, a, b, got, want)
	}
}

// unknown is the state of a node that is neither 0 nor 1 yet.
const unknown = 2

// settle returns the final state of each node, 0, 1 or unknown: that of its
// source, or of the supply that a path of open transistors leads to.
func settle(t *testing.T, n *netlist.Netlist) []byte {
	state := make([]byte, len(n.Nodes))
	for i := range state {
		state[i] = unknown
	}
	state[0] = 0
	for _, e := range n.Elements {
		if e.Kind == netlist.Voltage {
			v := e.Source.DC
			if e.Source.Shape == netlist.Pulse {
				v = e.Source.Arg[1]
			}
			state[e.Nodes[0]] = 0
			if v > 0.6 {
				state[e.Nodes[0]] = 1
			}
		}
	}
	for _, e := range n.Elements {
		if e.Kind == netlist.Resistor {
			state[e.Nodes[1]] = state[e.Nodes[0]]
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range n.Elements {
			if e := &n.Elements[i]; e.Kind == netlist.MOSFET && conducts(e, state) {
				changed = join(t, n, state, e.Nodes[0], e.Nodes[2]) || changed
			}
		}
	}
	return state
}

// conducts says whether the gate opens the transistor.
func conducts(e *netlist.Element, state []byte) bool {
	return state[e.Nodes[1]] == 1 && e.Model.Type == netlist.NMOS || state[e.Nodes[1]] == 0 && e.Model.Type == netlist.PMOS
}

// join gives two connected nodes one state and says whether that is new.
func join(t *testing.T, n *netlist.Netlist, state []byte, a, b int32) bool {
	switch {
	case state[a] == state[b]:
		return false
	case state[a] == unknown:
		state[a] = state[b]
	case state[b] == unknown:
		state[b] = state[a]
	default:
		t.Fatalf("short circuit between %s and %s", n.Nodes[a], n.Nodes[b])
	}
	return true
}
