package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/hostile"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/trace"
)

// A nest makes files with hostile names.
type nest struct {
	t   *testing.T
	rng *rand.Rand
	dir string
}

// path returns the path of a new file, with a hostile name in one of four.
func (n *nest) path(ext string) string {
	name := fmt.Sprintf("in%d", n.rng.IntN(1000))
	if n.rng.IntN(4) == 0 {
		name = hostile.FileName(n.rng)
	}
	return filepath.Join(n.dir, name+ext)
}

// write writes a file and returns its path.
func (n *nest) write(ext string, text []byte) string {
	path := n.path(ext)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		n.t.Fatal(err)
	}
	return path
}

// name returns a hostile name, or a plain one, which rules know.
func (n *nest) name(plain string) string {
	switch n.rng.IntN(3) {
	case 0:
		return plain
	case 1:
		return plain + hostile.Name(n.rng)
	}
	return hostile.Name(n.rng)
}

// capture writes a capture.
func (n *nest) capture() string {
	var names []string
	for _, s := range []string{"transient", "timestep", "nr_iteration", "build_system", "linear_solve", "factor", "residual_norm", "note"} {
		names = append(names, n.name(s))
	}
	var events []trace.Event
	now := int64(0)
	add := func(kind trace.Kind, track, name int32, index int64, value float64) {
		now += 1000 + n.rng.Int64N(2000)
		events = append(events, trace.Event{Kind: kind, Track: track, Time: now, Name: name, Index: index, Value: value})
	}
	add(trace.Begin, 0, 0, trace.NoIndex, 0)
	for step := range int64(3) {
		add(trace.Begin, 0, 1, step, 0)
		for k := range int64(2) {
			add(trace.Begin, 0, 2, k, 0)
			for _, leaf := range []int32{3, 4, 5} {
				add(trace.Begin, 0, leaf, trace.NoIndex, 0)
				add(trace.Arg, 0, 7, 0, 1.5)
				add(trace.End, 0, leaf, 0, 0)
			}
			add(trace.Counter, 0, 6, 0, 1e-3)
			add(trace.Instant, 1, 7, trace.NoIndex, 0)
			add(trace.End, 0, 2, 0, 0)
		}
		add(trace.End, 0, 1, 0, 0)
	}
	if n.rng.IntN(4) > 0 {
		add(trace.End, 0, 0, 0, 0)
	}
	h := trace.Header{Program: n.name("mysim"), Host: n.name("host"), PID: 7, Start: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
		Labels: map[string]string{"circuit": n.name("rc"), n.name("ordering"): n.name("amd")}, Clock: n.name("monotonic")}
	tracks := []trace.Track{{Process: 7, Thread: 7, Device: -1, Name: n.name("solver")}, {Process: 7, Thread: 8, Device: int32(n.rng.IntN(2) - 1), Name: n.name("stream")}}
	var b bytes.Buffer
	if err := trace.Save(&b, trace.FromEvents(h, names, tracks, events)); err != nil {
		n.t.Fatal(err)
	}
	return n.write(".nrt", b.Bytes())
}

// inJSON returns s as it stands between the quotes of a JSON string.
func inJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b[1 : len(b)-1])
}

// raw returns s as it is.
func raw(s string) string { return s }

// infected writes a text with names put into it.
func (n *nest) infected(ext, text string, quote func(string) string) string {
	return n.write(ext, []byte(hostile.Infect(n.rng, text, quote)))
}

const chromeText = `{"displayTimeUnit":"ns","otherData":{"program":"mysim","host":"h","circuit":"rc"},"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"mysim"}},{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"solver"}},
{"ph":"B","name":"transient","pid":1,"tid":2,"ts":1},{"ph":"X","name":"timestep","cat":"nrkit","pid":1,"tid":2,"ts":2,"dur":50,"args":{"index":1}},
{"ph":"X","name":"nr_iteration","pid":1,"tid":2,"ts":3,"dur":20},{"ph":"C","name":"residual_norm","pid":1,"tid":2,"ts":4,"args":{"value":3}},
{"ph":"i","name":"mark","pid":1,"tid":2,"ts":5,"s":"t"},{"ph":"E","name":"transient","pid":1,"tid":2,"ts":90}]}`

// chrome writes Chrome JSON.
func (n *nest) chrome() string { return n.infected(".json", chromeText, inJSON) }

// sqlite writes an export of Nsight Systems.
func (n *nest) sqlite() string {
	tables := timelinetest.Solver{Steps: 2, PID: 4242, Start: 1767225600e9, Seed: n.rng.Uint64()}.Tables()
	for _, list := range [][][]any{tables.Strings, tables.NVTX, tables.Processes, tables.GPUs, tables.Threads} {
		for _, row := range list {
			for k, v := range row {
				if s, ok := v.(string); ok && n.rng.IntN(3) == 0 {
					row[k] = n.name(s)
				}
			}
		}
	}
	tables.Diagnostics = append(tables.Diagnostics, []any{0, 1, 1, 2 + n.rng.IntN(3), hostile.Name(n.rng), 1})
	path := n.path(".sqlite")
	if err := tables.Write(path); err != nil {
		n.t.Fatal(err)
	}
	return path
}

// xplane writes a profile of JAX.
func (n *nest) xplane() string {
	s := xplanetest.Newton{Iterations: 2, Start: 1767225600e9, Path: n.name("jit(f)/nr_iteration"), Disabled: true}.Space()
	for _, p := range s.Planes {
		if n.rng.IntN(3) == 0 {
			p.Name += hostile.Name(n.rng)
		}
		for _, l := range p.Lines {
			l.Name = n.name(l.Name)
			for k := range l.Events {
				l.Events[k].Name = n.name(l.Events[k].Name)
			}
		}
	}
	s.Errors, s.Warnings, s.Hosts = []string{hostile.Name(n.rng)}, []string{hostile.Name(n.rng)}, []string{hostile.Name(n.rng)}
	return n.write(".xplane.pb", s.Encode())
}

const hloText = `HloModule jit_step, is_scheduled=true

f { ROOT r = f64[] negate(q) }
cond { ROOT t = pred[] fusion(p), kind=kLoop, calls=f }
body {
  p = f64[] parameter(0)
  x = f64[] custom-call(p), custom_call_target="solver_ffi", metadata={op_name="jit(step)/while/body/nr_linear_solve/ffi_call" source_file="newton.py" source_line=7}
  ROOT y = f64[] copy(x)
}
ENTRY main {
  a = f64[] parameter(0)
  w = f64[] while(a), condition=cond, body=body, metadata={op_name="jit(step)/while" source_file="newton.py" source_line=7}
  ROOT z = f64[] fusion(w), kind=kLoop, calls=f
}
`

const mlirText = `module @jit_step {
  func.func public @main(%arg0: tensor<8xf64>) -> tensor<8xf64> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf64>
    %1 = stablehlo.custom_call @solver(%0) : (tensor<8xf64>) -> tensor<8xf64>
    return %1 : tensor<8xf64>
  }
}
`

// hlo writes HLO or StableHLO.
func (n *nest) hlo() string {
	return n.infected(".txt", []string{hloText, mlirText}[n.rng.IntN(2)], raw)
}

const logText = `Loading netlist ring.cir
WARNING:2026-03-11 02:59:40,110:jax._src.interpreters.pxla:1906: Compiling jit(newton) with global shapes and types (ShapedArray(float64[11]),). Argument mapping: (UnspecifiedValue,).
WARNING:2026-03-11 02:59:41,110:jax._src.dispatch:190: Finished XLA compilation of jit(newton) in 2.1 sec
2026-03-11 02:59:40.200000: I    4242 xla/backends/gpu/runtime/command_buffer_conversion_pass.cc:505] Module jit_newton CommandBufferConfig: enabled_commands: [WHILE, FUSION], enabled_collectives: [ALLCOLLECTIVES]
2026-03-11 02:59:40.200002: I    4242 xla/backends/gpu/runtime/command_buffer_conversion_pass.cc:405] Creating command buffer thunk command_buffer_5 with the following thunks: loop_add_fusion, input_scatter_fusion
`

// log writes a log of XLA and JAX.
func (n *nest) log() string { return n.infected(".log", logText, raw) }

const circuitText = `* low pass
.param w=1
.subckt stage in out r=1k
rx in out {r*w}
cx out 0 1n
.ends
v1 a 0 pulse(0 1 0 1n 1n 1u 2u)
x1 a b stage r=2k
d1 b 0 dmod
.model dmod d is=1e-14
.tran 10n 200n
.end
`

// circuit writes a netlist.
func (n *nest) circuit() string { return n.infected(".cir", circuitText, raw) }

const sweepText = `command: [nrprof, run]
matrix:
  ordering: [natural, amd]
repeat: 1
`

// sweep writes the file of a sweep.
func (n *nest) sweep() string { return n.infected(".yaml", sweepText, raw) }

const benchText = `goos: linux
circuit: rc
BenchmarkPhase/circuit=rc/phase=factor 300 91234.5 ns/op 91234.5 self-ns/op
BenchmarkPhase/circuit=rc/phase=solve 300 912.5 ns/op
`

// bench writes Go benchmarks.
func (n *nest) bench() string { return n.infected(".bench.txt", benchText, raw) }

const keyJSON = `{"schema": "key/v1", "hash": "0123456789abcdef", "parts": [
{"name": "cpu.model", "type": "text", "value": "Xeon", "matters": ["timing"]}, {"name": "env.XLA_FLAGS", "type": "text", "value": "--x=y", "matters": ["code"]}]}
`

// key writes a key.
func (n *nest) key() string { return n.infected(".json", keyJSON, inJSON) }

const analysisText = `{"schema": "analyze/v1", "input": {"name": "a.mtx", "format": "matrix-market"}, "structure": {"rows": 3, "cols": 3, "nnz": 5},
"orderings": [{"method": "amd", "nnz_lu": 7}], "verdict": ["fine"], "warnings": [{"code": "x", "message": "y"}]}
`

// analysis writes a document of analyze.
func (n *nest) analysis() string { return n.infected(".json", analysisText, inJSON) }

// missing returns a path of nothing.
func (n *nest) missing() string {
	return filepath.Join(n.dir, strings.Repeat("no", 2)+hostile.FileName(n.rng))
}

// any writes a file of any kind.
func (n *nest) any() string {
	all := []func() string{n.capture, n.chrome, n.sqlite, n.xplane, n.hlo, n.log, n.circuit, n.sweep, n.bench, n.key, n.analysis, n.missing}
	return all[n.rng.IntN(len(all))]()
}

// trace writes a trace of any kind.
func (n *nest) trace() string {
	all := []func() string{n.capture, n.capture, n.chrome, n.sqlite, n.xplane}
	return all[n.rng.IntN(len(all))]()
}
