//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A run that is killed, at any instant after its capture appeared, leaves a
// capture that can be read. NRKIT_KILLS says how often that is tried, 10 times
// when it is not set.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs, whose goroutines nothing then reports on")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "nrprof")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	kills := 10
	if s := os.Getenv("NRKIT_KILLS"); s != "" {
		var err error
		if kills, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	began := 0
	for k := range kills {
		// A third each: as the file appears, while the circuit is read and
		// ordered, and while it is solved.
		limit := []time.Duration{time.Millisecond, 60 * time.Millisecond, time.Second}[k%3]
		delay := time.Duration(random.Int64N(int64(limit)))
		capture := filepath.Join(dir, strconv.Itoa(k)+".nrt")
		cmd := exec.Command(binary, "run", "mul8", "--tran", "2p,1u", "-o", capture)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, capture)
		time.Sleep(delay)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("want it killed, got %v", err)
		}
		code, stdout, stderr := nrprof("phases", capture)
		if code != 0 || stderr != "" || !strings.Contains(stdout, "nrprof run mul8") {
			t.Errorf("killed %v after its capture appeared: exit %d, %q, %s", delay, code, stderr, stdout)
		}
		if !strings.Contains(stdout, "the program did not close the trace") {
			t.Errorf("killed after %v: no warning in %s", delay, stdout)
		}
		if strings.Contains(stdout, "build_system") {
			began++
		}
	}
	if began == 0 {
		t.Error("no capture has a phase: the test does not kill a solver at work")
	}
}
