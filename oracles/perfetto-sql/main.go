// Perfettocheck reads exports of nrprof in Perfetto's trace_processor and checks
// what trace_processor finds in them.
//
// usage: perfettocheck -nrprof PROGRAM -processor PROGRAM -dir DIRECTORY [FILE...]
//
// Without files it makes captures: runs of circuits with each time step timed and
// with a sample timed, a run that was killed, and an export of Nsight Systems, alone
// and as two ranks. For each it checks
//
//	health     no slice is without a name, no slice is open that should have ended,
//	           and the statistics of trace_processor count no error and no loss
//	slices     name, category, begin, duration and depth of each range, its
//	           number and arguments, and the values of counters, equal the values
//	           of a walk of the capture
//	tables     the tables of nrprof export --perfetto-sql have the counts and
//	           times of nrprof phases
//	questions  the queries of docs/perfetto.md run, with the tables included as a
//	           module and with them pasted
//
// Without files, or if the only file is called aligned, it also puts two runs on one
// time line, by iterations and by time steps. It checks that these begin at once, that
// each range of both captures is there, that the values of all counters equal the
// differences of a walk of the captures, and that flows are kept.
//
// It ends with status 1 if a check is wrong.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	c := checker{}
	flag.StringVar(&c.nrprof, "nrprof", "", "the program")
	flag.StringVar(&c.processor, "processor", "", "trace_processor_shell")
	flag.StringVar(&c.dir, "dir", "", "an empty directory")
	flag.StringVar(&c.docs, "docs", "docs/perfetto.md", "the page with the queries")
	tables := flag.String("decode", "", "print the tables of this trace for standin.py, and check nothing")
	flag.Parse()
	do := func() error { return c.run(flag.Args()) }
	if *tables != "" {
		do = func() error { return decode(*tables) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "perfettocheck: error:", err)
		os.Exit(1)
	}
}

// A checker is one run.
type checker struct {
	nrprof, processor, dir, docs string

	questions []question
	module    string
}

// A subject is a capture, and its export.
type subject struct{ name, capture, trace string }

func (c *checker) run(files []string) error {
	if c.nrprof == "" || c.processor == "" || c.dir == "" {
		return errors.New("want -nrprof, -processor and -dir")
	}
	text, err := os.ReadFile(c.docs)
	if err != nil {
		return err
	}
	if c.questions = questionsIn(string(text)); len(c.questions) == 0 {
		return fmt.Errorf("%s: no queries", c.docs)
	}
	if err := os.Mkdir(c.path("nrprof"), 0o777); err != nil {
		return err
	}
	if _, err := c.call("export", "--perfetto-sql", "-o", c.path("nrprof/nr.sql")); err != nil {
		return err
	}
	module, err := os.ReadFile(c.path("nrprof/nr.sql"))
	if err != nil {
		return err
	}
	c.module = string(module)
	var wrong []error
	if len(files) == 0 || files[0] == "aligned" {
		said, err := c.alignedRuns()
		if err != nil {
			wrong = append(wrong, fmt.Errorf("aligned: %w", err))
			said = "WRONG"
		}
		fmt.Printf("%-14s %-10s %s\n", "aligned", "two runs", said)
	}
	if len(files) > 0 && files[0] == "aligned" {
		return errors.Join(wrong...)
	}
	subjects, err := c.subjects(files)
	if err != nil {
		return err
	}
	for _, s := range subjects {
		if err := c.check(s); err != nil {
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

// check makes all checks of one capture.
func (c *checker) check(s subject) error {
	var wrong []error
	for _, check := range []struct {
		name string
		do   func(subject) (string, error)
	}{{"health", c.health}, {"slices", c.slices}, {"tables", c.tables}, {"questions", c.ask}} {
		said, err := check.do(s)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %s: %w", s.name, check.name, err))
			said = "WRONG"
		}
		fmt.Printf("%-14s %-10s %s\n", s.name, check.name, said)
	}
	return errors.Join(wrong...)
}

func (c *checker) path(name string) string { return filepath.Join(c.dir, name) }

// call runs nrprof and returns its standard output.
func (c *checker) call(args ...string) ([]byte, error) {
	var problem strings.Builder
	cmd := exec.Command(c.nrprof, args...)
	cmd.Stderr = &problem
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("nrprof %s: %w: %s", strings.Join(args, " "), err, problem.String())
	}
	return out, nil
}
