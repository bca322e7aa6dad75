package sweep

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// Save leaves the result in the folder of its sweep, as the document sweep/v1 and in
// the format of Go benchmarks.
func (r *Result) Save(dir string) error {
	err := atomicfile.WriteFile(filepath.Join(dir, ResultName), func(w io.Writer) error { return jsontext.Write(w, r) })
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, BenchName), r.WriteBench)
}

// WriteBench writes a line for every run, as go test -bench does, with the axes as
// parts of its name.
func (r *Result) WriteBench(w io.Writer) error {
	out := bufio.NewWriter(w)
	taken := map[string]bool{}
	for i := range r.Configurations {
		o := &r.Configurations[i]
		name := benchName(o)
		if taken[name] { // names that differ in what a benchmark cannot be called
			name += "/number=" + strconv.Itoa(i+1)
		}
		taken[name] = true
		for _, x := range []struct {
			name   string
			regime *Regime
		}{{"cold", o.Cold}, {"warm", o.Warm}} {
			if x.regime != nil && x.regime.Runs > 0 {
				benchRegime(out, "BenchmarkSweep/"+name+"/regime="+x.name, x.regime.Metrics)
			}
		}
	}
	return out.Flush()
}

// benchRegime writes the lines of the runs of a regime. The first metric is of
// all of them.
func benchRegime(w io.Writer, name string, metrics []Metric) {
	for _, run := range metrics[0].Of {
		fmt.Fprintf(w, "%s 1", name)
		for i := range metrics {
			if k, ok := slices.BinarySearch(metrics[i].Of, run); ok {
				fmt.Fprintf(w, " %s %s", strconv.FormatFloat(metrics[i].Values[k], 'f', -1, 64), benchUnit(&metrics[i]))
			}
		}
		fmt.Fprintln(w)
	}
}

// benchName is the name of a configuration as part of that of a benchmark.
func benchName(o *Outcome) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(o.Values)) {
		parts = append(parts, benchWord(name)+"="+benchWord(o.Values[name]))
	}
	if len(parts) == 0 {
		return "configuration=" + benchWord(o.Name)
	}
	return strings.Join(parts, "/")
}

// benchWord replaces what ends a part of a name.
func benchWord(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || !unicode.IsPrint(c) || c == '/' {
			return '_'
		}
		return c
	}, s)
}

// benchUnit is the unit of a metric: ns/op is that of the wall time.
func benchUnit(m *Metric) string {
	name := benchWord(strings.TrimPrefix(m.Name, "phase/"))
	switch {
	case m.Name == MetricWall:
		return "ns/op"
	case m.Unit == "B":
		return name + "-bytes"
	}
	return name + "-ns/op"
}
