package record

import (
	"fmt"
	"strings"
	"syscall"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// tell says what was captured. It returns an error when the program emitted and all
// of it is lost.
func (r *Recording) tell(of *said, s *inject.Stats, w *watching) error {
	if w != nil {
		defer r.tellCalls(of, w)
	}
	say := func(format string, args ...any) { r.Say.Note(fmt.Sprintf(format, args...)) }
	out := r.Output
	nothing := "no capture is written"
	if of.removed {
		nothing += ", and " + out + " from an earlier run is removed"
	}
	switch {
	case s.Attached == 0 && w != nil:
		say("%s emitted no NVTX, and called no solver function that nrprof watches: %s", of.name, nothing)
		return nil
	case s.Attached == 0:
		if why := hindrance(of.command); why != "" {
			say("%s emitted no NVTX that nrprof could record: %s", of.name, nothing)
			r.Say.Hint(fmt.Sprintf("%s contains NVTX, but %s", of.name, why))
			return nil
		}
		say("%s emitted no NVTX: %s", of.name, nothing)
		return nil
	case s.Ranges+s.Marks == 0 && (s.Dropped > 0 || s.Failed > 0 && s.Lost > 0):
		return fmt.Errorf("%s emitted NVTX, but all ranges and marks are lost: %s", of.name, nothing)
	case s.Ranges+s.Marks == 0:
		say("%s uses NVTX but emitted neither ranges nor marks: %s", of.name, nothing)
		return nil
	}
	parts := []string{units.Plural(int(s.Ranges), "range")}
	if s.Marks > 0 {
		parts = append(parts, units.Plural(int(s.Marks), "mark"))
	}
	line := fmt.Sprintf("%s of %s in %s", strings.Join(parts, " and "), units.Plural(s.Threads, "thread"), processes(s.Processes))
	if s.Open > 0 {
		line += fmt.Sprintf(", %s without an end", units.Plural(int(s.Open), "range"))
	}
	say("%s: %s", out, line)
	if strings.HasSuffix(strings.ToLower(out), ".nrt") {
		r.Say.Hint(fmt.Sprintf("nrprof phases %s, nrprof view %s", out, out))
	}
	return nil
}

// recoverHint says what becomes of the folder dir when the output could not be
// written.
func recoverHint(dir string, s *inject.Stats) string {
	kept := "nothing is lost"
	if s.Dropped+s.Lost+s.Damaged > 0 {
		kept = fmt.Sprintf("%s of %s are saved", units.Integer(s.Ranges), units.Plural(s.Ranges+s.Dropped, "range"))
	}
	return fmt.Sprintf("%s: nrprof record --recover %s -o OUT", kept, dir)
}

func processes(n int) string {
	if n == 1 {
		return "1 process"
	}
	return fmt.Sprintf("%d processes", n)
}

// warnings says what is lost.
func warnings(s *inject.Stats) []string {
	var list []string
	add := func(n int64, what, fate string) {
		if n > 0 {
			list = append(list, units.Plural(n, what)+" "+fate)
		}
	}
	why := ""
	if s.Errno != 0 {
		why = ": " + syscall.Errno(s.Errno).Error()
	}
	add(s.Dropped, "range", "lost"+why)
	add(s.Lost, "other record", "(marks, names, payloads) lost"+why)
	add(s.Damaged, "file", "of the program damaged: the end is missing")
	add(s.Stray, "end", "without an open range, ignored")
	add(s.Nested, "call", "by signal handlers within another call, ignored")
	return list
}
