package cli

import (
	"math"
	"testing"
)

func TestPercent(t *testing.T) {
	for text, want := range map[string]float64{"": 0, "5%": 0.05, "5": 0.05, "0.5 %": 0.005, "0%": 0, "250%": 2.5} {
		if got, err := Percent("--x", text); err != nil || math.Abs(got-want) > 1e-15 {
			t.Errorf("%q: want %g, got %g, %v", text, want, got, err)
		}
	}
	for _, text := range []string{"lots", "-5%", "NaN", "Inf", "%", "5%%"} {
		if got, err := Percent("--x", text); err == nil {
			t.Errorf("%q: want an error, got %g", text, got)
		}
	}
}
