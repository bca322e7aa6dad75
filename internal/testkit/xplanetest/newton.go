package xplanetest

// A Newton is a run of a Newton-Raphson solver on a GPU as JAX profiles it: one
// module with a loop, in whose iterations three operations of build_system, two
// of linear_solve and one of convergence run, the last with a copy of one byte
// to the host and a wait for it.
type Newton struct {
	Iterations int
	Start      int64  // profile_start_time, ns
	Path       string // of the loop, such as jit(f)/nr_iteration
	Disabled   bool   // the profiler turned command buffers off
}

// What an iteration has.
const (
	BuildNS, SolveNS, TestNS, CopyNS, WaitNS = 3000, 5000, 700, 40, 900 // on the GPU; of calls
)

// Space returns the profile.
func (n Newton) Space() *Space {
	b := &builder{n: n}
	for range n.Iterations {
		b.op("stamp", "nr_build_system/scatter", "fusion.1", 1000)
		b.op("stamp", "nr_build_system/scatter", "fusion.2", 1500)
		b.op("eval", "vmap(nr_build_system)/exp", "fusion.3", 500)
		b.op("lu", "jvp(nr_linear_solve)/custom", "custom-call.1", 4000)
		b.op("lu", "nr_linear_solve/mul", "fusion.4", 1000)
		b.op("norm", "nr_convergence/reduce_max", "reduce.1", TestNS)
		b.copy()
	}
	if n.Disabled {
		b.host = append(b.host, Event{Name: "WARNING: CommandBuffer disabled when profiling", Offset: 1, Duration: 1000})
	}
	start := Plane{Name: "Task Environment", Stats: []Stat{{"profile_start_time", uint64(n.Start)}, {"profile_stop_time", uint64(n.Start + b.now/1000 + 500)}}}
	return &Space{
		Planes: []*Plane{
			{Name: "/host:metadata", Lines: []*Line{{Events: []Event{{Name: "not read"}}}}},
			{Name: "/device:GPU:0", Lines: []*Line{{ID: 16, Name: "Stream #16(Kernel,MemcpyD2H)", Start: 100, Events: b.gpu}}},
			{ID: 1, Name: "/device:GPU:1"},
			{ID: 2, Name: "/host:CPU", Lines: []*Line{
				{ID: 71, Name: "Host Threads/71", Start: 100, Events: b.calls},
				{ID: 71, Name: "python", Start: 100, Events: b.host},
			}},
			&start,
		},
		Hosts: []string{"node1"},
	}
}

// A builder makes the events of a Newton.
type builder struct {
	n                Newton
	now, free        int64 // ps: of the host, and when the stream is free
	call             int64
	gpu, calls, host []Event
}

// launch adds a call of so many ns.
func (b *builder) launch(name string, ns int64, stats ...Stat) (correlation Stat) {
	b.call++
	correlation = Stat{"correlation_id", uint64(b.call)}
	b.calls = append(b.calls, Event{Name: name, Offset: b.now, Duration: ns * 1000, Stats: append([]Stat{correlation, {"device_id", uint64(0)}}, stats...)})
	b.now += ns*1000 + 250 // a part of a ns
	return correlation
}

func (b *builder) work(name string, ns int64, stats ...Stat) {
	start := max(b.now, b.free)
	b.gpu = append(b.gpu, Event{Name: name, Offset: start, Duration: ns * 1000, Stats: stats})
	b.free = start + ns*1000
}

// op launches a kernel of an operation.
func (b *builder) op(kernel, path, instruction string, ns int64) {
	stats := []Stat{
		{"name", Ref(b.n.Path + "/" + path)}, {"tf_op", Ref("XlaModule:")}, {"hlo_op", Ref(instruction)},
		{"hlo_module", Ref("jit_f")}, {"program_id", uint64(5)},
	}
	c := b.launch("cuLaunchKernel", 120, stats...)
	b.work(kernel, ns, append([]Stat{c, {"kernel_details", Ref("regs:16 static_shared:0 grid:1,1,1 block:256,1,1")}}, stats...)...)
}

// copy reads the predicate and waits for it. The profile does not say of which
// operation it is.
func (b *builder) copy() {
	c := b.launch("cuMemcpyDtoHAsync_v2", CopyNS)
	b.work("MemcpyD2H", CopyNS, c, Stat{"memcpy_details", "kind_src:device kind_dst:pinned size:1 dest:0 async:1"})
	b.launch("cuStreamSynchronize", WaitNS)
	b.now = max(b.now, b.free)
}
