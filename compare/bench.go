package compare

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// ReadBench reads results in the format of Go benchmarks.
//
// Of what nrprof export writes, the lines of a run are parts of it: they make
// one run, with the mean over all calls. Several such runs may follow one
// another. Of what other programs write, the k-th line of each benchmark is of
// the k-th run, as go test -count repeats them.
//
// Format: golang.org/x/perf/benchfmt. Lines that are no results are skipped.
// Its errors about the text are of type *SyntaxError.
func ReadBench(file string, text []byte) ([]*Run, error) {
	base := filepath.Base(file)
	var runs []*Run
	line := 0
	for _, block := range blocks(text) {
		b := bench{file: file, line: line}
		line += bytes.Count(block, []byte("\n"))
		if err := b.read(block); err != nil {
			return nil, err
		}
		runs = append(runs, b.runs...)
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
	start, results := 0, false
	for at := 0; at < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		switch line := text[at:end]; {
		case bytes.HasPrefix(line, []byte("Benchmark")):
			results = true
		case results && bytes.HasPrefix(line, []byte("program:")):
			list = append(list, text[start:at])
			start, results = at, false
		}
		at = end
	}
	return append(list, text[start:])
}

// A bench reads a block.
type bench struct {
	file  string
	line  int // before the block
	runs  []*Run
	seen  map[string]int         // results of a name
	parts map[Quantity]*weighted // of the one run of nrprof export
}

// weighted is a sum over calls.
type weighted struct{ sum, calls float64 }

func (b *bench) read(block []byte) error {
	whole := bytes.Contains(block, []byte(partUnit))
	b.seen, b.parts = map[string]int{}, map[Quantity]*weighted{}
	in := benchfmt.NewReader(bytes.NewReader(block), b.file)
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return &SyntaxError{File: b.file, Line: b.line + rec.Line, Msg: rec.Msg}
		case *benchfmt.Result:
			if rec.Iters <= 0 {
				_, line := rec.Pos()
				return &SyntaxError{File: b.file, Line: b.line + line, Msg: fmt.Sprintf("got %d iterations, want 1 or more", rec.Iters)}
			}
			k := 0
			if name := string(rec.Name); !whole {
				k = b.seen[name]
				b.seen[name]++
			}
			b.add(b.run(k, rec), rec, whole)
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("reading %s: %w", b.file, err)
	}
	for q, w := range b.parts {
		b.runs[0].put(q, w.sum/w.calls, 1)
	}
	return nil
}

// run returns the k-th run, which has the configuration of its first result.
func (b *bench) run(k int, rec *benchfmt.Result) *Run {
	for len(b.runs) <= k {
		r := newRun("")
		for _, c := range rec.Config {
			switch v := strings.ToValidUTF8(string(c.Value), "�"); c.Key {
			case "program":
				r.Program = v
			case "host":
				r.Host = v
			case "clock":
				r.Clock = v
			case "commit", "commit-time", "branch", "date", "time", "timestamp": // differ from version to version
			default:
				r.Labels[strings.ToValidUTF8(c.Key, "�")] = v
			}
		}
		b.runs = append(b.runs, r)
	}
	return b.runs[k]
}

// add adds the values of a result to a run.
func (b *bench) add(r *Run, rec *benchfmt.Result, whole bool) {
	name := strings.ToValidUTF8(string(rec.Name), "�")
	for _, v := range rec.Values {
		q := Quantity{Kind: Benchmark, Name: name, Regime: Whole, Metric: Other, Unit: strings.ToValidUTF8(v.Unit, "�")}
		x := v.Value
		if v.OrigUnit != "" {
			x, q.Unit = v.OrigValue, strings.ToValidUTF8(v.OrigUnit, "�")
		}
		if metric, ok := strings.CutSuffix(q.Unit, "ns/op"); ok {
			q.Unit, q.Metric = "ns", Metric(strings.TrimSuffix(metric, "-"))
			if q.Metric == "" {
				q.Metric = Time
			}
		}
		if !whole {
			r.put(q, x, 1)
			continue
		}
		if b.parts[q] == nil {
			b.parts[q] = &weighted{}
		}
		b.parts[q].sum += x * float64(rec.Iters)
		b.parts[q].calls += float64(rec.Iters)
	}
}
