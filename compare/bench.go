package compare

import (
	"bytes"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
)

// ReadBench reads results in the format of Go benchmarks.
//
// Of what nrprof export writes, the lines of a run are parts of it: they make
// one run, with the mean over all calls. Several such runs may follow one
// another. Of what other programs write, the k-th line of each benchmark is of
// the k-th run, as go test -count repeats them; where there are several
// packages, each benchmark has that of its own before its name.
//
// Lines that are neither results nor configuration are skipped. Its errors are
// of type *SyntaxError.
func ReadBench(file string, text []byte) ([]*Run, error) {
	base := filepath.Base(file)
	var runs []*Run
	line := 0
	for _, block := range blocks(text) {
		b := bench{whole: bytes.Contains(block, []byte(partUnit)), packages: severalPackages(block), config: map[string]string{}, seen: map[string]int{}, parts: map[Quantity]*weighted{}}
		for text := range strings.Lines(strings.ToValidUTF8(string(block), "�")) {
			line++
			if col, msg := b.line(strings.TrimRight(text, "\r\n")); msg != "" {
				return nil, &SyntaxError{file, line, col + 1, msg}
			}
		}
		runs = append(runs, b.end()...)
	}
	if len(runs) == 0 {
		return nil, at(file, text, 0, "got no result of a benchmark, want lines such as: BenchmarkName 8 20000 ns/op")
	}
	for k, r := range runs {
		if r.Name = base; len(runs) > 1 {
			r.Name += "#" + strconv.Itoa(k+1)
		}
	}
	return runs, nil
}

// partUnit is the unit that the lines of nrprof export have, and others do not.
const partUnit = " self-ns/op"

// blocks splits a text between runs of nrprof export, whose results follow a
// program; a text of other programs is one block.
func blocks(text []byte) [][]byte {
	if !bytes.Contains(text, []byte(partUnit)) {
		return [][]byte{text}
	}
	var list [][]byte
	start, at, results := 0, 0, false
	for line := range bytes.Lines(text) {
		switch {
		case bytes.HasPrefix(line, []byte("Benchmark")):
			results = true
		case results && bytes.HasPrefix(line, []byte("program:")):
			list = append(list, text[start:at])
			start, results = at, false
		}
		at += len(line)
	}
	return append(list, text[start:])
}

// severalPackages says whether a block has results of more than one package.
func severalPackages(block []byte) bool {
	first := ""
	for line := range bytes.Lines(block) {
		key, value, ok := parseConfig(strings.TrimRight(string(line), "\r\n"))
		if !ok || key != "pkg" || value == "" {
			continue
		}
		if first != "" && value != first {
			return true
		}
		first = value
	}
	return false
}

// A bench reads a block.
type bench struct {
	whole    bool // its lines are parts of one run
	packages bool // its benchmarks are of several packages
	config   map[string]string
	runs     []*Run
	seen     map[string]int         // results of a name
	parts    map[Quantity]*weighted // of the one run
}

// weighted is a sum over calls.
type weighted struct{ sum, calls float64 }

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
	k := 0
	if !b.whole {
		k = b.seen[res.name]
		b.seen[res.name]++
	}
	if k == len(b.runs) {
		b.runs = append(b.runs, b.run())
	}
	for _, v := range res.values {
		b.add(b.runs[k], res, v)
	}
	return 0, ""
}

// run returns a run of the configuration as it is now.
func (b *bench) run() *Run {
	r := newRun("")
	r.Program, r.Host, r.Clock = b.config["program"], b.config["host"], b.config["clock"]
	maps.Copy(r.Labels, b.config)
	for _, k := range []string{"program", "host", "clock", // told by themselves
		"commit", "commit-time", "branch", "date", "time", "timestamp"} { // differ from version to version
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

// end returns the runs of the block.
func (b *bench) end() []*Run {
	for q, w := range b.parts {
		b.runs[0].put(q, w.sum/w.calls, 1)
	}
	return b.runs
}
