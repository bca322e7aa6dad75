package newton_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

const sweptText = `title
v1 a 0 0
r1 a b 1k
d1 b c dm
r2 c 0 10
.model dm d(is=1e-14 rs=1)
.end
`

func swept(t *testing.T) (*circuit.Circuit, *newton.Engine) {
	t.Helper()
	n, err := netlist.Parse("t", strings.NewReader(sweptText))
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(n)
	if err != nil {
		t.Fatal(err)
	}
	c.UseDC(true)
	return c, newton.New(c, newton.Options{})
}

// TestSweep compares each point with an operating point of its own.
func TestSweep(t *testing.T) {
	c, e := swept(t)
	value := func(k int) float64 { return -5 + float64(k%11) }
	points := 0
	err := e.Sweep(context.Background(), newton.Sweep{Points: 22, Run: 11,
		Set: func(k int) error { c.Drive(0, value(k)); return nil },
		Accepted: func(k int, x []float64) error {
			points++
			other, alone := swept(t)
			other.Drive(0, value(k))
			if err := alone.OperatingPoint(context.Background()); err != nil {
				return err
			}
			for i, v := range alone.X() {
				if math.Abs(v-x[i]) > 2e-3*math.Abs(v)+2e-6 {
					t.Errorf("point %d, unknown %d: got %g, want %g", k, i, x[i], v)
				}
			}
			return nil
		}})
	if err != nil || points != 22 || e.Stats.Points != 22 || e.Stats.OPIterations != e.Stats.Iterations {
		t.Errorf("got %d points, %+v, error %v", points, e.Stats, err)
	}
}

// TestSweepEnds ends a sweep by its caller and by its context.
func TestSweepEnds(t *testing.T) {
	c, e := swept(t)
	enough := errors.New("enough")
	s := newton.Sweep{Points: 1000, Set: func(k int) error { c.Drive(0, float64(k)/100); return nil }, Accepted: func(k int, _ []float64) error {
		if k == 3 {
			return enough
		}
		return nil
	}}
	if err := e.Sweep(context.Background(), s); err != enough || e.Stats.Points != 4 {
		t.Errorf("got %d points, error %v", e.Stats.Points, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.Accepted = func(int, []float64) error { cancel(); return nil }
	if err := e.Sweep(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want that of the context", err)
	}
}
