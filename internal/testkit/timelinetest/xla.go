package timelinetest

import (
	"fmt"
	"math/rand/v2"
)

// An XLA is a run of a module of XLA with a Newton-Raphson loop, as Nsight
// Systems would have exported it: ranges of the domain TSL alone say what is
// what.
type XLA struct {
	Steps      int // time steps, each a run of the module
	Iterations int // of each
	PID        int64
	Graph      bool // the last iteration of a step is one launch of a CUDA graph
}

// What an iteration has, in ns on the GPU.
const (
	XLABuild, XLASolve, XLATest, XLACopy, XLAGraph = 700, 900, 50, 20, 1650
)

// Tables returns the rows.
func (x XLA) Tables() *Tables {
	t := &Tables{s: Solver{PID: x.PID}, rng: rand.New(rand.NewPCG(1, 3)), now: 1000, ids: map[string]int64{}}
	t.domain(1, "TSL")
	for range x.Steps {
		end := t.push("XlaModule:#prefix=jit(step)/jit(main)/timestep,hlo_module=jit_step,program_id=3#", nil)
		loop := t.push("Thunk:#name=while,hlo_op=while.1#", nil)
		for k := range x.Iterations {
			x.iteration(t, k)
		}
		loop()
		end()
	}
	t.Processes = append(t.Processes, []any{t.process(), x.PID, "python"})
	return t
}

// thunk adds an operation with a kernel.
func (t *Tables) thunk(path, op string, ns int64) {
	end := t.push(fmt.Sprintf("Thunk:#name=%s,hlo_op=%s#", path, op), nil)
	c := t.api("cuLaunchKernel", 40)
	t.kernel(op, 7, c, t.now, ns)
	end()
}

func (x XLA) iteration(t *Tables, k int) {
	if x.Graph && k == x.Iterations-1 {
		end := t.push("Thunk:#hlo_op=command_buffer.2#", nil)
		c := t.api("cuGraphLaunch", 60)
		t.kernel("graph", 7, c, t.now, XLAGraph)
		end()
		return
	}
	t.thunk("while/body/nr_iteration/nr_build_system/scatter", "fusion.1", 300)
	t.thunk("while/body/nr_iteration/vmap(nr_build_system)/&lt;lambda&gt;", "fusion.2", 400)
	t.thunk("while/body/nr_iteration/jvp(nr_linear_solve)/custom", "custom-call.1", XLASolve)
	t.thunk("while/body/nr_iteration/nr_convergence/reduce_max", "reduce.1", XLATest)
	c := t.api("cuMemcpyDtoHAsync_v2", 30)
	t.Copies = append(t.Copies, []any{t.now, t.now + XLACopy, 0, 1, 7, c, t.process(), 1, 2, 2, 0})
	t.api("cuStreamSynchronize", 100)
}
