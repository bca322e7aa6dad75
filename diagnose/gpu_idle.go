package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// noWork is why rules about the work of devices abstain from a trace without any.
const noWork = "the trace has no work on devices"

// gpuIdle finds devices that wait for the host most of the time.
func gpuIdle() Rule {
	return Rule{
		ID:      "gpu-idle",
		Meaning: "A device computes for at most half of the time from its first work to its last, and is idle for at least 5 % of the trace. Startup does not count",
		Needs:   fmt.Sprintf("%d operations or more on a device, with all GPU work in the trace", enough),
		Check:   checkGPUIdle,
	}
}

func checkGPUIdle(in *Input) Outcome {
	if in.devices().work.Len() == 0 {
		return Abstain(noWork)
	}
	if why := in.hidden(); why != "" {
		return Abstain(why)
	}
	var idle []usage
	var clear string
	for _, u := range in.usages() {
		switch {
		case u.pieces < enough:
		case u.idles(in):
			idle = append(idle, u)
		case clear == "":
			clear = u.told(in)
		}
	}
	if len(idle) == 0 && clear != "" {
		return Clear(clear)
	}
	if len(idle) == 0 {
		return Abstain(fmt.Sprintf("no device has %d operations, too few to judge its idle time", enough))
	}
	var findings []Finding
	for _, group := range in.alike(idle, (*usage).idle) {
		findings = append(findings, idleFinding(in, group))
	}
	return Found(findings...)
}

// idles says whether a device computes nothing for most of its time, and is idle
// for enough of it, besides the time in which its process starts up.
func (u *usage) idles(in *Input) bool {
	whole, idle := u.whole()-u.waste, u.idle()-u.waste
	return share(whole-u.computing, whole) >= most && share(idle, in.Span()) >= worth
}

// told says what a device does that is not idle for long.
func (u *usage) told(in *Input) string {
	whole := float64(u.whole())
	text := fmt.Sprintf("%s is idle for %s of the %s from its first work to its last; the idle time is %s of the trace", u.name(),
		units.Percent(float64(u.idle()), whole), units.Duration(u.whole()), units.Percent(float64(u.idle()), float64(in.Span())))
	if share(u.waste, u.idle()) >= worth {
		text += fmt.Sprintf(", with %s while the process starts up", units.Duration(u.waste))
	}
	if u.copies() > 0 {
		text += fmt.Sprintf("; the device computes for %s and only copies for %s", units.Percent(float64(u.computing), whole), units.Percent(float64(u.copies()), whole))
	}
	return text
}

// copies returns how long a device did nothing but copy, on itself too.
func (u *usage) copies() int64 { return u.busy - u.computing }

// idleFinding describes devices that are idle for about as long.
func idleFinding(in *Input, group []usage) Finding {
	u := &group[0]
	whole := float64(u.whole())
	title := fmt.Sprintf("Device %d of process %d", u.number, u.process)
	if n := len(group); n > 1 {
		title = fmt.Sprintf("Each of %d devices computes for at most half of the time; %s, which is idle longest,", n, u.name())
	}
	title += fmt.Sprintf(" is idle for %s of the %s from its first work to its last, and computes for %s", units.Percent(float64(u.idle()), whole), units.Duration(u.whole()),
		units.Percent(float64(u.computing), whole))
	f := Finding{Severity: Warning, Cost: in.Cost(u.idle() - u.waste), Title: title, Try: u.idleTries()}
	for i := range group {
		if i == mostNames {
			f.Evidence = append(f.Evidence, Evidence{Text: "further devices that are idle for about as long", Value: float64(len(group) - i), Unit: "devices", Source: in.Source + ": work on devices"})
			break
		}
		f.Evidence = append(f.Evidence, group[i].evidence(in)...)
	}
	f.Evidence = append(f.Evidence, u.gapEvidence(in)...)
	if g := in.graphs(); g.whole > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "graphs traced as a whole; idle time within these graphs is unknown", Value: float64(g.whole), Unit: "graphs", Source: in.Source + ": ranges of graphs"})
	}
	return f
}

// evidence says what a device does.
func (u *usage) evidence(in *Input) []Evidence {
	source := fmt.Sprintf("%s: work on %s (nrprof stats cuda_gpu_trace)", in.Source, u.name())
	list := []Evidence{
		{Text: u.name() + ": time in which no stream worked", Value: float64(u.idle()), Unit: UnitNS, Source: source},
		{Text: u.name() + ": time in which it computed (kernels, memory sets, graphs)", Value: float64(u.computing), Unit: UnitNS, Source: source},
		{Text: u.name() + ": time in which it only copied", Value: float64(u.copies()), Unit: UnitNS, Source: source},
		{Text: u.name() + ": kernels, copies, memory sets and graphs", Value: float64(u.pieces), Unit: "operations", Source: source},
	}
	if u.waste > 0 {
		list = append(list, Evidence{Text: u.name() + ": idle time during calls that start the process up; not part of the cost (startup-dominates)", Value: float64(u.waste), Unit: UnitNS, Source: source})
	}
	return list
}
