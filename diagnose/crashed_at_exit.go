package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// Exit codes by which shells tell that a signal ended the program: 128 and its
// number, of which systems have 64. Above are codes that the program gave: 255
// is that of exit(-1).
const (
	firstSignal = 129
	lastSignal  = 192
)

// ExitCodes are the least and the largest code that [Exit] may have: negative
// ones are numbers of signals, as Python's subprocess has them.
const (
	LeastExitCode   = firstSignal - 1 - lastSignal
	LargestExitCode = 255
)

// Exit codes of signals that say why.
const (
	codeHangUp    = 129 // a terminal or a scheduler sends this and the next three
	codeInterrupt = 130
	codeKill      = 137
	codeTerminate = 143
	codeIllegal   = 132 // an instruction that the CPU does not have
)

// Signal returns the number of the signal that ended the program; 0 when none
// did.
func (e *Exit) Signal() int {
	switch {
	case e.Code >= firstSignal && e.Code <= lastSignal:
		return e.Code - (firstSignal - 1)
	case e.Code < 0 && e.Code >= LeastExitCode:
		return -e.Code
	}
	return 0
}

// sent says whether a signal is one that comes from outside.
func sent(code int) bool {
	return code == codeHangUp || code == codeInterrupt || code == codeKill || code == codeTerminate
}

// crashedAtExit finds programs that crashed. Where every range has ended, it
// was at the exit, as GPU libraries do that are taken down in the wrong order:
// the figures are whole. Where ranges are open, the trace ends in them.
func crashedAtExit() Rule {
	return Rule{
		ID:      "crashed-at-exit",
		Meaning: "the program crashed: at its exit, where every range has ended and the figures are whole, or inside of ranges, where the trace ends",
		Needs:   "the exit code, which captures of nrprof record have and --exit-code gives, or a capture that its program did not close",
		Check:   checkCrashed,
	}
}

func checkCrashed(in *Input) Outcome {
	open, closed := in.unclosed, in.roots
	if open+closed == 0 {
		return Abstain("the trace has no ranges that the program could have been in")
	}
	if in.Exit == nil {
		return crashedWithoutCode(in, open)
	}
	signal := in.Exit.Signal()
	if signal == 0 {
		return Clear(fmt.Sprintf("the program ended with exit code %d by itself: signals give %d to %d", in.Exit.Code, firstSignal, lastSignal))
	}
	return Found(crashed(in, firstSignal-1+signal, open))
}

// crashed says where a signal ended the program: inside of ranges without an end,
// of ranges that end with the recording, or of none.
func crashed(in *Input, code int, open int64) Finding {
	f := Finding{Severity: Error, Try: signalTries(code, open == 0 && !in.Ending.any()), Evidence: []Evidence{
		{Text: "exit code, 128 and the number of a signal", Value: float64(code), Unit: UnitCode, Source: in.Exit.Source},
		in.Phases("ranges without an end", float64(in.Summary.Open), "ranges", ".open_ranges"),
	}}
	if in.Ending.any() {
		f.Evidence = append(f.Evidence, Evidence{Text: "ranges that end with the recording", Value: float64(in.Ending.Ranges), Unit: "ranges", Source: in.Ending.Source})
	}
	name := signalName(code)
	switch {
	case open > 0:
		f.Title = fmt.Sprintf("%s ended the program inside of %s: the trace ends there", name, units.Plural(in.Summary.Open, "range"))
	case in.Ending.any() && in.Ending.Nested:
		f.Title = fmt.Sprintf("%s ended the program inside of %s, as far as Nsight Systems recorded; the innermost is %q", name, units.Plural(in.Ending.Ranges, "range"), in.Ending.Innermost)
	case in.Ending.any():
		f.Severity = severityOf(code)
		f.Title = fmt.Sprintf("%s ended the program; range %q ends with the recording: it was open then, or the recording was to end with it", name, in.Ending.Innermost)
	case sent(code):
		f.Severity = severityOf(code)
		f.Title = fmt.Sprintf("%s ended the program when no range was open: it was sent from outside, and %s", name, in.lastMoments())
	default:
		f.Severity = severityOf(code)
		f.Title = fmt.Sprintf("%s ended the program when no range was open: it crashed at its exit, or between ranges, and %s", name, in.lastMoments())
	}
	return f
}

// severityOf is how severe a signal is that may have come when no range was open.
func severityOf(code int) Severity {
	if sent(code) {
		return Info
	}
	return Warning
}

// lastMoments says whether what was timed is all there when no range is open.
func (in *Input) lastMoments() string {
	if in.Ending != nil {
		return "the export may lack ranges of the last moments, which Nsight Systems loses"
	}
	return "what was timed is whole"
}

// signalName names the signal of an exit code, where all systems agree on it.
func signalName(code int) string {
	name := ""
	switch code - (firstSignal - 1) {
	case 1:
		name = " (hangup)"
	case 2:
		name = " (interrupt)"
	case 4:
		name = " (illegal instruction)"
	case 6:
		name = " (abort)"
	case 8:
		name = " (arithmetic)"
	case 9:
		name = " (kill)"
	case 11:
		name = " (segmentation fault)"
	case 15:
		name = " (terminate)"
	}
	return fmt.Sprintf("Signal %d%s", code-(firstSignal-1), name)
}

// crashedWithoutCode says what an unclosed capture tells.
func crashedWithoutCode(in *Input, open int64) Outcome {
	switch {
	case !in.Trace.Loss.Open:
		return Abstain("nothing says how the program ended (captures of nrprof record do; --exit-code takes the code)")
	case open > 0:
		return Abstain(fmt.Sprintf("the capture is not closed and %s open: the program runs still, or was killed", units.Plural(in.Summary.Open, "range")))
	}
	return Found(Finding{Severity: Info,
		Title: "The capture was not closed though every range has ended: the program runs still, or did not reach the end of its exit",
		Evidence: []Evidence{
			in.Phases("capture without an end, 1 for yes", 1, "captures", ".loss.unclosed"),
			in.Phases("ranges without an end", float64(in.Summary.Open), "ranges", ".open_ranges"),
		},
		Try: []string{"nothing for the figures, which are whole as far as the ranges go", "--exit-code says more, where the code is known"}})
}

// signalTries says what to do about a signal.
func signalTries(code int, atExit bool) []string {
	switch {
	case sent(code):
		list := []string{"look at who sent it: a person, a time limit of the job, the system for want of memory (dmesg), or nsys at the end of a capture range (--capture-range-end=stop lets the program run on)"}
		if !atExit {
			list = append(list, "read the phases as those of the part that ran")
		}
		return list
	case code == codeIllegal:
		return []string{"look for code that was made for another CPU: a binary, or a cache of compiled code (nrprof key --isa-hash tells machines apart)"}
	case atExit:
		return []string{"nothing for the figures", "end devices and threads before main returns: libraries of GPUs are taken down in no certain order at the exit"}
	}
	return []string{"look for the crash with a debugger: the innermost open range says where (nrprof phases)", "read the phases as those of the part that ran"}
}
