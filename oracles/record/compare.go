//go:build linux

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// A tally is what a capture holds, and what a client said.
type tally map[string]int64

// parseTally reads the lines of a client: a key, which may have spaces, and a
// number.
func (o *oracle) parseTally(text string) tally {
	t := tally{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		k := strings.LastIndexByte(line, ' ')
		n, err := strconv.ParseInt(line[k+1:], 10, 64)
		if k < 0 || err != nil {
			o.wrong("client said %q", line)
			continue
		}
		t[line[:k]] += n
	}
	return t
}

// tallyOf counts what a capture holds.
func tallyOf(t *trace.Trace) (tally, error) {
	out := tally{"open": 0}
	threads, processes := map[[2]int64]bool{}, map[int64]bool{}
	for _, tr := range t.Tracks {
		if tr.Thread != 0 {
			threads[[2]int64{tr.Process, tr.Thread}] = true
		}
		processes[tr.Process] = true
	}
	for e := range t.Events() {
		switch e.Kind {
		case trace.Begin:
			out["range "+t.Names[e.Name]]++
			out["open"]++
		case trace.End:
			out["open"]--
		case trace.Instant:
			out["mark "+t.Names[e.Name]]++
		}
	}
	out["threads"], out["processes"] = int64(len(threads)), int64(len(processes))
	return out, t.Err()
}

// run runs nrprof record, which replaces its output, and returns what it printed
// and its exit code.
func (o *oracle) run(out string, args ...string) (stdout, stderr string, code int) {
	cmd := exec.Command(o.nrprof, append([]string{"record", "-f", "-o", out, "--"}, args...)...)
	return o.finish(cmd)
}

func (o *oracle) finish(cmd *exec.Cmd) (stdout, stderr string, code int) {
	var a, b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &a, &b
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		o.wrong("%v", err)
		return "", "", -1
	}
	return a.String(), b.String(), cmd.ProcessState.ExitCode()
}

func (o *oracle) out() string { return filepath.Join(o.dir, "out.nrt") }

// load reads a capture and its tally.
func (o *oracle) load(path string) (*trace.Trace, tally) {
	t, err := trace.Open(path)
	if err != nil {
		o.wrong("%v", err)
		return nil, nil
	}
	got, err := tallyOf(t)
	if err != nil {
		o.wrong("%v", err)
	}
	for _, p := range trace.Check(t) {
		if p.Sort != trace.ProblemUnclosed && p.Sort != trace.ProblemPhase && p.Sort != trace.ProblemPlace {
			o.wrong("%v", p)
		}
	}
	return t, got
}

// compare runs a scenario and compares.
func (o *oracle) compare(s scenario) {
	stdout, stderr, code := o.run(o.out(), s.args...)
	if code != s.code {
		o.wrong("exit code %d, want %d: %s", code, s.code, stderr)
	}
	want := o.parseTally(stdout)
	stray := want["stray"]
	delete(want, "stray")
	t, got := o.load(o.out())
	if t == nil {
		return
	}
	defer t.Close()
	if got["mark in handler"] > 0 { // as many as signals came, those within another call are lost
		delete(got, "mark in handler")
		delete(got, "threads")
		t.Loss.Events = 0
	}
	o.same(got, want)
	o.keys(t, "binary.id", true)
	if t.Loss.Dropped != 0 || t.Loss.Events != 0 || t.Loss.Chunks != 0 || strings.Contains(stderr, "without an open range") != (stray > 0) {
		o.wrong("lost %+v, said %s", t.Loss, stderr)
	}
	if err := os.Remove(o.out()); err != nil {
		o.wrong("%v", err)
	}
}

// keys checks that a capture has the key of the start, with a part, and that of
// the end, which is the same, where its record was not killed.
func (o *oracle) keys(t *trace.Trace, part string, ended bool) {
	start, err := runkey.Parse(t.Header.Key)
	if err != nil {
		o.wrong("key at the start: %v", err)
		return
	}
	if _, ok := start.Part(part); !ok {
		o.wrong("key without %s", part)
	}
	if !ended {
		if t.EndKey != nil {
			o.wrong("a key at the end of a record that was killed")
		}
		return
	}
	end, err := runkey.Parse(t.EndKey)
	if err != nil {
		o.wrong("key at the end: %v", err)
		return
	}
	for _, d := range runkey.Explain(start, end) {
		o.wrong("%s changed from %s to %s", d.Name, d.Old, d.New)
	}
}

func (o *oracle) same(got, want tally) {
	for k, n := range want {
		if got[k] != n {
			o.wrong("%s: got %d, want %d", k, got[k], n)
		}
	}
	for k, n := range got {
		if _, ok := want[k]; !ok {
			o.wrong("%s: got %d, want none", k, n)
		}
	}
}
