// Duckdb checks the tables of nrprof export in DuckDB.
//
// usage: duckdb -nrprof PROGRAM -ask SCRIPT -dir DIRECTORY
//
// It makes 1,000 captures: runs of small circuits with different methods, numbers of
// steps and shares of timed steps. Some are made by the program itself, one of them of
// exports of Nsight Systems, alone and as two ranks, and one of a run without an end.
// Then it checks
//
//	tables     DuckDB sees the columns, types, units and meanings that the code has
//	sums       counts, total and self times by capture and phase, steps, iterations, work
//	           on devices and waits equal the table of phases
//	program    nrprof phases --json says the same of the captures that it made
//	questions  the queries of docs/duckdb.md run, and have the counts of the sums
//
// It ends with status 1 if a check is wrong.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

func main() {
	var c checker
	flag.StringVar(&c.nrprof, "nrprof", "", "the program")
	flag.StringVar(&c.script, "ask", "", "the script that runs queries")
	flag.StringVar(&c.dir, "dir", "", "an empty directory")
	flag.StringVar(&c.docs, "docs", "docs/duckdb.md", "the page with the queries")
	flag.Parse()
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "duckdb: error:", err)
		os.Exit(1)
	}
}

// A checker is one run.
type checker struct {
	nrprof, script, dir, docs string
	captures                  []capture
	wrong                     int
}

// An answer is the rows of a query.
type answer []map[string]*string

func (c *checker) run() error {
	if c.nrprof == "" || c.script == "" || c.dir == "" {
		return errors.New("want -nrprof, -ask and -dir")
	}
	page, err := os.ReadFile(c.docs)
	if err != nil {
		return err
	}
	questions := questionsIn(string(page))
	if len(questions) < 11 {
		return fmt.Errorf("%s: got %d queries", c.docs, len(questions))
	}
	begin := time.Now()
	if err := c.make(); err != nil {
		return err
	}
	fmt.Printf("%d captures in %.1f s\n", len(c.captures), time.Since(begin).Seconds())
	begin = time.Now()
	var queries []string
	for _, q := range questions {
		queries = append(queries, q.query)
	}
	own := checks()
	for _, k := range own {
		queries = append(queries, k.query)
	}
	answers, err := c.ask(queries)
	if err != nil {
		return err
	}
	fmt.Printf("%d queries in %.1f s\n", len(queries), time.Since(begin).Seconds())
	for i, k := range own {
		k.check(c, answers[len(questions)+i])
	}
	for i, q := range questions[1:] { // the first makes the views
		c.checkQuestion(q.heading, answers[i+1])
	}
	if c.wrong > 0 {
		return fmt.Errorf("%d figures differ", c.wrong)
	}
	fmt.Printf("%d checks, %d questions: all figures agree\n", len(own), len(questions)-1)
	return nil
}

// ask runs queries.
func (c *checker) ask(queries []string) ([]answer, error) {
	text, err := json.Marshal(queries)
	if err != nil {
		return nil, err
	}
	script, err := filepath.Abs(c.script)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("node", script)
	cmd.Dir, cmd.Stdin, cmd.Stderr = c.dir, bytes.NewReader(text), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		return nil, err
	}
	if len(answers) != len(queries) {
		return nil, fmt.Errorf("got %d answers, want %d", len(answers), len(queries))
	}
	return answers, nil
}

// same compares two figures.
func (c *checker) same(what string, got, want any) {
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		if c.wrong++; c.wrong < 20 {
			fmt.Fprintf(os.Stderr, "%s: DuckDB has %s, nrprof %s\n", what, g, w)
		}
	}
}
