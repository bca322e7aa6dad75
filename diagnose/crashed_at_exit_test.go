package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// unknownCode stands for an exit code that nothing tells.
const unknownCode = -1 << 31

func crashedAtExitInputs() []planted {
	of := func(code int, open, unclosed bool) func() *diagnose.Input {
		return func() *diagnose.Input {
			b := builder{loss: trace.Loss{Open: unclosed}}
			end := b.solver(0, spread([2]int{3, 2})...)
			if open {
				b.open(0, trace.PhaseTransient, end)
				b.open(0, trace.PhaseTimestep, end+5)
			}
			in := b.input()
			if code != unknownCode {
				in.Exit = &diagnose.Exit{Code: code, Source: "--exit-code"}
			}
			return in
		}
	}
	ending := func(code int, e diagnose.Ending) func() *diagnose.Input {
		return func() *diagnose.Input {
			in := of(code, false, false)()
			e.Source = "a.sqlite"
			in.EndsWith(e)
			return in
		}
	}
	return []planted{
		{"signal 11 while ranges end with the recording", finds, ending(139, diagnose.Ending{Ranges: 2, Innermost: "timestep", Nested: true})},
		{"signal 11 while one range ends with the recording", finds, ending(139, diagnose.Ending{Ranges: 1, Innermost: "transient"})},
		{"signal 15 while one range ends with the recording", finds, ending(143, diagnose.Ending{Ranges: 1, Innermost: "transient"})},
		{"signal 11 after all that nsys recorded", finds, ending(139, diagnose.Ending{})},
		{"exit code 0 while ranges end with the recording", clears, ending(0, diagnose.Ending{Ranges: 2, Innermost: "timestep", Nested: true})},
		{"signal 11 after the last range", finds, of(139, false, false)},
		{"signal 11 inside of ranges", finds, of(139, true, true)},
		{"signal 4 inside of ranges", finds, of(132, true, true)},
		{"signal 15 inside of ranges", finds, of(143, true, true)},
		{"not closed and nothing open", finds, of(unknownCode, false, true)},
		{"signal 15 after the last range", finds, of(143, false, false)},
		{"signal 11 as Python tells it", finds, of(-11, false, false)},
		{"the last signal there is", finds, of(192, false, false)},
		{"exit code 193", clears, of(193, false, false)},
		{"exit code 255 of exit minus 1", clears, of(255, false, false)},
		{"exit code 128", clears, of(128, false, false)},
		{"exit code 127", clears, of(127, false, false)},
		{"exit code 1 inside of ranges", clears, of(1, true, false)},
		{"exit code 0", clears, of(0, false, false)},
		{"not closed and ranges open", abstains, of(unknownCode, true, true)},
		{"no exit code", abstains, of(unknownCode, false, false)},
		{"no ranges", abstains, func() *diagnose.Input {
			in := new(builder).input()
			in.Exit = &diagnose.Exit{Code: 139}
			return in
		}},
	}
}
