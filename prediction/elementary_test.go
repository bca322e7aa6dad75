package prediction

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Both functions are close to those of package math.
func TestElementary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-50, 50).Draw(t, "x")
		if got, want := exponential(x), math.Exp(x); math.Abs(got-want) > 1e-14*want {
			t.Errorf("exponential(%v): got %v, want %v", x, got, want)
		}
		y := rapid.Float64Range(1e-9, 1e12).Draw(t, "y")
		if got, want := logarithm(y), math.Log(y); math.Abs(got-want) > 1e-15*max(1, math.Abs(want)) {
			t.Errorf("logarithm(%v): got %v, want %v", y, got, want)
		}
	})
	if logarithm(1) != 0 || exponential(0) != 1 {
		t.Errorf("got %v, %v", logarithm(1), exponential(0))
	}
}
