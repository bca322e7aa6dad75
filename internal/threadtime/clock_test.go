package threadtime_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/threadtime"
)

// A thread that sleeps does not run, and one that computes does.
func TestCPU(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, ok := threadtime.CPU()
	if !ok {
		if runtime.GOOS == "linux" {
			t.Fatal("Linux tells the CPU time of a thread")
		}
		t.Skip("this system does not tell the CPU time of a thread")
	}
	start := time.Now()
	time.Sleep(50 * time.Millisecond)
	slept := time.Since(start)
	after, _ := threadtime.CPU()
	if ran := time.Duration(after - before); ran < 0 || ran > slept/2 {
		t.Errorf("a thread that slept %v ran for %v", slept, ran)
	}
	for now := after; now < after+1e7; now, _ = threadtime.CPU() { // ends only if the clock advances
	}
}
