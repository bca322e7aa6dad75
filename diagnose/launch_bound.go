package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// launchBound finds programs whose device waits for the host to launch kernels
// that take less time than their launch.
func launchBound() Rule {
	return Rule{
		ID:      "launch-bound",
		Meaning: "At least half of the kernels take less time than the call that launches them, and the device has no other work meanwhile",
		Needs:   fmt.Sprintf("%d kernels or more, with the calls that launched these kernels", enough),
		Check:   checkLaunchBound,
	}
}

// launchCount says what was found of launches of one kernel each.
type launchCount struct {
	kernels int64
	short   int64 // shorter than their call, which found the device idle
	covered int64 // ns in the calls of the short ones
	calling int64 // ns of them
	running int64 // ns of their kernels
	joint   int64 // launched with others by one call
}

func checkLaunchBound(in *Input) Outcome {
	n := in.launches()
	switch {
	case n.kernels == 0 && n.joint > 0:
		return Clear(fmt.Sprintf("no call launches a single kernel: calls launch %s together or in graphs", units.Plural(n.joint, "kernel")))
	case in.devices().work.Len() == 0:
		return Abstain(noWork)
	case n.kernels == 0:
		return Abstain("the trace has no kernels with a known launch")
	case n.kernels+n.joint < enough:
		return Abstain(fmt.Sprintf("the trace has only %s with a known launch, too few to judge", units.Plural(n.kernels, "kernel")))
	}
	part := share(n.short, n.kernels+n.joint)
	ns := n.covered
	if part < most || share(ns, in.Span()) < worth {
		return Clear(fmt.Sprintf("%s of %s are shorter than their launch, with no other work on the device; these launches take %s of the trace",
			units.Share(part), units.Plural(n.kernels+n.joint, "kernel"), units.Percent(float64(ns), float64(in.Span()))))
	}
	calls := in.Source + ": calls with a flow to one kernel"
	return Found(Finding{Severity: Warning, Cost: in.Cost(ns),
		Title: fmt.Sprintf("%s of %s are shorter than their launch, with no other work on the device: on average %s, and %s for the launch", units.Share(part),
			units.Plural(n.kernels+n.joint, "kernel"), units.Duration(n.running/n.short), units.Duration(n.calling/n.short)),
		Evidence: []Evidence{
			{Text: "kernels shorter than their launch, if the device had finished all earlier work when the launch ended", Value: float64(n.short), Unit: "kernels", Source: calls},
			{Text: "kernels", Value: float64(n.kernels + n.joint), Unit: "kernels", Source: in.Source + ": ranges of kernels with a flow (nrprof stats cuda_kern_exec_sum)"},
			{Text: "host time in these launches", Value: float64(ns), Unit: UnitNS, Source: calls},
			{Text: "time of these kernels", Value: float64(n.running), Unit: UnitNS, Source: calls},
		},
		Try: []string{
			"put the kernels of an iteration into a CUDA graph (XLA: --xla_gpu_enable_command_buffer), which is launched once",
			"fuse kernels: evaluate all devices of a model, or of several models, in one kernel",
			"give each kernel more to do: batches of circuits, corners or time points",
		}})
}

// launches counts the kernels by how they were launched.
func (in *Input) launches() launchCount {
	var n launchCount
	calls := in.intervals()
	defer calls.Free()
	for c := range in.devices().launched() {
		var kernel devWork
		number := int64(0)
		for w := range c.each {
			if in.sort(w) == trace.SortKernel {
				kernel = *w
				number++
			}
		}
		if number != 1 || isGraphLaunch(trace.CallName(in.nameOf(c.name))) {
			n.joint += number
			continue
		}
		n.kernels++
		if kernel.End-kernel.Start < c.End-c.Start && kernel.done <= c.End {
			n.short++
			calls.Add(c.Interval)
			n.calling += c.End - c.Start
			n.running += kernel.End - kernel.Start
		}
	}
	n.covered = covered(calls)
	return n
}
