package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// child returns the process that nrprof started, 0 for none yet.
func child(pid int) int {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return 0
	}
	for _, path := range tasks {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if list := strings.Fields(string(text)); len(list) > 0 {
			if n, err := strconv.Atoi(list[0]); err == nil {
				return n
			}
		}
	}
	return 0
}

// until waits until a path that matches one of the patterns is there.
func until(t *testing.T, patterns ...string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(200 * time.Microsecond) {
		for _, pattern := range patterns {
			if found, err := filepath.Glob(pattern); err != nil || len(found) > 0 {
				return
			}
		}
		if time.Now().After(end) {
			t.Fatalf("there is no %s", patterns)
		}
	}
}

// checkSolves checks that each solve of a folder has its matrix and vectors, and that
// they fit together. It returns how many there are.
func checkSolves(t *testing.T, folder string, n int) (solves int) {
	t.Helper()
	x, err := matrices.ReadIndex(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(x.LeftOut) > 0 || matrices.Ours(folder) != nil {
		t.Errorf("got %v, %v", x.LeftOut, matrices.Ours(folder))
	}
	for _, c := range x.Calls {
		if f := c.Files; f.Matrix == "" || f.RightHandSide == "" || f.Solution == "" {
			continue
		}
		solves++
		a, _ := readEntries(t, folder, c.Files.Matrix)
		b, _ := readEntries(t, folder, c.Files.RightHandSide)
		sol, _ := readEntries(t, folder, c.Files.Solution)
		if r := residual(a, sol, b, n); r > 1e-10 {
			t.Errorf("call %d: A x - b is %g relative", c.Number, r)
		}
	}
	return solves
}

// Whatever is killed, at any instant, and how often: all matrices that were saved come
// out whole, and a solve has the matrix that it solved. NRKIT_KILLS says how often
// that is tried, 6 times when it is not set.
func TestRecordMatricesKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs, whose goroutines nothing then reports on")
	}
	dir := t.TempDir()
	kluProgram(t, dir)
	kills := 6
	if s := os.Getenv("NRKIT_KILLS"); s != "" {
		var err error
		if kills, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	const n = 60
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	solves := 0
	for k := range kills {
		if err := os.RemoveAll(filepath.Join(dir, "run.nrt")); err != nil {
			t.Fatal(err)
		}
		steps := "1000000"
		if k%3 == 2 {
			steps = "150" // ends by itself, and nrprof is killed while it converts
		}
		cmd := exec.Command("nrprof", "record", "-f", "-o", "run.nrt", "--solvers", "klu", "--matrices", "changed", "--", "./klu", steps, fmt.Sprint(n), "quiet")
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		raw := filepath.Join(dir, "run.nrt.raw")
		until(t, filepath.Join(raw, "matrices", "*-5-x.raw"))
		program := child(cmd.Process.Pid)
		delay := time.Duration(random.Int64N(int64(60 * time.Millisecond)))
		switch k % 3 {
		case 0: // the program
			time.Sleep(delay)
			killPID(t, program)
		case 1: // nrprof, then the program
			time.Sleep(delay)
			killPID(t, cmd.Process.Pid)
			killPID(t, program)
		case 2:
			until(t, filepath.Join(raw, "scratch", "matrices.new"), filepath.Join(dir, "run.nrt"))
			time.Sleep(delay / 4)
			_ = cmd.Process.Kill() // may have ended
		}
		_ = cmd.Wait() // killed, or its program was
		if _, err := os.Stat(raw); err == nil {
			recorded(t, dir, "--recover", "run.nrt.raw")
		} else if k%3 == 1 {
			t.Fatal(err)
		}
		if _, err := os.Stat(raw); err == nil {
			t.Errorf("%s is left", raw)
		}
		got := checkSolves(t, filepath.Join(dir, "run.matrices"), n)
		if got == 0 || k%3 == 2 && got != 150 {
			t.Errorf("kill %d after %v: %d solves", k, delay, got)
		}
		solves += got
	}
	t.Logf("%d kills: %d solves checked", kills, solves)
}

// killPID kills a process.
func killPID(t *testing.T, pid int) {
	t.Helper()
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		t.Fatalf("process %d: %v", pid, err)
	}
}
