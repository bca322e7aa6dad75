package diagnose_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// An origin is what an input was made from, as far as it is not in the input.
type origin struct {
	texts  map[string]string // by argument of the tool diagnose
	solver *solverBuilder
	ranks  []*trace.Trace
}

// origins are the origins of inputs. Only tests that ask for them keep them.
var origins struct {
	sync.Mutex
	kept bool
	of   map[*diagnose.Input]*origin
}

// note changes the origin of an input.
func note(in *diagnose.Input, change func(*origin)) {
	origins.Lock()
	defer origins.Unlock()
	if !origins.kept {
		return
	}
	o := origins.of[in]
	if o == nil {
		o = &origin{texts: map[string]string{}}
		origins.of[in] = o
	}
	change(o)
}

// wrote notes the text of a part of an input.
func wrote(in *diagnose.Input, part, text string) {
	note(in, func(o *origin) { o.texts[part] = text })
}

func ofSolver(in *diagnose.Input, s *solverBuilder) { note(in, func(o *origin) { o.solver = s }) }

func ofRanks(in *diagnose.Input, list []*trace.Trace) { note(in, func(o *origin) { o.ranks = list }) }

// withOrigin makes an input, and returns its origin too.
func withOrigin(make func() *diagnose.Input) (*diagnose.Input, *origin) {
	origins.Lock()
	origins.kept, origins.of = true, map[*diagnose.Input]*origin{}
	origins.Unlock()
	in := make()
	origins.Lock()
	defer origins.Unlock()
	o := origins.of[in]
	if o == nil {
		o = &origin{}
	}
	origins.kept, origins.of = false, nil
	return in, o
}

// onlyInMemory says why an input has no files that make it; "" if it has some.
func onlyInMemory(in *diagnose.Input, o *origin) string {
	switch {
	case in.Missing != nil, in.Profiler != nil, in.Loading != nil, in.Ending != nil:
		return "an export of Nsight Systems"
	case in.Captured != nil && len(in.Captured.Patterns)+len(in.Captured.Dense) == 0:
		return "solutions and pivots of captured matrices"
	case in.Run != nil && o.texts["run"] == "":
		return "counts without a document"
	case in.Trace.Loss.Chunks > 0, in.Trace.Loss.Truncated > 0:
		return "a damaged capture"
	}
	return ""
}

// asFiles writes the files that make an input, and returns the arguments of the tool
// diagnose.
func asFiles(t *testing.T, dir string, in *diagnose.Input, o *origin) map[string]any {
	t.Helper()
	args := map[string]any{}
	for part, text := range o.texts {
		name := part + ".txt"
		write(t, filepath.Join(dir, name), []byte(text))
		args[part] = name
		if part == "hlo" {
			args[part] = []string{name}
		}
	}
	if in.Exit != nil && in.Trace.Header.Exit == nil {
		args["exit_code"] = in.Exit.Code
	}
	if in.NoTrace {
		return args
	}
	list := o.ranks
	if list == nil {
		list = []*trace.Trace{in.Trace}
	}
	if o.solver != nil {
		list = []*trace.Trace{o.solver.capture(t)}
		if in.Captured != nil {
			o.solver.matrices(t, filepath.Join(dir, "rank0.matrices"))
		}
	}
	if in.Keys != nil && o.ranks == nil {
		var keyed []*trace.Trace
		for _, k := range in.Keys {
			tr := *list[0]
			if k.Start != nil {
				tr.Header.Key = jsonOf(t, k.Start)
			}
			if k.End != nil {
				tr.EndKey = jsonOf(t, k.End)
			}
			keyed = append(keyed, &tr)
		}
		list = keyed
	}
	var files []string
	for k, tr := range list {
		var b bytes.Buffer
		if err := trace.Save(&b, tr); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("rank%d.nrt", k)
		write(t, filepath.Join(dir, name), b.Bytes())
		files = append(files, name)
	}
	args["files"] = files
	return args
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

func jsonOf(t *testing.T, k *runkey.Key) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// capture returns the capture of a program that makes the calls.
func (s *solverBuilder) capture(t *testing.T) *trace.Trace {
	t.Helper()
	p := &solvertest.Program{PID: 1, Functions: s.run.Functions}
	for k := range s.run.Calls {
		c := &s.run.Calls[k]
		p.Thread(s.run.Threads[c.Thread].ID).Call(c.Begin, c.End, s.run.Functions[c.Function].Symbol, dataOf(c))
	}
	tr, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// matrices writes a tridiagonal matrix, of which a sparse factorisation needs little
// work, as the matrix of each factorisation.
func (s *solverBuilder) matrices(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	index := matrices.Index{Schema: matrices.Schema, Capture: "rank0.nrt", LeftOut: []matrices.LeftOut{}}
	for k := range s.run.Calls {
		c, f := &s.run.Calls[k], &s.run.Functions[s.run.Calls[k].Function]
		if !c.Phase.Factors() {
			continue
		}
		entries := 3*c.N - 2
		if c.NNZ == c.N*c.N { // dense
			entries = c.NNZ
		}
		name := fmt.Sprintf("%05d_A.mtx", c.Number)
		var b bytes.Buffer
		fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", c.N, c.N, 3*c.N-2)
		for i := range c.N {
			for j := max(i-1, 0); j < min(i+2, c.N); j++ {
				fmt.Fprintf(&b, "%d %d %d\n", i+1, j+1, 4-3*max(i-j, j-i))
			}
		}
		write(t, filepath.Join(dir, name), b.Bytes())
		index.Calls = append(index.Calls, matrices.Call{Number: uint64(c.Number), Process: 1, Function: f.Symbol, Library: f.Library, Phase: "factor", Rows: c.N, N: c.N, NNZ: entries,
			Pattern: fmt.Sprint(c.Pattern), Files: matrices.Files{Matrix: name}})
	}
	var b bytes.Buffer
	if err := jsontext.Write(&b, &index); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, matrices.IndexName), b.Bytes())
}

// dataOf returns the data of a call. Numbers of patterns, values and objects become
// hashes and addresses.
func dataOf(c *solvers.Call) solvertest.Data {
	at := func(base uint64, k int32) uint64 {
		if k == 0 {
			return 0
		}
		return base + 4096*uint64(k)
	}
	const analyses, factors = 1 << 20, 1 << 30
	d := solvertest.Blank(solvertest.Last, c.RHSAt, solvertest.Pattern, at(1<<40, c.Pattern), solvertest.Values, at(1<<41, c.Values), solvertest.Matrix, at(1<<42, c.Matrix))
	for word, x := range map[int]int64{solvertest.N: c.N, solvertest.Rows: c.Rows, solvertest.NNZ: c.NNZ, solvertest.NRHS: int64(c.NRHS)} {
		if x >= 0 {
			d[word] = uint64(x)
		}
	}
	if c.Status != solvers.Unknown {
		d[solvertest.Status] = uint64(int64(c.Status))
	}
	if c.Selector != solvers.Unknown {
		d[solvertest.Selector] = uint64(int64(c.Selector))
	}
	switch {
	case c.Flags&solvers.Frees != 0 && c.Analysis != 0:
		d[solvertest.Frees] = at(analyses, c.Analysis)
	case c.Flags&solvers.Frees != 0:
		d[solvertest.Frees] = at(factors, c.Factors)
	default:
		word := solvertest.UsesAnalysis
		if c.Flags&solvers.MakesAnalysis != 0 {
			word = solvertest.MakesAnalysis
		}
		d[word] = at(analyses, c.Analysis)
		word = solvertest.UsesFactors
		if c.Flags&solvers.MakesFactors != 0 {
			word = solvertest.MakesFactors
		}
		d[word] = at(factors, c.Factors)
	}
	if x := c.Said; x != nil {
		for word, v := range map[int]float64{solvertest.LNZ: x.LNZ, solvertest.UNZ: x.UNZ, solvertest.Flops: x.Flops, solvertest.RCond: x.RCond, solvertest.RGrowth: x.RGrowth,
			solvertest.Pivots: x.PivotsMoved, solvertest.Memory: x.Memory, solvertest.Iterations: x.Iterations} {
			d[word] = solvertest.Float(v)
		}
	}
	return d
}
