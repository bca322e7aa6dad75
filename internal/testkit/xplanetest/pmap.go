package xplanetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/nrkit/nrkit/internal/protowire"
)

// A Pmap is a run of a Newton-Raphson solver on several GPUs of AMD, as JAX
// profiles jax.pmap: each device has a thread that launches its work, in ranges
// called like modules and instructions, while the calls of HIP lie on lines of
// their own. Events say of which module and instruction they are, and not of
// which path: that is in the program.
type Pmap struct {
	Devices, Iterations int
	Start               int64 // profile_start_time, ns
}

// Times of the work of an iteration, by phase.
const (
	PmapBuildNS, PmapSolveNS = 3000, 5000
)

// pmapOps are the instructions of an iteration, with the paths they have in the
// program.
var pmapOps = [...]struct {
	name, path string
	ns         int64
}{
	{"loop_fusion", "jit(f)/nr_iteration/nr_build_system/scatter", 1000},
	{"loop_fusion.1", "jit(f)/nr_iteration/nr_build_system/exp", 2000},
	{"custom-call.1", "jit(f)/nr_iteration/nr_linear_solve/custom", PmapSolveNS},
	{"copy.1", "", 500},
}

// Space returns the profile. The second program has the same instructions and
// other paths.
func (p Pmap) Space() *Space {
	program := func(name string, rename func(path string) string) Event {
		return Event{Name: name, MetaStats: []Stat{{"Hlo Proto", hloProto(rename)}}}
	}
	s := &Space{Planes: []*Plane{{Name: "/host:metadata", Lines: []*Line{{Events: []Event{
		program("jit_f(1)", func(path string) string { return path }),
		program("jit_f(2)", func(string) string { return "jit(f)/nr_convergence/norm" }),
	}}}}}}
	host := &Plane{Name: "/host:CPU", Lines: []*Line{{ID: 1 << 40, Name: "python", Events: []Event{{Name: "pmap", Duration: 1e12}}}}}
	call := uint64(0)
	for d := range p.Devices {
		rng := rand.New(rand.NewPCG(uint64(d), 3))
		gpu := &Line{ID: 16, Name: "Stream #16(Kernel)"}
		calls := &Line{ID: int64(4000 + d), Name: fmt.Sprintf("Host Threads/%d", 4000+d)}
		thread := &Line{ID: 1<<41 + int64(d), Name: fmt.Sprintf("tf_XLAPjRt/%d", d)}
		now, free := int64(d)*1e6, int64(0)
		for range p.Iterations {
			begin := now
			var thunks []Event
			for _, op := range pmapOps {
				start := now
				now += 1e6 + rng.Int64N(3e6)
				call++
				stats := Stats("correlation_id", call, "device_id", uint64(22244), "hlo_op", Ref(op.name), "hlo_module", Ref("jit_f"), "program_id", uint64(1), "tf_op", Ref("XlaModule:"))
				calls.Events = append(calls.Events, Event{Name: "hipModuleLaunchKernel", Offset: now, Duration: 5e6, Stats: stats})
				now += 5e6
				free = max(free, now)
				gpu.Events = append(gpu.Events, Event{Name: op.name + ".kd", Offset: free, Duration: op.ns * 1000, Stats: append(Stats("kernel_details", "grid:1,1,1"), stats...)})
				free += op.ns * 1000
				now += 1e6 + rng.Int64N(3e6)
				thunks = append(thunks, Event{Name: op.name, Offset: start, Duration: now - start})
			}
			thread.Events = append(thread.Events, Event{Name: "timestep", Offset: begin - 1000, Duration: now - begin + 2000},
				Event{Name: "jit_f:XLA GPU module", Offset: begin, Duration: now - begin})
			thread.Events = append(thread.Events, thunks...)
			now += 20e6
		}
		s.Planes = append(s.Planes, &Plane{ID: int64(d + 1), Name: fmt.Sprintf("/device:GPU:%d", d), Lines: []*Line{gpu}})
		host.Lines = append(host.Lines, calls, thread)
	}
	s.Planes = append(s.Planes, host, &Plane{Name: "Task Environment", Stats: Stats("profile_start_time", uint64(p.Start))})
	return s
}

// hloProto is a program with the instructions of an iteration.
func hloProto(rename func(path string) string) []byte {
	var m protowire.Message
	m, module := m.Open(1)
	m = m.Text(1, "jit_f")
	m, computation := m.Open(3)
	m = m.Text(1, "main.1")
	for _, op := range pmapOps {
		var instruction, metadata int
		m, instruction = m.Open(2)
		m = m.Text(1, op.name).Text(2, "fusion")
		if op.path != "" {
			m, metadata = m.Open(7)
			m = m.Text(1, "op").Text(2, rename(op.path)).Close(metadata)
		}
		m = m.Close(instruction)
	}
	return m.Close(computation).Close(module)
}
