package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// firstSignal is the exit code from which on shells mean that a signal ended
// the program: 128 and its number.
const firstSignal = 128

// Exit codes of signals that say why.
const (
	codeInterrupt = 130 // a person or a scheduler sends this and the next two
	codeKill      = 137
	codeTerminate = 143
	codeIllegal   = 132 // an instruction that the CPU does not have
)

// crashedAtExit finds programs that crashed. Where every range has ended, it
// was at the exit, as GPU libraries do that are taken down in the wrong order:
// the figures are whole. Where ranges are open, the trace ends in them.
func crashedAtExit() Rule {
	return Rule{
		ID:      "crashed-at-exit",
		Meaning: "the program crashed: at its exit, where every range has ended and the figures are whole, or inside of ranges, where the trace ends",
		Needs:   "the exit code (--exit-code), or a capture that its program did not close",
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
	code := in.Exit.Code
	if code < firstSignal {
		return Clear(fmt.Sprintf("the program ended with exit code %d, and signals give %d and more", code, firstSignal))
	}
	ev := []Evidence{
		{Text: "exit code, 128 and the number of a signal", Value: float64(code), Unit: UnitCode, Source: in.Exit.Source},
		in.Phases("ranges without an end", float64(in.Summary.Open), "ranges", ".open_ranges"),
	}
	signal := code - firstSignal
	if open > 0 {
		return Found(Finding{Severity: Error, Evidence: ev,
			Title: fmt.Sprintf("Signal %d ended the program inside of %s: the trace ends there", signal, units.Plural(in.Summary.Open, "range")),
			Try:   signalTries(code, false)})
	}
	return Found(Finding{Severity: Warning, Evidence: ev,
		Title: fmt.Sprintf("Signal %d ended the program after its last range: it crashed at its exit, and the figures are whole", signal),
		Try:   signalTries(code, true)})
}

// crashedWithoutCode says what an unclosed capture tells.
func crashedWithoutCode(in *Input, open int64) Outcome {
	switch {
	case !in.Trace.Loss.Open:
		return Abstain("nothing says how the program ended (--exit-code takes the code)")
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
	case code == codeInterrupt || code == codeKill || code == codeTerminate:
		list := []string{"look at who sent it: a person, a time limit of the job, or the system for want of memory (dmesg)"}
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
