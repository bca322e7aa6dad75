package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// workNotCaptured finds traces that lack the device work of their programs: what
// devices did is unknown, and a reader must know this first.
func workNotCaptured() Rule {
	return Rule{
		ID:      "gpu-work-not-captured",
		Meaning: "A process launched kernels or CUDA graphs, but the trace has none of them. Nothing can be said about the GPU work of this process",
		Needs:   "calls of the CUDA or HIP API, or messages of the profiler about CUDA",
		Check:   checkWorkCaptured,
	}
}

// A processID is a process of a rank.
type processID struct {
	rank int32
	id   int64
}

// process returns the process of a thread.
func (t threadID) processID() processID { return processID{t.rank, t.process} }

// A launcher is what a process launched, and which of this work the trace has.
type launcher struct {
	processID
	calls   int64            // that launch kernels or graphs
	names   map[string]int64 // of them, by function
	kernels int64            // and graphs
	lacks   bool             // it launched kernels, and the trace has none of them
}

func checkWorkCaptured(in *Input) Outcome {
	var findings []Finding
	var launches int64
	for _, p := range in.launchers() {
		launches += p.calls
		if p.lacks {
			findings = append(findings, p.finding(in))
		}
	}
	if said := cudaMessages(in); len(findings) == 0 && len(said) > 0 && in.devices().work.Len() == 0 {
		findings = append(findings, Finding{Severity: Warning, first: true, Evidence: said,
			Title: "The profiler reports that it may not have captured CUDA, and the trace has no GPU work", Try: captureTries})
	}
	switch {
	case len(findings) > 0:
		return Found(findings...)
	case in.devices().calls.Len() == 0:
		return Abstain("the trace has no calls of the CUDA or HIP API")
	case launches == 0:
		return Abstain("no call launches a kernel or a graph")
	}
	return Clear(fmt.Sprintf("the trace has %s, and also kernels or graphs on devices", units.Plural(launches, "launch call")))
}

// launchers returns what each process launched, in the order of their numbers. Where
// the trace has kernels of a process that launches none, it may not say of whom
// kernels are, and no process is said to lack some.
func (in *Input) launchers() []launcher {
	l := in.devices()
	if l.launchers != nil {
		return l.launchers
	}
	known := map[processID]*launcher{}
	of := func(p processID) *launcher {
		x := known[p]
		if x == nil {
			x = &launcher{processID: p, names: map[string]int64{}}
			known[p] = x
		}
		return x
	}
	for c := range l.calls.All() {
		if name := trace.CallName(in.nameOf(c.name)); launchesKernels(name) {
			x := of(l.threads[c.thread].processID())
			x.calls++
			x.names[name]++
		}
	}
	for w := range l.work.All() {
		switch in.sort(w) {
		case trace.SortKernel, trace.SortGraph:
			d := in.device(w)
			of(processID{d.rank, d.process}).kernels++
		}
	}
	stray := false
	for _, x := range known {
		stray = stray || x.calls == 0
	}
	l.launchers = []launcher{}
	for _, x := range known {
		x.lacks = x.kernels == 0 && !stray
		l.launchers = append(l.launchers, *x)
	}
	slices.SortFunc(l.launchers, func(a, b launcher) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id)) })
	return l.launchers
}

// hidden says why the trace does not show what devices do; "" where it does.
func (in *Input) hidden() string {
	if g := in.graphs(); g.unseen > 0 {
		return fmt.Sprintf("the trace has no device work for %s of CUDA graphs", units.Count(g.unseen, "launch", "launches"))
	}
	return in.uncaptured()
}

// uncaptured names a process whose kernels were not captured; "" where there is
// none.
func (in *Input) uncaptured() string {
	for _, p := range in.launchers() {
		if p.lacks {
			return fmt.Sprintf("process %d launched kernels, but the trace has none of them (gpu-work-not-captured)", p.id)
		}
	}
	return ""
}

// finding tells of a process.
func (p *launcher) finding(in *Input) Finding {
	f := Finding{Severity: Error, first: true, Try: captureTries,
		Title: fmt.Sprintf("GPU work was not captured: process %d launched kernels or graphs %s, but the trace has none of them", p.id, times(p.calls))}
	var names []string
	for name := range p.names {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(-cmp.Compare(p.names[a], p.names[b]), cmp.Compare(a, b)) })
	for _, name := range names[:min(mostNames, len(names))] {
		f.Evidence = append(f.Evidence, Evidence{Text: "calls of " + name, Value: float64(p.names[name]), Unit: "calls",
			Source: fmt.Sprintf("%s: ranges %s of process %d (nrprof stats cuda_api_sum)", in.Source, name, p.id)})
	}
	f.Evidence = append(f.Evidence, Evidence{Text: "kernels and CUDA graphs of the process in the trace", Value: 0, Unit: "operations",
		Source: in.Source + ": work on devices (nrprof stats cuda_gpu_trace)"})
	f.Evidence = append(f.Evidence, cudaMessages(in)...)
	return f
}

// times says how often something was done.
func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return units.Integer(n) + " times"
}

// cudaMessages returns what the profiler says that it may have lost of CUDA.
func cudaMessages(in *Input) []Evidence {
	var list []Evidence
	for _, m := range in.Missing {
		if strings.Contains(m.Text, "CUDA") {
			list = append(list, m.evidence())
		}
	}
	return list
}

// captureTries says what helps where a profiler captured no work on GPUs.
var captureTries = []string{
	"compare the driver version with the profiler version: with an older driver, in a container or under WSL, the profiler may receive no kernels",
	"trace CUDA (nsys profile --trace=cuda, as nrprof nsys does), and read the diagnostics in the report of the profiler",
	"let the program end by exit, or call cudaProfilerStop before the program is killed: otherwise work that the driver has not delivered is lost",
}
