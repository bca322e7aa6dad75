package analysis

import (
	"slices"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/parallel"
	"github.com/nrkit/nrkit/symbolic"
)

// Threads says what more threads gain in nrkit's package newton/lu. It is an estimate of
// a model: nothing ran.
type Threads struct {
	Method   string  `json:"method"`         // ordering of the cheapest setting of `lu`
	Matching string  `json:"matching"`       // matching of this setting
	Serial   float64 `json:"serial_seconds"` // its time of a refactorization on one thread
	Solves   float64 `json:"solves_seconds"` // its time of the solves after each refactorization, on one thread

	Speedups []ThreadsGain `json:"speedups"` // on 2, 4, 8 and 16 threads
}

// A ThreadsGain is a speed-up on a number of threads.
type ThreadsGain struct {
	Threads int     `json:"threads"` // number of threads
	Speedup float64 `json:"speedup"` // time on one thread divided by the time on so many; at least 1
}

// A GPU says when a GPU is faster than one core. It is an estimate of a model that was
// fitted to published times: nothing ran on a GPU.
type GPU struct {
	Device   string `json:"device"`   // GPU of the published times
	Solver   string `json:"solver"`   // `cudss`: NVIDIA cuDSS
	Method   string `json:"method"`   // ordering of `choice`, with whose factors the GPU works too
	Matching string `json:"matching"` // matching of `choice`

	Core float64 `json:"core_seconds"` // one refactorization and its solves of `choice` on one core

	// a factorization and its solves of one matrix on the GPU, with data on the GPU;
	// absent if one matrix is beyond the range of the published times
	Seconds float64 `json:"gpu_seconds,omitempty"`

	// from so many matrices of one pattern at once, the core takes at least 1.5 times
	// as long for each as the GPU; absent if it does not up to 256
	Batch int `json:"wins_from_batch,omitempty"`

	// from so many rows of the same structure, the core takes at least 1.5 times as
	// long for one matrix as the GPU. Absent if the matrix has so many rows, and if
	// this number is beyond the range of the published times
	Rows int64 `json:"wins_from_rows,omitempty"`
}

// threadCounts are the numbers of threads in the document.
var threadCounts = []int{2, 4, 8, 16}

// mostSimulated is the most entries of L for which threads are simulated.
const mostSimulated = 1 << 22

// addParallel adds what threads and a GPU gain. The models know refactorizations only.
func (r *runner) addParallel(p *Prediction, all *estimates) {
	if p.Factorizations == 1 {
		return
	}
	for _, s := range p.Solvers() {
		if e := all.of(s); s.Solver == prediction.LU && s.known() && e != nil {
			p.Threads = threadsOf(s, e, &r.opt)
		}
	}
	if c := p.Choice; c.known() {
		p.GPU = gpuOf(c, all.of(c), p)
	}
}

// of returns the estimate of a setting.
func (all *estimates) of(s *Setting) *estimate {
	for _, e := range all.list {
		if slices.Contains(e.settings, s) {
			return e
		}
	}
	return nil
}

// threadsOf simulates a refactorization of newton/lu, nil if the factors are too large.
func threadsOf(s *Setting, e *estimate, opt *Options) *Threads {
	if e.features.L > mostSimulated || e.features.SymmetricL > mostSimulated {
		return nil
	}
	order := e.order
	order.Tree = symbolic.SymmetricTree
	o := e.in.analyzeAs(order, symbolic.Options{Counts: true})
	_, solves := opt.repeats()
	t := &Threads{Method: s.Method, Matching: s.Matching, Serial: s.Refactor.Seconds, Solves: float64(solves) * s.Solve.Seconds}
	gains, ok := parallel.Speedups(e.in.subject.pattern, o.Analysis, t.Serial, opt.Machine, threadCounts...)
	if !ok {
		return nil
	}
	for k, gain := range gains {
		t.Speedups = append(t.Speedups, ThreadsGain{threadCounts[k], gain})
	}
	return t
}

// gpuOf estimates from when a GPU wins against a setting, nil beyond the range of the
// model.
func gpuOf(s *Setting, e *estimate, p *Prediction) *GPU {
	core := p.step(s)
	w, ok := parallel.GPUWins(e.features, core, p.Solves)
	if !ok {
		return nil
	}
	return &GPU{Device: w.Device, Solver: string(w.Solver), Method: s.Method, Matching: s.Matching,
		Core: core, Seconds: w.Seconds, Batch: w.Batch, Rows: w.Rows}
}
