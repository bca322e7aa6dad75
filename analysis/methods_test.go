package analysis

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// A method that takes long gives up when the time is up, also in the middle of
// diagonal blocks, and says why.
func TestMethodsStop(t *testing.T) {
	s := newSubject(file("m", matgen.Dominant(matgen.Reducible(20, 40, 3, 1), 1)), false, false)
	for _, m := range methods() {
		w := &watch{expired: func() bool { return true }}
		_, ok := m.apply(s, w)
		if ok != m.Linear || !ok && w.reason != overTime {
			t.Errorf("%s: want it stopped by time unless it is linear, got %v, %q", m.Name, ok, w.reason)
		}
	}
}
