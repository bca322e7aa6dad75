package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/trace/parquet"
)

// number is how many captures there are.
const number = 1000

// A capture is what is known of a capture without its tables.
type capture struct {
	name    string
	summary *trace.Summary
	raw     map[string]figures // by name of the ranges that were timed: nothing is scaled
}

// figures are what is added up of ranges of one name.
type figures struct{ count, total, self int64 }

// make makes the captures and their tables.
func (c *checker) make() error {
	if err := os.MkdirAll(filepath.Join(c.dir, "nrt"), 0o777); err != nil {
		return err
	}
	if err := c.byProgram(); err != nil {
		return err
	}
	circuits := map[string]*simulate.Circuit{}
	for _, name := range []string{"rc", "graetz", "mul"} {
		loaded, err := simulate.Load(name)
		if err != nil {
			return err
		}
		circuits[name] = loaded
	}
	for k := len(c.captures); k < number; k++ {
		if err := c.simulated(k, circuits); err != nil {
			return err
		}
	}
	return nil
}

// simulated makes one capture, as nrprof run does, and its tables, as nrprof export
// does. One of 100 has a range without an end.
func (c *checker) simulated(k int, circuits map[string]*simulate.Circuit) error {
	circuit := [...]string{"rc", "graetz", "mul"}[k%3]
	method := [...]string{"trap", "gear", "be"}[k/3%3]
	sample := [...]int{1, 1, 2, 8}[k/9%4]
	path := filepath.Join(c.dir, "nrt", fmt.Sprintf("c%04d.nrt", k))
	rec, err := trace.Create(path, trace.Header{Program: "nrprof run " + circuit, Sample: sample, Start: time.Now(),
		Labels: map[string]string{"circuit": circuit, "method": method}}, trace.Options{})
	if err != nil {
		return err
	}
	if k%100 == 99 {
		rec.Thread("helper").Begin(rec.Name("waiting"))
	}
	_, err = simulate.Run(context.Background(), circuits[circuit], simulate.Config{Method: method, Steps: int64(5 + k%40), Recorder: rec, Sample: sample})
	if err := cmp.Or(err, rec.Close()); err != nil {
		return err
	}
	return c.export(fmt.Sprintf("c%04d", k), path)
}

// export writes the tables of a capture.
func (c *checker) export(name, path string) (err error) {
	f, err := input.OpenFile(path, input.Options{})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, f.Close()) }()
	folder, err := atomicfile.NewFolder(c.folder(name))
	if err != nil {
		return err
	}
	defer folder.Discard()
	o := parquet.Options{Capture: name, Inputs: []parquet.Input{{Name: filepath.Base(path), Format: f.Kind.String(), Trace: f.Trace}}}
	if err := parquet.Write(folder.Write, f.Trace, o); err != nil {
		return err
	}
	c.captures = append(c.captures, known(name, f.Trace))
	return folder.Commit()
}

func (c *checker) folder(name string) string {
	return filepath.Join(c.dir, "captures", name+".parquet")
}

// known adds up a trace without its tables.
func known(name string, t *trace.Trace) capture {
	k := capture{name: name, summary: trace.Summarize(t, trace.SummaryOptions{}), raw: map[string]figures{}}
	plain := *t
	plain.Header.Sample = 0 // nothing is scaled
	for _, p := range trace.Summarize(&plain, trace.SummaryOptions{}).Phases {
		k.raw[p.Name] = figures{p.Count, p.Total, p.Self}
	}
	return k
}

// byProgram makes captures with the program: runs, and exports of Nsight Systems as one
// rank and as two. What nrprof phases says of them must be what is known.
func (c *checker) byProgram() error {
	var sets [][]string
	for k, args := range [][]string{{"rc", "--steps", "30", "--sample", "1"}, {"mul", "--steps", "300", "--sample", "1/8"}, {"graetz", "--steps", "40", "--sample", "1", "--method", "be"}} {
		path := filepath.Join(c.dir, "nrt", fmt.Sprintf("p%d.nrt", k))
		if _, err := c.call(append([]string{"run", "-o", path}, args...)...); err != nil {
			return err
		}
		sets = append(sets, []string{path})
	}
	gpu, err := filepath.Glob("testdata/nsys/*.sqlite")
	if err != nil || len(gpu) == 0 {
		return fmt.Errorf("testdata/nsys: got %v, %v", gpu, err)
	}
	for _, path := range gpu {
		sets = append(sets, []string{path})
	}
	sets = append(sets, []string{sets[0][0], sets[2][0]}, []string{sets[0][0], gpu[0]})
	for k, paths := range sets {
		if err := c.exportByProgram(fmt.Sprintf("p%d", k), paths); err != nil {
			return err
		}
	}
	return nil
}

// exportByProgram exports files with the program.
func (c *checker) exportByProgram(name string, paths []string) (err error) {
	if _, err := c.call(append([]string{"export", "--align", "start", "-o", c.folder(name)}, paths...)...); err != nil {
		return err
	}
	text, err := c.call(append([]string{"phases", "--json", "--align", "start"}, paths...)...)
	if err != nil {
		return err
	}
	var said trace.Summary
	if err := json.Unmarshal(text, &said); err != nil {
		return err
	}
	s, err := input.OpenAll(paths, input.Options{}, merge.Options{Align: merge.Start})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	k := known(name, s.Trace)
	for i, p := range said.Phases {
		q := k.summary.Phases[i]
		c.same(name+" "+p.Name+", nrprof phases", figures{q.Count, q.Total, q.Self}, figures{p.Count, p.Total, p.Self})
	}
	c.same(name+", phases", len(k.summary.Phases), len(said.Phases))
	c.captures = append(c.captures, k)
	return nil
}

// call runs the program.
func (c *checker) call(args ...string) ([]byte, error) {
	out, err := exec.Command(c.nrprof, args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("nrprof %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}
