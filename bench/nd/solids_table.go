//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// heading begins the section of graphs of three dimensions.
const heading = "## Graphs of three dimensions\n"

// A solidTable is the section of graphs of three dimensions.
type solidTable struct{ all []solid }

// mean returns the geometric mean of a ratio, and the largest.
func (t *solidTable) mean(ratio func(*solid) float64) (mean, most float64) {
	sum := 0.0
	for k := range t.all {
		r := ratio(&t.all[k])
		sum += math.Log(r)
		most = max(most, r)
	}
	return math.Exp(sum / float64(len(t.all))), most
}

// A bar is a ratio that is held against limits of its mean and of its largest.
type bar struct {
	what       string
	mean, most float64
	ratio      func(*solid) float64
}

// bars are what is wanted of nested dissection on graphs of three dimensions.
var bars = []bar{
	{"nnz(L) by the best of METIS and SCOTCH", 1, 1.03, func(s *solid) float64 { return s.ours.L / s.least(entries) }},
	{"flops by the best of METIS and SCOTCH", 1, 1.03, func(s *solid) float64 { return s.ours.Flops / s.least(flops) }},
	{"CPU time by METIS", 1.5, math.Inf(1), func(s *solid) float64 { return s.ours.CPU / s.rivals[0].CPU }},
}

// notes are ratios that no bar is set for.
var notes = []bar{
	{what: "nnz(L) by METIS", ratio: func(s *solid) float64 { return s.ours.L / s.rivals[0].L }},
	{what: "flops by METIS", ratio: func(s *solid) float64 { return s.ours.Flops / s.rivals[0].Flops }},
	{what: "T₁/T∞ by METIS", ratio: func(s *solid) float64 { return s.ours.Parallel / s.rivals[0].Parallel }},
	{what: "elapsed time on two cores by METIS on one", ratio: func(s *solid) float64 { return s.two.Wall / s.rivals[0].Wall }},
	{what: "CPU time by SCOTCH", ratio: func(s *solid) float64 { return s.ours.CPU / s.rivals[1].CPU }},
}

// summary prints the means.
func (t *solidTable) summary(w io.Writer) {
	for _, list := range [][]bar{bars, notes} {
		for _, b := range list {
			mean, most := t.mean(b.ratio)
			fmt.Fprintf(w, "%-45s %.3f, at most %.3f\n", b.what, mean, most)
		}
	}
}

// section writes the section in Markdown.
func (t *solidTable) section(w io.Writer) {
	fmt.Fprintf(w, "%s\nWritten by `scripts/bench-orderings` (bench/nd) on %s: libmetis-dev %s, libscotch-dev %s, %s; %s.\n\n", heading,
		time.Now().UTC().Format("2006-01-02"), version("libmetis-dev"), version("libscotch-dev"), runtime.Version(), load())
	fmt.Fprint(w, "Nested dissection of graphs that bench/matrices makes, beside METIS_NodeND with seed 1 and SCOTCH_graphOrder, by the default "+
		"strategy and by SCOTCH_STRATQUALITY with a balance of 0.1 (with 0.2 it is the default), all on one core. The best is the least of the three, for nnz(L) and flops by themselves. "+
		"Times are the least of all rounds; on two cores that is elapsed time, by METIS on one core.\n\n")
	fmt.Fprintln(w, "| target | mean wanted | measured | worst wanted | measured | |\n| --- | ---: | ---: | ---: | ---: | --- |")
	for _, b := range bars {
		mean, most := t.mean(b.ratio)
		verdict, limit := "met", "–"
		if !math.IsInf(b.most, 1) {
			limit = fmt.Sprintf("≤ %.3g", b.most)
		}
		if mean > b.mean+0.0005 || most > b.most+0.0005 {
			verdict = "**not met**"
		}
		fmt.Fprintf(w, "| %s | ≤ %.3g | %.3f | %s | %.3f | %s |\n", b.what, b.mean, mean, limit, most, verdict)
	}
	for _, b := range notes {
		mean, most := t.mean(b.ratio)
		fmt.Fprintf(w, "| %s | – | %.3f | – | %.3f | |\n", b.what, mean, most)
	}
	t.rows(w)
}

// rows writes a line for each matrix.
func (t *solidTable) rows(w io.Writer) {
	fmt.Fprintln(w, "\n| matrix | n | nnz(G) | nnz(L) | by METIS | by SCOTCH | by SCOTCH for quality | flops | by METIS | by SCOTCH | by SCOTCH for quality | "+
		"T₁/T∞ | by METIS | CPU s | by METIS | by SCOTCH | two cores |\n|"+
		" --- |"+strings.Repeat(" ---: |", 16))
	for k := range t.all {
		s := &t.all[k]
		o, m, d, q := s.ours, s.rivals[0], s.rivals[1], s.rivals[2]
		fmt.Fprintf(w, "| %s | %d | %d | %.3g | %.3f | %.3f | %.3f | %.3g | %.3f | %.3f | %.3f | %.2f | %.3f | %.3f | %.2f | %.2f | %.2f |\n",
			s.name, s.rows, s.nnz, o.L, o.L/m.L, o.L/d.L, o.L/q.L, o.Flops, o.Flops/m.Flops, o.Flops/d.Flops, o.Flops/q.Flops,
			o.Parallel, o.Parallel/m.Parallel, o.CPU, o.CPU/m.CPU, o.CPU/d.CPU, s.two.Wall/m.Wall)
	}
}

// write puts the section into a file of results, in place of the one that is
// there, or at the end.
func (t *solidTable) write(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var section bytes.Buffer
	t.section(&section)
	return os.WriteFile(path, replaced(text, section.Bytes()), 0o644)
}

// replaced returns a text with the section that has the heading replaced.
func replaced(text, section []byte) []byte {
	at := bytes.Index(text, []byte("\n"+heading))
	if at < 0 {
		return append(append(bytes.TrimRight(text, "\n"), "\n\n"...), section...)
	}
	var out []byte
	out = append(append(out, text[:at+1]...), section...)
	rest := text[at+1+len(heading):]
	if end := bytes.Index(rest, []byte("\n## ")); end >= 0 {
		out = append(out, rest[end:]...)
	}
	return out
}

func version(name string) string {
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil {
		return "unknown"
	}
	return string(out)
}

// load returns the load of the machine in words.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 0 {
		return "load " + fields[0]
	}
	return "load unknown"
}
