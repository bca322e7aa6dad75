package profile

import (
	"fmt"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx"
)

// nvtxDomain is the domain of the ranges of a run.
const nvtxDomain = "nrkit"

// nvtxRanges shows the phases of an engine to an NVTX tool, and counts them. A
// nil *nvtxRanges is none.
type nvtxRanges struct {
	library string // of the tool
	thread  *nvtx.Thread
	names   [newton.Phases]*nvtx.Name
	counts  [newton.Phases]int64
}

// phaseColor is the colour of a phase in timelines: devices green, the linear
// solver blue, what is around them grey.
func phaseColor(p newton.Phase) uint32 {
	switch p {
	case newton.PhaseBuildSystem:
		return 0xff76b900
	case newton.PhaseLinearSolve, newton.PhaseFactor, newton.PhaseRefactor, newton.PhaseSolve:
		return 0xff1f77b4
	case newton.PhaseConvergence, newton.PhasePredict, newton.PhaseLTE:
		return 0xffff7f0e
	case newton.PhaseOutput:
		return 0xff9467bd
	}
	return 0xff7f7f7f
}

// ranges returns what shows phases to the tool that watches, nil when they are not
// asked for or there is no tool, and pins the goroutine to its thread.
func (o *Options) ranges() *nvtxRanges {
	if !o.NVTX {
		return nil
	}
	client, err := nvtx.Open()
	switch {
	case err != nil:
		o.Say.Warn(err.Error() + "; no NVTX ranges are emitted")
	case client == nil && o.Verbose:
		o.Say.Note("no NVTX tool is attached: " + nvtx.Environment + " is not set, so --nvtx has no effect")
	case o.Verbose:
		o.Say.Note("NVTX ranges go to " + client.Library())
	}
	if client == nil {
		return nil
	}
	return newNVTXRanges(client)
}

// newNVTXRanges registers the phases and names the thread.
func newNVTXRanges(client *nvtx.Client) *nvtxRanges {
	d := client.Domain(nvtxDomain)
	r := &nvtxRanges{library: client.Library(), thread: d.Thread()}
	r.thread.SetName("solver")
	for k := range r.names {
		p := newton.Phase(k)
		r.names[p] = d.Register(p.String()).WithColor(phaseColor(p))
	}
	return r
}

// Push is that of newton.Ranges.
func (r *nvtxRanges) Push(p newton.Phase, index int64) {
	r.counts[p]++
	if index == trace.NoIndex {
		r.thread.Push(r.names[p])
	} else {
		r.thread.PushValue(r.names[p], nvtx.Int64(index))
	}
}

// Pop is that of newton.Ranges.
func (r *nvtxRanges) Pop() { r.thread.Pop() }

// close unpins the goroutine. The engine closes its ranges, also where it fails.
func (r *nvtxRanges) close() error {
	if r == nil {
		return nil
	}
	if err := r.thread.Close(); err != nil {
		return fmt.Errorf("internal error: %w", err)
	}
	return nil
}

// report returns the counts.
func (r *nvtxRanges) report() *simulate.NVTX {
	if r == nil {
		return nil
	}
	n := &simulate.NVTX{Library: r.library, Domain: nvtxDomain, Ranges: map[string]int64{}}
	for p, count := range r.counts {
		if count > 0 {
			n.Ranges[newton.Phase(p).String()] = count
			n.Total += count
		}
	}
	return n
}
