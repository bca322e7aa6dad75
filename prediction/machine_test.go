package prediction

import "testing"

// Data spill to memory beyond half of the last cache.
func TestSpilled(t *testing.T) {
	m := testMachine() // a last cache of 32 MiB, 90 ns to memory
	for _, c := range []struct{ bytes, want float64 }{{0, 0}, {16 << 20, 0}, {32 << 20, 45}, {64 << 20, 67.5}} {
		if got := m.spilled(c.bytes); got != c.want {
			t.Errorf("%g bytes: got %g, want %g", c.bytes, got, c.want)
		}
	}
}
