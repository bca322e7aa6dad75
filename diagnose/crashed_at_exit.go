package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// Exit codes by which shells report that a signal ended the program: 128 plus the
// number of the signal. Systems have 64 signals. The program itself gave larger
// codes: 255 comes from exit(-1).
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

// crashedAtExit finds programs that crashed. If every range has ended, the crash
// was at the exit or between ranges, for example because GPU libraries were
// unloaded in the wrong order: the figures are complete. If ranges are open, the
// trace ends inside of them.
func crashedAtExit() Rule {
	return Rule{
		ID:      "crashed-at-exit",
		Meaning: "A signal ended the program, or the program did not close its capture. If a range was open, the trace ends inside this range",
		Needs:   "the exit code (captures of nrprof record have it, --exit-code gives it), or a capture that its program did not close",
		Summary: true,
		Check:   checkCrashed,
	}
}

func checkCrashed(in *Input) Outcome {
	open, closed := in.unclosed, in.roots
	if open+closed == 0 {
		return Abstain("the trace has no ranges")
	}
	if in.Exit == nil {
		return crashedWithoutCode(in, open)
	}
	signal := in.Exit.Signal()
	if signal == 0 {
		return Clear(fmt.Sprintf("the program ended by itself with exit code %d; signals give %d to %d", in.Exit.Code, firstSignal, lastSignal))
	}
	return Found(crashed(in, firstSignal-1+signal, open))
}

// crashed says where a signal ended the program: inside of ranges without an end,
// of ranges that end with the recording, or of none.
func crashed(in *Input, code int, open int64) Finding {
	f := Finding{Severity: Error, Try: signalTries(code, open == 0 && !in.Ending.any()), Evidence: []Evidence{
		{Text: "exit code: 128 plus the number of the signal", Value: float64(code), Unit: UnitCode, Source: in.Exit.Source},
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
		f.Title = fmt.Sprintf("%s ended the program inside of %s, as far as Nsight Systems recorded; the innermost range is %q", name, units.Plural(in.Ending.Ranges, "range"), in.Ending.Innermost)
	case in.Ending.any():
		f.Severity = severityOf(code)
		f.Title = fmt.Sprintf("%s ended the program; range %q ends with the recording: either the range was open, or the recording was set to end with this range", name, in.Ending.Innermost)
	case sent(code):
		f.Severity = severityOf(code)
		f.Title = fmt.Sprintf("%s ended the program when no range was open: such a signal comes from outside, and %s", name, in.lastMoments())
	default:
		f.Severity = severityOf(code)
		f.Title = fmt.Sprintf("%s ended the program when no range was open: the program crashed at its exit or between ranges, and %s", name, in.lastMoments())
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
	return "what was timed is complete"
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
		return Abstain("the exit code is unknown (captures of nrprof record have it, --exit-code gives it)")
	case open > 0:
		return Abstain(fmt.Sprintf("the capture is not closed and has %s: the program is still running, or was killed", units.Plural(in.Summary.Open, "open range")))
	}
	return Found(Finding{Severity: Info,
		Title: "The capture was not closed, although every range has ended: the program is still running, or its exit did not complete",
		Evidence: []Evidence{
			in.Phases("captures that were not closed", 1, "captures", ".loss.unclosed"),
			in.Phases("ranges without an end", float64(in.Summary.Open), "ranges", ".open_ranges"),
		},
		Try: []string{"no change is needed for the figures: every range has ended", "give --exit-code if the exit code is known"}})
}

// signalTries says what to do about a signal.
func signalTries(code int, atExit bool) []string {
	switch {
	case sent(code):
		list := []string{"find out who sent the signal: a user, a time limit of the job, the system because memory ran out (dmesg), or nsys at the end of a capture range (--capture-range-end=stop lets the program continue)"}
		if !atExit {
			list = append(list, "use the phases as figures of the part that ran")
		}
		return list
	case code == codeIllegal:
		return []string{"look for code that was compiled for another CPU: a binary, or a cache of compiled code (compare nrprof key --isa-hash on both machines)"}
	case atExit:
		return []string{"no change is needed for the figures", "release devices and end threads before main returns: at the exit, GPU libraries are unloaded in no defined order"}
	}
	return []string{"find the crash with a debugger: it happened inside the innermost open range", "use the phases as figures of the part that ran"}
}
