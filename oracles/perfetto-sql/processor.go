package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// A row is what a query returned for the columns. No text has a comma: the
// queries return names as hexadecimal digits where commas may be in them.
type row []string

func (r row) int(k int) int64 {
	n, _ := strconv.ParseInt(r[k], 10, 64)
	return n
}

func (r row) float(k int) float64 {
	f, _ := strconv.ParseFloat(r[k], 64)
	return f
}

// text returns a column that is a name in hexadecimal digits.
func (r row) text(k int) string {
	var b []byte
	for h := r[k]; len(h) >= 2; h = h[2:] {
		c, err := strconv.ParseUint(h[:2], 16, 8)
		if err != nil {
			return r[k]
		}
		b = append(b, byte(c))
	}
	return string(b)
}

// query asks trace_processor, and returns the rows of the last statement. A
// statement before it must return none.
func (c *checker) query(trace, text string) ([]row, error) {
	file := c.path("query.sql")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return nil, err
	}
	var problem strings.Builder
	cmd := exec.Command(c.processor, "--add-sql-package", c.path("nrprof"), "-q", file, trace)
	cmd.Stderr = &problem
	out, err := cmd.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(problem.String()), "\n")
		return nil, fmt.Errorf("trace_processor: %w: %s", err, strings.Join(lines[max(len(lines)-12, 0):], "\n"))
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if lines[0] == "" {
		return nil, fmt.Errorf("trace_processor printed nothing")
	}
	var list []row
	for _, line := range lines[1:] {
		if line == "" {
			return nil, fmt.Errorf("several statements return rows")
		}
		var r row
		for _, cell := range strings.Split(line, ",") {
			r = append(r, strings.Trim(cell, `"`))
		}
		list = append(list, r)
	}
	return list, nil
}
