package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// numbers are what a line of the program says after symbol and phase.
var numbers = []struct {
	name string
	of   func(c *solvers.Call, s *solvers.Said) float64
}{
	{"n", func(c *solvers.Call, _ *solvers.Said) float64 { return known(c.N, -1) }},
	{"rows", func(c *solvers.Call, _ *solvers.Said) float64 { return known(c.Rows, -1) }},
	{"nnz", func(c *solvers.Call, _ *solvers.Said) float64 { return known(c.NNZ, -1) }},
	{"nrhs", func(c *solvers.Call, _ *solvers.Said) float64 { return known(int64(c.NRHS), -1) }},
	{"status", func(c *solvers.Call, _ *solvers.Said) float64 { return known(int64(c.Status), solvers.Unknown) }},
	{"selector", func(c *solvers.Call, _ *solvers.Said) float64 { return known(int64(c.Selector), solvers.Unknown) }},
	{"lnz", func(_ *solvers.Call, s *solvers.Said) float64 { return s.LNZ }},
	{"unz", func(_ *solvers.Call, s *solvers.Said) float64 { return s.UNZ }},
	{"flops", func(_ *solvers.Call, s *solvers.Said) float64 { return s.Flops }},
	{"rcond", func(_ *solvers.Call, s *solvers.Said) float64 { return s.RCond }},
	{"rgrowth", func(_ *solvers.Call, s *solvers.Said) float64 { return s.RGrowth }},
	{"pivots", func(_ *solvers.Call, s *solvers.Said) float64 { return s.PivotsMoved }},
	{"memory", func(_ *solvers.Call, s *solvers.Said) float64 { return s.Memory }},
	{"iterations", func(_ *solvers.Call, s *solvers.Said) float64 { return s.Iterations }},
}

func known(v, unknown int64) float64 {
	if v == unknown {
		return math.NaN()
	}
	return float64(v)
}

// compareCalls compares the calls of a capture that lie in no other call with the lines
// that the program printed, in order, and returns the number of calls.
func compareCalls(capture, printed string, w io.Writer) (calls, wrong int, err error) {
	t, err := trace.Open(capture)
	if err != nil {
		return 0, 0, err
	}
	run, err := solvers.Read(t)
	if err != nil {
		return 0, 0, err
	}
	f, err := os.Open(printed)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for k := range run.Calls {
		c := &run.Calls[k]
		if c.Parent >= 0 {
			continue
		}
		calls++
		if !lines.Scan() {
			return calls, wrong, fmt.Errorf("the capture has more calls than the program printed: %d", calls)
		}
		for _, s := range differences(run, c, lines.Text()) {
			wrong++
			fmt.Fprintf(w, "  wrong: call %d: %s\n", calls, s)
		}
	}
	if lines.Scan() {
		return calls, wrong, fmt.Errorf("the capture has %d calls, the program printed more: %s", calls, lines.Text())
	}
	return calls, wrong, lines.Err()
}

func differences(run *solvers.Run, c *solvers.Call, line string) []string {
	words := strings.Fields(line)
	if len(words) != 2+len(numbers) {
		return []string{"line " + line}
	}
	var all []string
	if symbol := run.Functions[c.Function].Symbol; symbol != words[0] || c.Phase.String() != words[1] {
		all = append(all, fmt.Sprintf("%s %v in the capture, %s %s in the program", symbol, c.Phase, words[0], words[1]))
	}
	said := c.Said
	if said == nil {
		nan := math.NaN()
		said = &solvers.Said{LNZ: nan, UNZ: nan, Flops: nan, RCond: nan, RGrowth: nan, PivotsMoved: nan, Memory: nan, Iterations: nan}
	}
	for k, n := range numbers {
		want, err := strconv.ParseFloat(words[2+k], 64)
		got := n.of(c, said)
		if err != nil || got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			all = append(all, fmt.Sprintf("%s: %s is %v in the capture, %s in the program", words[0], n.name, got, words[2+k]))
		}
	}
	return all
}
