//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// readSection measures the Matrix Market readers on the text of every matrix
// of at least a megabyte.
func readSection(doc *strings.Builder, c *config, inputs []input) error {
	doc.WriteString("\n## Reading Matrix Market\n\nMB/s of plain text in the page cache, to a matrix in compressed columns for nrkit, to triplets for the peers. " +
		"One core: CPU time. Two cores: elapsed time. “Structure” skips the values.\n\n" +
		"| matrix | MB | nrkit, 1 core | nrkit, 2 cores | structure, 2 cores | CHOLMOD | SciPy mmread | × CHOLMOD (1 core) | × SciPy (1 core) |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, in := range inputs {
		if in.bytes < 1<<20 {
			continue
		}
		if err := readLine(doc, c, in); err != nil {
			return err
		}
	}
	return nil
}

// readLine measures the readers on one file.
func readLine(doc *strings.Builder, c *config, in input) error {
	kernels := filepath.Join(c.build, "kernels")
	runs := []struct {
		argv  []string
		key   string
		loose bool
		times []float64
	}{
		{[]string{kernels, "-read", in.mtx, "3", "1"}, "read.cpu", false, nil},
		{[]string{kernels, "-read", in.mtx, "3", "2"}, "read.wall", false, nil},
		{[]string{kernels, "-structure", in.mtx, "3", "2"}, "read.wall", false, nil},
		{[]string{filepath.Join(c.build, "cholmod_read"), in.mtx, "2"}, "read", false, nil},
		{[]string{"/usr/bin/python3", "bench/peers/mmread.py", in.mtx, "1"}, "read", false, nil},
	}
	for range c.roundsFor(in) {
		for k := range runs {
			r := &runs[k]
			s, err := runProgram(limit, nil, r.loose, r.argv...)
			if err != nil {
				return fmt.Errorf("%s: %w", in.name, err)
			}
			r.times = append(r.times, minOf(s.lines[r.key]))
		}
	}
	mb := float64(in.bytes) / 1e6
	fmt.Fprintf(doc, "| %s | %.1f |", in.name, mb)
	var med [5]float64
	for k := range runs {
		med[k] = median(runs[k].times)
		fmt.Fprintf(doc, " %.0f |", mb/med[k])
	}
	fmt.Fprintf(doc, " %.1f | %.1f |\n", med[3]/med[0], med[4]/med[0])
	return nil
}
