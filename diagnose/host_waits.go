package diagnose

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/internal/units"
)

// hostWaits ranks the calls in which the host waits for a device, where these
// waits are not explained by a device that works meanwhile.
func hostWaits() Rule {
	return Rule{
		ID:      "host-waits",
		Meaning: "The host waits in calls of the CUDA or HIP API while no device works, or while the trace does not show what devices do",
		Needs:   "calls of the CUDA or HIP API that wait, such as cudaStreamSynchronize",
		Check:   checkHostWaits,
	}
}

// A waitSum is what all waits of the trace are together.
type waitSum struct {
	calls int64
	ns    int64                   // wall-clock time in which some thread waited
	by    ranking                 // who waits
	times *spill.Sorter[Interval] // when
}

// waiting returns the waits of the trace.
func (in *Input) waiting() *waitSum {
	s := &waitSum{by: ranking{}, times: in.intervals()}
	for c := range in.devices().calls.All() {
		if c.waits {
			s.calls++
			s.by.add(in.caller(c), c.End-c.Start)
			s.times.Add(c.Interval)
		}
	}
	s.ns = covered(s.times)
	return s
}

func checkHostWaits(in *Input) Outcome {
	l := in.devices()
	if l.calls.Len() == 0 {
		return Abstain("the trace has no calls of the CUDA or HIP API")
	}
	s := in.waiting()
	defer s.times.Free()
	part := units.Percent(float64(s.ns), float64(in.Span()))
	switch {
	case s.calls == 0:
		return Clear("no call has the name of a wait for a device, such as cudaStreamSynchronize")
	case share(s.ns, in.Span()) < worth:
		return Clear(fmt.Sprintf("calls that wait for devices, such as cudaStreamSynchronize, take %s, %s of the trace", units.Duration(s.ns), part))
	case l.work.Len() == 0 || in.hidden() != "":
		return Found(s.finding(in, Info, nil, fmt.Sprintf("The host waits for devices for %s, %s of the trace; the trace does not show what the devices do meanwhile", units.Duration(s.ns), part)))
	}
	idle := in.idleWithin(s.times)
	if share(idle, in.Span()) < worth {
		return Clear(fmt.Sprintf("the host waits for devices for %s, %s of the trace; a device works during this time, except for %s", units.Duration(s.ns), part, units.Duration(idle)))
	}
	f := s.finding(in, Warning, in.Cost(idle), fmt.Sprintf("The host waits for devices for %s, %s of the trace; during %s of this time no device works", units.Duration(s.ns), part, units.Duration(idle)))
	f.Evidence = slices.Insert(f.Evidence, 1, Evidence{Text: "part of this time in which no device worked", Value: float64(idle), Unit: UnitNS, Source: in.Source + ": work on devices (nrprof stats cuda_gpu_trace)"})
	return Found(f)
}

// idleWithin returns how much time of some intervals has no work on any device.
func (in *Input) idleWithin(times *spill.Sorter[Interval]) int64 {
	work := in.intervals()
	defer work.Free()
	for w := range in.devices().work.All() {
		work.Add(w.Interval)
	}
	return coveredBeside(times, work)
}

// finding ranks the waits.
func (s *waitSum) finding(in *Input, severity Severity, cost *int64, title string) Finding {
	f := Finding{Severity: severity, Cost: cost, Title: title, Evidence: []Evidence{
		{Text: fmt.Sprintf("time in which some thread waited, in %s", units.Plural(s.calls, "call")), Value: float64(s.ns), Unit: UnitNS,
			Source: in.Source + ": ranges of calls that wait (nrprof stats cuda_api_sum)"},
	}}
	for _, x := range s.by.top(mostNames) {
		f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("time in %s %s", units.Plural(x.calls, "call"), x.of(in)), Value: float64(x.ns), Unit: UnitNS, Source: x.source(in)})
	}
	if rest := len(s.by) - mostNames; rest > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "further combinations of function, thread and range that wait", Value: float64(rest), Unit: "places", Source: in.Source + ": ranges of calls that wait"})
	}
	f.Try = []string{
		"start with the longest waits: wait for an event after the work that is needed, not for the whole device",
		"let the host prepare the next work before it waits",
	}
	return f
}
