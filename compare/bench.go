package compare

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ReadBench reads results in the format of Go benchmarks.
//
// A run has one configuration: results after a changed line "key: value" belong to
// other runs, so that files which cat joined keep their labels. As in
// golang.org/x/perf/benchfmt, configuration holds until it is changed.
//
// In files of nrprof export, the lines of a run are parts of the run: they make one
// run, with the mean over all calls. The configuration in such a file is complete,
// so a header with a program begins a file, and the configuration before it is
// dropped. In files of other programs, the k-th line of each benchmark under one
// configuration belongs to the k-th run, as go test -count repeats them. If there
// are several packages, each benchmark has its package before its name.
//
// Lines that are neither results nor configuration are skipped. Its errors are
// of type *SyntaxError.
func ReadBench(file string, text []byte) ([]*Run, error) {
	base := filepath.Base(file)
	b := bench{packages: len(settingsOf(text, "pkg")) > 1, config: map[string]string{}, groups: map[string]*benchGroup{}}
	line := 0
	for _, block := range blocks(text) {
		b.begin(block)
		for text := range strings.Lines(strings.ToValidUTF8(string(block), "�")) {
			line++
			if col, msg := b.line(strings.TrimRight(text, "\r\n")); msg != "" {
				return nil, &SyntaxError{file, line, col + 1, msg}
			}
		}
		b.end()
	}
	if len(b.runs) == 0 {
		return nil, at(file, text, 0, "got no benchmark result, want lines such as: BenchmarkName 8 20000 ns/op")
	}
	for k, r := range b.runs {
		if r.Name = base; len(b.runs) > 1 {
			r.Name += "#" + strconv.Itoa(k+1)
		}
	}
	return b.runs, nil
}

// partUnit is the unit that the lines of nrprof export have, and others do not.
const partUnit = " self-ns/op"

// blocks splits a text where configuration follows results.
func blocks(text []byte) [][]byte {
	var list [][]byte
	start, at, results := 0, 0, false
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("Benchmark")) {
			results = true
		} else if results {
			if _, _, ok := parseConfig(strings.TrimRight(string(line), "\r\n")); ok {
				list = append(list, text[start:at])
				start, results = at, false
			}
		}
		at += len(line)
	}
	return append(list, text[start:])
}

// settingsOf returns the different values that a text gives a key, but for none.
func settingsOf(text []byte, key string) []string {
	var list []string
	for line := range bytes.Lines(text) {
		k, value, ok := parseConfig(strings.TrimRight(string(line), "\r\n"))
		if ok && k == key && value != "" && !slices.Contains(list, value) {
			list = append(list, value)
		}
	}
	return list
}

// A bench reads the blocks of a text.
type bench struct {
	packages bool // its benchmarks are of several packages
	config   map[string]string
	runs     []*Run
	groups   map[string]*benchGroup // by configuration; of what other programs write

	// Of the block at hand:
	whole bool // its lines are parts of one run
	group *benchGroup
	parts map[Quantity]*weighted // of the one run
}

// A benchGroup is the runs of one configuration.
type benchGroup struct {
	runs []*Run
	seen map[string]int // results of a name
}

// weighted is a sum over calls.
type weighted struct{ sum, calls float64 }

// begin begins a block.
func (b *bench) begin(block []byte) {
	b.whole, b.group = bytes.Contains(block, []byte(partUnit)), nil
	if b.whole && len(settingsOf(block, "program")) > 0 {
		clear(b.config)
	}
	b.parts = map[Quantity]*weighted{}
}

// line takes a line; msg says what is wrong with it.
func (b *bench) line(text string) (col int, msg string) {
	if !strings.HasPrefix(text, "Benchmark") {
		if key, value, ok := parseConfig(text); ok {
			b.config[key] = value
		}
		return 0, ""
	}
	res, col, msg := parseResult(text)
	if res == nil {
		return col, msg
	}
	if pkg := b.config["pkg"]; b.packages && pkg != "" {
		res.name = pkg + "." + res.name
	}
	if b.group == nil {
		b.group = b.groupNow()
	}
	g, k := b.group, 0
	if !b.whole {
		k = g.seen[res.name]
		g.seen[res.name]++
	}
	if k == len(g.runs) {
		r := b.run()
		g.runs, b.runs = append(g.runs, r), append(b.runs, r)
	}
	for _, v := range res.values {
		b.add(g.runs[k], res, v)
	}
	return 0, ""
}

// groupNow returns the group of the configuration as it is now: that of an earlier
// block where it was the same, unless the block is a run by itself.
func (b *bench) groupNow() *benchGroup {
	g := &benchGroup{seen: map[string]int{}}
	if b.whole {
		return g
	}
	r := b.run()
	text := fmt.Sprintf("%q %q %q %q", r.Program, r.Host, r.Clock, r.Labels) // maps are printed in order
	if old := b.groups[text]; old != nil {
		return old
	}
	b.groups[text] = g
	return g
}

// saysNothing are keys of configuration that say nothing of what was run: they
// differ from version to version, or are no configuration but what a program or
// go test printed between its results.
func saysNothing() []string {
	return []string{"commit", "commit-time", "branch", "date", "time", "timestamp",
		"error", "exit", "fatal", "note", "panic", "testing", "warning"}
}

// run returns a run of the configuration as it is now.
func (b *bench) run() *Run {
	r := newRun("")
	r.Program, r.Host, r.Clock = b.config["program"], b.config["host"], b.config["clock"]
	maps.Copy(r.Labels, b.config)
	for _, k := range append(saysNothing(), "program", "host", "clock") { // the last three are reported elsewhere
		delete(r.Labels, k)
	}
	if b.packages {
		delete(r.Labels, "pkg")
	}
	maps.DeleteFunc(r.Labels, func(_, v string) bool { return v == "" })
	return r
}

// add adds a value to a run.
func (b *bench) add(r *Run, res *result, v measure) {
	q := Quantity{Kind: Benchmark, Name: res.name, Regime: Whole, Metric: Other, Unit: v.unit}
	if metric, ok := strings.CutSuffix(v.unit, "ns/op"); ok && (metric == "" || strings.HasSuffix(metric, "-")) {
		q.Unit, q.Metric = "ns", Metric(strings.TrimSuffix(metric, "-"))
		if q.Metric == "" {
			q.Metric = Time
		}
	}
	if !b.whole {
		r.put(q, v.x, 1)
		return
	}
	if b.parts[q] == nil {
		b.parts[q] = &weighted{}
	}
	b.parts[q].sum += v.x * float64(res.calls)
	b.parts[q].calls += float64(res.calls)
}

// end ends a block.
func (b *bench) end() {
	for q, w := range b.parts {
		b.group.runs[0].put(q, w.sum/w.calls, 1)
	}
}
