package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
)

// droppedRanges finds traces that lack ranges. Any loss counts, because the time
// of lost ranges is counted under the ranges around them.
func droppedRanges() Rule {
	return Rule{
		ID:      "dropped-ranges",
		Meaning: "The trace lacks ranges or parts of its file. Counts are too low, and the time of lost ranges is counted under the ranges around them",
		Needs:   "a capture of nrprof, a trace whose reader left out rows, or an export of Nsight Systems that reports losses",
		Summary: true,
		Check:   checkDropped,
	}
}

func checkDropped(in *Input) Outcome {
	l := in.Trace.Loss
	var list []Evidence
	add := func(n int64, text, unit, key string) {
		if n > 0 {
			list = append(list, in.Phases(text, float64(n), unit, key))
		}
	}
	add(l.Dropped, "ranges that the recorder dropped because it had no room", "ranges", ".dropped")
	add(l.Chunks, "damaged parts of the file", "chunks", ".loss.damaged_chunks")
	add(l.Ranges, "ranges in damaged parts, or ranges that the reader could not place", "ranges", ".loss.damaged_ranges")
	add(l.Truncated, "bytes of an incomplete part at the end of the file", UnitBytes, ".loss.truncated_bytes")
	add(l.Events, "counters, arguments and instants that the recorder dropped because it had no room", "events", ".loss.dropped_events")
	missing := in.missingRanges()
	for _, m := range missing {
		list = append(list, m.evidence())
	}
	switch {
	case len(list) > 0:
	case !countsLosses(in.Trace.Header.Clock):
		return Abstain("the file does not report what its recorder dropped; captures (.nrt) do")
	case in.Summary.Ranges == 0:
		return Abstain("the trace has no ranges")
	default:
		return Clear(fmt.Sprintf("none of %s was lost", units.Plural(in.Summary.Ranges, "range")))
	}
	severity, title := Warning, fmt.Sprintf("%s of %s were lost", units.Integer(l.Dropped+l.Ranges), units.Plural(in.Summary.Ranges+l.Dropped+l.Ranges, "range"))
	switch {
	case l.Dropped+l.Ranges > 0:
	case l.Chunks > 0:
		title = fmt.Sprintf("The file has %s, with an unknown number of ranges", units.Plural(l.Chunks, "damaged part"))
	case len(missing) > 0:
		title = "The profiler reports that it may have lost an unknown number of events"
	default:
		severity, title = Info, "The end of the file is incomplete, or counters and arguments were lost; no other loss of ranges is known"
	}
	return Found(Finding{Severity: severity, Title: title, Evidence: list, Try: dropTries(in, len(missing) > 0)})
}

// missingRanges returns messages of a profiler about losses. Messages about NVTX do
// not count if the trace has no NVTX range: the program may not use NVTX. Messages
// about CUDA do not count if the trace has no work on devices:
// gpu-work-not-captured reports them.
func (in *Input) missingRanges() []Missing {
	nvtx := false
	for i, total := range in.totals {
		nvtx = nvtx || total.Count > 0 && in.Trace.Sort(int32(i)) == ""
	}
	return slices.DeleteFunc(slices.Clone(in.Missing), func(m Missing) bool {
		return strings.Contains(m.Text, "NVTX") && !nvtx || strings.Contains(m.Text, "CUDA") && in.devices().work.Len() == 0
	})
}

// evidence returns the message.
func (m Missing) evidence() Evidence {
	return Evidence{Text: "messages of the profiler: " + m.Text, Value: float64(m.Count), Unit: "messages", Source: m.Source}
}

// countsLosses says whether a trace with that clock is of a recorder of this
// project, which counts what it drops, whatever format the trace came in.
func countsLosses(clock string) bool {
	return clock == "tsc" || clock == "cntvct" || clock == "monotonic"
}

// dropTries says what helps against each kind of loss.
func dropTries(in *Input, missing bool) []string {
	var list []string
	l := in.Trace.Loss
	if l.Dropped+l.Events > 0 {
		list = append(list, "time fewer steps (nrprof run --sample 1/64), or fewer ranges in each step")
	}
	if l.Chunks+l.Ranges > 0 {
		list = append(list, "record again: parts of the file are damaged or contradict themselves")
	}
	if missing {
		list = append(list, "let the program end by exit or by returning from main: otherwise the profiler loses events that were not delivered yet")
	}
	if l.Truncated > 0 {
		list = append(list, "if the program was killed, no change is needed: at most the last part of the file is missing")
	}
	return list
}
