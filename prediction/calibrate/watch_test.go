package calibrate

import (
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/prediction"
)

// Each measurement starts anew. Its figures are within bounds that hold on any machine.
func TestWatch(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("threads hand tasks over, which needs two CPUs")
	}
	w := NewWatch(prediction.Generic())
	for range 2 {
		update, dispatch := w.Measure()
		if !(1e-11 < update && update < 1e-6) || !(1e-9 < dispatch && dispatch < 1e-2) {
			t.Errorf("got %g s for an update and %g s for a task", update, dispatch)
		}
		if len(w.update.seen) != w.update.samples {
			t.Errorf("got %d samples of the update, want %d", len(w.update.seen), w.update.samples)
		}
	}
}
