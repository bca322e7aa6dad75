// Calls prints the recorded solver calls of a capture, each as a line of JSON.
//
//	go run ./oracles/solver-values/calls CAPTURE
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

func main() {
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "calls:", err)
		os.Exit(1)
	}
}

func run(path string, to io.Writer) error {
	t, err := trace.Open(path)
	if err != nil {
		return err
	}
	defer t.Close()
	r, err := solvers.Read(t)
	if err != nil {
		return err
	}
	out := json.NewEncoder(to)
	for k := range r.Calls {
		if err := out.Encode(values(r, &r.Calls[k])); err != nil {
			return err
		}
	}
	return nil
}

// values returns what is known of a call.
func values(r *solvers.Run, c *solvers.Call) map[string]any {
	f := r.Functions[c.Function]
	v := map[string]any{"function": f.Symbol, "library": f.Library, "phase": c.Phase.String(), "direct": c.Parent < 0}
	integers := map[string]int64{"n": c.N, "rows": c.Rows, "nnz": c.NNZ, "nrhs": int64(c.NRHS)}
	for name, i := range integers {
		if i >= 0 {
			v[name] = i
		}
	}
	for name, i := range map[string]int32{"status": c.Status, "selector": c.Selector} {
		if i != solvers.Unknown {
			v[name] = i
		}
	}
	for name, i := range map[string]int32{"pattern": c.Pattern, "values": c.Values, "rhs": c.RHS} {
		if i > 0 {
			v[name] = i
		}
	}
	if c.Said == nil {
		return v
	}
	for name, x := range map[string]float64{"lnz": c.Said.LNZ, "unz": c.Said.UNZ, "flops": c.Said.Flops, "rcond": c.Said.RCond,
		"rgrowth": c.Said.RGrowth, "pivots": c.Said.PivotsMoved, "memory": c.Said.Memory, "iterations": c.Said.Iterations} {
		if !math.IsNaN(x) {
			v[name] = x
		}
	}
	return v
}
