package trace

import (
	"fmt"
	"os"
	"runtime"
	"testing"
)

// TestThreadNumbers: the track of a goroutine that is locked to its thread has the
// id of that thread; that of another has a number that is none.
func TestThreadNumbers(t *testing.T) {
	tr, _ := record(t, Options{}, func(r *Recorder) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		r.Thread("any").Instant(r.Name("x"))
		r.BoundThread("bound").Instant(r.Name("x"))
		r.Thread("other").Instant(r.Name("x"))
	})
	if tr.Tracks[0].Thread != -1 || tr.Tracks[2].Thread != -3 {
		t.Errorf("got %+v", tr.Tracks)
	}
	tid := tr.Tracks[1].Thread
	if runtime.GOOS != "linux" {
		if tid != -2 {
			t.Errorf("got thread %d, want -2", tid)
		}
		return
	}
	if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", tid)); err != nil {
		t.Errorf("got thread %d, which is none of this process: %v", tid, err)
	}
}
