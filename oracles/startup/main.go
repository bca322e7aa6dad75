// Oraclestartup runs nrprof startup on a program that writes the times of its own
// clock, and compares the results with these times. oracles/startup/run builds the
// programs.
//
//	go run ./oracles/startup -nrprof PATH -starter PATH
//
// It fails if something differs.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/startup"
)

// An oracle runs cases and counts what is wrong.
type oracle struct {
	nrprof, starter, dir string
	failed               int
}

// limit bounds how long a program that is interrupted or killed may take to end.
const limit = time.Minute

func main() {
	cli.HeedSignals()
	o := oracle{}
	flag.StringVar(&o.nrprof, "nrprof", "", "the nrprof to test")
	flag.StringVar(&o.starter, "starter", "", "the program that starts")
	flag.Parse()
	dir, err := os.MkdirTemp("", "oraclestartup")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	o.dir = dir
	o.accuracy("nvtx", 100*time.Microsecond)
	o.accuracy("markers", 5*time.Millisecond)
	o.own()
	o.crash()
	o.ended("an interrupt", syscall.SIGINT, 130)
	o.ended("SIGKILL", syscall.SIGKILL, -1)
	if err := os.RemoveAll(dir); err != nil {
		o.wrong("%v", err)
	}
	if o.failed > 0 {
		fmt.Printf("%d wrong\n", o.failed)
		os.Exit(1)
	}
}

func (o *oracle) wrong(format string, args ...any) {
	o.failed++
	fmt.Printf("WRONG: %s\n", fmt.Sprintf(format, args...))
}

// run runs nrprof startup and reads its document. Status is the exit code that is
// expected.
func (o *oracle) run(status int, args ...string) *startup.Result {
	cmd := exec.Command(o.nrprof, append([]string{"startup", "--json", "--cache-dir", o.dir}, args...)...)
	cmd.Env = append(os.Environ(), "TRUTH="+o.truth())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if got := cmd.ProcessState.ExitCode(); got != status {
		o.wrong("%v: exit code %d, want %d: %v %s", args, got, status, err, stderr.String())
	}
	r := &startup.Result{}
	if err := json.Unmarshal(out, r); err != nil {
		o.wrong("%v: %v", args, err)
		return nil
	}
	o.nothingLeft()
	return r
}

func (o *oracle) truth() string { return filepath.Join(o.dir, "truth") }

// nothingLeft reports folders that nrprof made.
func (o *oracle) nothingLeft() {
	if left, err := filepath.Glob(filepath.Join(o.dir, "nrprof-startup-*")); err != nil || len(left) > 0 {
		o.wrong("left: %v %v", left, err)
	}
}

// accuracy compares every part of every process with the clock of the program: the
// median of the differences may be most, and what was planted has to come out.
func (o *oracle) accuracy(source string, most time.Duration) {
	if err := os.Remove(o.truth()); err != nil && !os.IsNotExist(err) {
		o.wrong("%v", err)
	}
	const pairs = 8
	r := o.run(0, "--from", source, "-n", fmt.Sprint(pairs), "--", o.starter)
	if r == nil {
		return
	}
	text, err := os.ReadFile(o.truth())
	if err != nil {
		o.wrong("%v", err)
		return
	}
	lines := strings.Fields(string(text)) // PID NAME NS, five for each process
	const perProcess = 5
	if len(lines) != 3*perProcess*2*pairs || len(r.Processes) != 2*pairs {
		o.wrong("%s: %d processes, and %d words of truth", source, len(r.Processes), len(lines))
		return
	}
	var off []time.Duration
	for k, p := range r.Processes {
		if len(p.Parts) != 2 || p.Parts[0].Name != "import" || p.Parts[1].Name != "parse" || len(p.Runs) != 3 {
			o.wrong("%s, process %d: %+v", source, p.Number, p.Split)
			return
		}
		got := []int64{p.Parts[0].NS, p.Parts[1].NS, p.Runs[0].NS, p.Runs[1].NS, p.Runs[2].NS}
		sum := p.BeforeNS + p.UnattributedNS + p.AfterNS
		for i, ns := range got {
			var want int64
			if _, err := fmt.Sscan(lines[3*(perProcess*k+i)+2], &want); err != nil {
				o.wrong("%v", err)
			}
			off = append(off, time.Duration(max(ns-want, want-ns)))
			sum += ns
		}
		if sum != p.WallNS {
			o.wrong("%s, process %d: parts sum to %d of %d ns", source, p.Number, sum, p.WallNS)
		}
	}
	slices.Sort(off)
	if m := off[len(off)/2]; m > most {
		o.wrong("%s: the median difference from the program's clock is %v, want %v at most", source, m, most)
	}
	o.planted(source, r)
	fmt.Printf("%-8s ok  %d ranges, off by %v in the median, %v at p90, %v at most\n", source, len(off), off[len(off)/2], off[len(off)*9/10], off[len(off)-1])
}

// planted checks that the delays come out where they are.
func (o *oracle) planted(source string, r *startup.Result) {
	for _, c := range []struct {
		name string
		e    *startup.Estimate
		ms   int64
	}{
		{"import", r.Cold.Phases[0].Estimate, 20},
		{"parse", r.Cold.Phases[1].Estimate, 10},
		{"first run, cold", r.Cold.First, 120},
		{"first run, reload", r.Reload.First, 20},
		{"second run", r.Warm.AfterCold.Runs[0].Estimate, 20},
		{"third run", r.Warm.AfterReload.Runs[1].Estimate, 20},
		{"first minus second, cold", r.Cold.OneTime, 100},
		{"first minus second, reload", r.Reload.OneTime, 0},
		{"saved", r.Saved.First, 100},
	} {
		if c.e == nil || c.e.Low == nil {
			o.wrong("%s, %s: %+v has no interval", source, c.name, c.e)
		} else if d := c.e.Median - c.ms*1e6; d < -10e6 || d > 30e6 {
			o.wrong("%s, %s: %v, want %d ms", source, c.name, time.Duration(c.e.Median), c.ms)
		}
	}
}

// own measures nrprof itself, whose ranges are phases.
func (o *oracle) own() {
	r := o.run(0, "-n", "1", "--", o.nrprof, "run", "rc", "--nvtx")
	if r == nil {
		return
	}
	if r.Source != startup.NVTX || r.Cold.First == nil {
		o.wrong("nrprof run: source %q, first run %+v, %q", r.Source, r.Cold.First, r.Warnings)
		return
	}
	fmt.Printf("%-8s ok  nrprof run rc: %v until the end of the first run\n", "own", time.Duration(r.Cold.ToResult.Median))
}

// crash runs a program that dies in its first run, and looks for where it did.
func (o *oracle) crash() {
	for _, source := range []string{"nvtx", "markers"} {
		r := o.run(1, "--from", source, "-n", "1", "--", o.starter, "crash")
		if r == nil {
			continue
		}
		if p := r.Processes[0]; p.Signal != "segmentation fault" || p.Within != "run" || r.Failed != 2 {
			o.wrong("crash, %s: %+v", source, p)
			continue
		}
		fmt.Printf("%-8s ok  %s\n", "crash", source)
	}
}

// ended ends nrprof while its program runs, which then has to end too.
func (o *oracle) ended(what string, sig syscall.Signal, status int) {
	cmd := exec.Command(o.nrprof, "startup", "--from", "markers", "--cache-dir", o.dir, "--", o.starter, "hang")
	cmd.Env = append(os.Environ(), "TRUTH="+filepath.Join(o.dir, "hanging"))
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		o.wrong("%v", err)
		return
	}
	child := o.child(cmd.Process.Pid)
	if err := cmd.Process.Signal(sig); err != nil {
		o.wrong("%v", err)
	}
	late := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() }) // it may have ended
	_ = cmd.Wait()                                                   // the state says more
	if !late.Stop() {
		o.wrong("%s: did not end within %v", what, limit)
	}
	if got := cmd.ProcessState.ExitCode(); got != status || stdout.Len() > 0 {
		o.wrong("%s: exit code %d, want %d; printed %q", what, got, status, stdout.String())
	}
	if child == 0 || !gone(child) {
		o.wrong("%s: the program %d lives", what, child)
		return
	}
	if sig != syscall.SIGKILL {
		o.nothingLeft()
	}
	fmt.Printf("%-8s ok  %s\n", "end", what)
}

// child waits until a process has a child that is the starter, and returns it.
func (o *oracle) child(of int) int {
	for range 500 {
		out, err := exec.Command("pgrep", "-P", fmt.Sprint(of), "-x", "starter").Output()
		var pid int
		if _, serr := fmt.Sscan(string(out), &pid); err == nil && serr == nil {
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	return 0
}

// gone waits until a process has ended.
func gone(pid int) bool {
	for range 500 {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(text), ") Z ") {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
