package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace/nvtx"
)

// A watched is a program that ran under the tool in C.
type watched struct {
	stdout, stderr string
	code           int
	counts         [5]int64 // pushes, pops, marks, starts, ends
	events         []string // with what follows the fields of C as they were written
}

// watch runs a program under a tool, and interrupts it after a time if that is
// positive.
func (o *oracle) watch(tool string, events bool, after time.Duration, program ...string) (w watched, err error) {
	out, log := filepath.Join(o.dir, "counts"), filepath.Join(o.dir, "events")
	for _, f := range []string{out, log} {
		if err := os.RemoveAll(f); err != nil {
			return w, err
		}
	}
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Env = append(os.Environ(), nvtx.Environment+"="+tool, "ORACLE_OUT="+out)
	if events {
		cmd.Env = append(cmd.Env, "ORACLE_EVENTS="+log)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return w, err
	}
	if after > 0 {
		time.Sleep(after)
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			return w, err
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return w, err
	}
	w.stdout, w.stderr, w.code = stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
	if text, err := os.ReadFile(out); err == nil {
		if _, err := fmt.Sscan(string(text), &w.counts[0], &w.counts[1], &w.counts[2], &w.counts[3], &w.counts[4]); err != nil {
			return w, fmt.Errorf("counts of the tool: %w", err)
		}
	}
	if text, err := os.ReadFile(log); err == nil {
		w.events = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	return w, nil
}

// abi checks what the tool in C sees of emit.
func (o *oracle) abi() (string, error) {
	w, err := o.watch(o.tools[""], true, 0, o.self, "emit", "nvtx.Exit")
	if err != nil {
		return "", err
	}
	if want := [5]int64{workers * pairs * 2, workers * pairs * 2, 8, starts, starts}; w.counts != want || w.code != 0 {
		return "", fmt.Errorf("got counts %v and status %d, want %v and 0; %s", w.counts, w.code, want, w.stderr)
	}
	got := map[string]int{}
	for _, e := range w.events {
		got[e]++
	}
	const number = "mark\toracle\tgröße\t%s\t1:ff76b900\t1\t3:48\t0"
	want := map[string]int{
		"category\toracle\tnumbers\t-\t0:00000000\t1\t0:0\t0":   1,
		"mark\t\tdefault\t-\t0:00000000\t0\t3:48\t0":            1,
		"push\toracle\touter\t-\t0:00000000\t0\t3:48\t0":        workers * pairs,
		"push\toracle\tinner\ti64:1999\t0:00000000\t0\t3:48\t0": workers,
		"pop\toracle\t\t-\t0:00000000\t0\t0:0\t0":               2 * workers * pairs,
	}
	for _, p := range []string{"-", "u64:9223372036854775809", "i64:-4611686018427387904", "f64:0.5", "u32:4294967295", "i32:-7", "f32:0.25"} {
		want[fmt.Sprintf(number, p)] = 1
	}
	for k := range workers {
		want[fmt.Sprintf("thread\t\tworker %d\town\t0:00000000\t0\t0:0\t0", k)] = 1
	}
	for k := range starts {
		want[fmt.Sprintf("start\toracle\thanded over\ti32:%d\t0:00000000\t0\t3:48\t%d", -k, int64(k+1)<<40)] = 1
		want[fmt.Sprintf("end\toracle\t\t-\t0:00000000\t0\t0:0\t%d", int64(k+1)<<40)] = 1
	}
	for e, n := range want {
		if got[e] != n {
			return "", fmt.Errorf("got %d times %q, want %d", got[e], e, n)
		}
	}
	return fmt.Sprintf("%d events as the headers have them", len(w.events)), nil
}

// refused checks that what is no tool is a warning.
func (o *oracle) refused() (string, error) {
	for _, c := range []struct{ tool, want string }{
		{o.tools["REFUSE"], "the tool refuses to start"}, {o.tools["NO_SYMBOL"], "is not an NVTX tool: "},
		{filepath.Join(o.dir, "tool.c"), "cannot load the tool: "}, {filepath.Join(o.dir, "missing.so"), "cannot load the tool: "},
	} {
		w, err := o.watch(c.tool, false, 0, o.nrprof["0"], "run", "ring", "--steps", "100", "--nvtx", "--json")
		if err != nil {
			return "", err
		}
		line := "nrprof: warning: " + nvtx.Environment + ": "
		if w.code != 0 || !strings.HasPrefix(w.stderr, line) || !strings.Contains(w.stderr, c.want) || strings.Count(w.stderr, "\n") != 1 || strings.Contains(w.stdout, `"nvtx"`) {
			return "", fmt.Errorf("%s: got status %d and %q, want a line %q", c.tool, w.code, w.stderr, line+"…"+c.want)
		}
	}
	return "4 libraries that are no tools: one warning each", nil
}

// ends checks that a tool misses nothing of runs that end early.
func (o *oracle) ends() (string, error) {
	loop := filepath.Join(o.dir, "loop.cir")
	if err := os.WriteFile(loop, []byte("a loop of sources\nv1 a 0 1\nv2 a 0 2\nr1 a 0 1\n.tran 1u 1m\n.end\n"), 0o600); err != nil {
		return "", err
	}
	var said []string
	for _, c := range []struct {
		what    string
		circuit string
		after   time.Duration
		code    int
	}{{"complete", "ring", 0, 0}, {"interrupted", "rc", 400 * time.Millisecond, 130}, {"failed", loop, 0, 1}} {
		for _, cgo := range []string{"0", "1"} {
			w, err := o.watch(o.tools[""], false, c.after, o.nrprof[cgo], "run", c.circuit, "--nvtx", "--json")
			if err != nil {
				return "", err
			}
			n, err := shown([]byte(w.stdout))
			if err != nil {
				return "", fmt.Errorf("%s: %w: %s", c.what, err, w.stderr)
			}
			if w.code != c.code || n.Total == 0 || w.counts != [5]int64{n.Total, n.Total, 0, 0, 0} {
				return "", fmt.Errorf("%s: got status %d and counts %v, want %d and %d pushes and pops: %s", c.what, w.code, w.counts, c.code, n.Total, w.stderr)
			}
			said = append(said, fmt.Sprintf("%s %d", c.what, n.Total))
		}
	}
	return strings.Join(slices.Compact(said), ", "), nil
}

// shown returns what a report of nrprof run says that it has shown.
func shown(stdout []byte) (*simulate.NVTX, error) {
	var doc struct{ NVTX *simulate.NVTX }
	if err := json.Unmarshal(stdout, &doc); err != nil {
		return nil, err
	}
	if doc.NVTX == nil {
		return nil, errors.New("the report has no nvtx")
	}
	return doc.NVTX, nil
}
