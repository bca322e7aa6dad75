package circuit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLimitJunction checks what a limiter has to keep: it changes nothing in
// small or backward steps, goes the same way as the step but less far, and
// further for a longer step.
func TestLimitJunction(t *testing.T) {
	const vt = 0.0258
	vcrit := vt * math.Log(vt/(math.Sqrt2*1e-14))
	for _, last := range []float64{-3, -0.2, 0, 0.1, 0.6, vcrit, 0.8, 1} {
		before, wasChanged := math.Inf(-1), true
		for k := range 4000 {
			v := -10 + float64(k)*5e-3
			got, changed := limitJunction(v, last, vt, vcrit)
			if changed != (got != v) {
				t.Fatalf("limit %g after %g: got %g, changed %t", v, last, got, changed)
			}
			if got < min(v, last)-1e-15 && changed || got > max(v, last) {
				t.Fatalf("limit %g after %g: got %g, want it between", v, last, got)
			}
			if got < before && changed == wasChanged {
				t.Fatalf("limit %g after %g: got %g, less than %g of a smaller step", v, last, got, before)
			}
			if math.Abs(v-last) <= 2*vt && changed && v > 0 {
				t.Fatalf("limit %g after %g: got %g, want no limit for a step of 2 thermal voltages", v, last, got)
			}
			before, wasChanged = got, changed
		}
	}
}

// TestLimitJunctionTable has steps worked out by hand, for a thermal voltage of
// 0.1 V and vcrit 0.5 V: SPICE's logarithms forward, and bounds backward.
func TestLimitJunctionTable(t *testing.T) {
	for _, c := range []struct{ v, last, want float64 }{
		{0.4, -5, 0.4},                    // below vcrit
		{0.8, 0.7, 0.8},                   // small step
		{0.9, 0.6, 0.6 + 0.1*math.Log(4)}, // step of 3
		{0.6, 0.9, 0.9 - 0.1*math.Log(4)}, // and back
		{2, -1, 0.1 * math.Log(20)},       // from reverse
		{2, 0, 0.1 * math.Log(20)},        // from 0
		{-0.9, 0.2, -0.9},                 // bound is -1.2
		{-3, 0.2, -1.2}, {-3, 0, -1},      // forward or 0: -last-1
		{-3, -0.5, -2}, {-9, -2, -5}, // reverse: 2·last-1
		{0.5000001, 0.29, 0.29 + 0.1*math.Log(3.100001)}, // just above vcrit
	} {
		if got, _ := limitJunction(c.v, c.last, 0.1, 0.5); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g after %g: got %g, want %g", c.v, c.last, got, c.want)
		}
	}
}

// fetlim is SPICE3's DEVfetlim, branch by branch as Quarles' thesis describes
// it (UCB/ERL M89/46, 1989), with the two bounds that limitGate leaves out.
func fetlim(v, last, von float64) float64 {
	high := math.Abs(2*(last-von)) + 2
	low := high/2 + 2
	tox := von + 3.5
	step := v - last
	if last >= von {
		if last >= tox {
			if step <= 0 {
				if v >= tox {
					if -step > low {
						v = last - low
					}
				} else {
					v = max(v, von+2)
				}
			} else if step >= high {
				v = last + high
			}
		} else if step <= 0 {
			v = max(v, von-0.5)
		} else {
			v = min(v, von+4)
		}
	} else if step <= 0 {
		if -step > high {
			v = last - high
		}
	} else if edge := von + 0.5; v <= edge {
		if step > low {
			v = last + low
		}
	} else {
		v = edge
	}
	return v
}

// TestLimitGate compares with SPICE's function, and with steps worked out by hand.
func TestLimitGate(t *testing.T) {
	for _, c := range []struct{ v, last, want float64 }{
		{5, 0, 1.5}, {1.4, 0, 1.4}, {-10, 0, -4}, // off
		{10, 2, 5}, {0, 2, 0.5}, {3, 2, 3}, {1.2, 2, 1.2}, // middle
		{20, 6, 18}, {10, 6, 10}, {1, 6, 3}, {3.5, 6, 3.5}, {5, 6, 5}, // on
	} {
		if got := limitGate(c.v, c.last, 1); got != c.want {
			t.Errorf("%g after %g: got %g, want %g", c.v, c.last, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 9))
	for range 100_000 {
		v, last, von := 10*r.NormFloat64(), 10*r.NormFloat64(), 2*r.NormFloat64()
		if got, want := limitGate(v, last, von), fetlim(v, last, von); got != want {
			t.Fatalf("%g after %g with threshold %g: got %g, want %g", v, last, von, got, want)
		}
	}
}

// TestLimitDrain has the cases of SPICE's DEVlimvds.
func TestLimitDrain(t *testing.T) {
	for _, c := range []struct{ v, last, want float64 }{
		{20, 4, 14}, {10, 4, 10}, {3, 4, 3}, {1, 4, 2}, {3.6, 4, 3.6},
		{10, 1, 4}, {3, 1, 3}, {-2, 1, -0.5}, {0.5, 1, 0.5},
	} {
		if got := limitDrain(c.v, c.last); got != c.want {
			t.Errorf("%g after %g: got %g, want %g", c.v, c.last, got, c.want)
		}
	}
}
