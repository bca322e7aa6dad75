package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
)

// droppedRanges finds traces that lack ranges. Any loss is one too many: the
// time of what is lost is in the ranges around, where it cannot be told apart.
func droppedRanges() Rule {
	return Rule{
		ID:      "dropped-ranges",
		Meaning: "the trace lacks ranges or parts of its file: counts are too low, and lost time is told as that of the ranges around",
		Needs:   "a capture of nrprof, any trace whose reader had to leave rows out, or an export of Nsight Systems that says so",
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
	add(l.Dropped, "ranges the recorder had no room for", "ranges", ".dropped")
	add(l.Chunks, "damaged parts of the file", "chunks", ".loss.damaged_chunks")
	add(l.Ranges, "ranges in damaged parts, or that no reader can place", "ranges", ".loss.damaged_ranges")
	add(l.Truncated, "bytes at the end of the file that are no whole part", UnitBytes, ".loss.truncated_bytes")
	add(l.Events, "counters, arguments and instants the recorder had no room for", "events", ".loss.dropped_events")
	missing := in.missingRanges()
	for _, m := range missing {
		list = append(list, m.evidence())
	}
	switch {
	case len(list) > 0:
	case !countsLosses(in.Trace.Header.Clock):
		return Abstain("the file does not say what its recorder dropped, as captures do (.nrt)")
	case in.Summary.Ranges == 0:
		return Abstain("the trace has no ranges")
	default:
		return Clear(fmt.Sprintf("none of %s lost", units.Plural(in.Summary.Ranges, "range")))
	}
	severity, title := Warning, fmt.Sprintf("%s of %s were lost", units.Integer(l.Dropped+l.Ranges), units.Plural(in.Summary.Ranges+l.Dropped+l.Ranges, "range"))
	switch {
	case l.Dropped+l.Ranges > 0:
	case l.Chunks > 0:
		title = fmt.Sprintf("%s of the file damaged, with an unknown number of ranges", units.Plural(l.Chunks, "part"))
	case len(missing) > 0:
		title = "The profiler says that it may have lost events, an unknown number"
	default:
		severity, title = Info, "The end of the file is incomplete, or counters and arguments were lost; ranges were not"
	}
	return Found(Finding{Severity: severity, Title: title, Evidence: list, Try: dropTries(in, len(missing) > 0)})
}

// missingRanges returns what a profiler says that it may have lost of what the
// trace has some of. Where the program did not use NVTX nothing of it can be
// lost; of CUDA that left nothing on devices gpu-work-not-captured speaks.
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
		list = append(list, "time fewer steps (nrprof run --sample 1/64), or fewer ranges in each")
	}
	if l.Chunks+l.Ranges > 0 {
		list = append(list, "record again: parts of the file are damaged or contradict themselves")
	}
	if missing {
		list = append(list, "let the program end by exit, or by the return of main: what ends otherwise, or runs on, loses what was not yet handed over")
	}
	if l.Truncated > 0 {
		list = append(list, "nothing, where the program was killed: at most the last part of the file is missing")
	}
	return list
}
