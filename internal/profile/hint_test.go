package profile

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
)

// The hint names the flag where a residual was the trouble, and only there.
func TestResidualHint(t *testing.T) {
	for _, residual := range []bool{true, false} {
		f := &newton.Failure{Reason: newton.StepTooSmall, Unknown: "a", Residual: residual}
		if h := Hint(f); strings.Contains(h, "--no-residual-test") != residual {
			t.Errorf("residual %v: got %q", residual, h)
		}
	}
}
