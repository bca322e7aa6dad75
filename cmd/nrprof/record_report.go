package main

import (
	"fmt"
	"strings"
	"syscall"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// tellRecorded says on standard error what was captured of the program name;
// standard output is the program's. Removed says that out was of an earlier run
// and is gone.
func (p *program) tellRecorded(name, out string, s *inject.Stats, removed bool) {
	say := func(format string, args ...any) { p.Note(fmt.Sprintf(format, args...)) }
	for _, w := range recordWarnings(s) {
		p.Warn(w)
	}
	nothing := "nothing is captured"
	if removed {
		nothing += ", and " + out + " of an earlier run is removed"
	}
	switch {
	case s.Attached == 0:
		say("%s emitted no NVTX: %s", name, nothing)
		return
	case s.Ranges+s.Marks == 0:
		say("%s uses NVTX and emitted neither ranges nor marks: %s", name, nothing)
		return
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
		p.Hint(fmt.Sprintf("nrprof phases %s, nrprof view %s", out, out))
	}
}

func processes(n int) string {
	if n == 1 {
		return "1 process"
	}
	return fmt.Sprintf("%d processes", n)
}

// recordWarnings says what is lost.
func recordWarnings(s *inject.Stats) []string {
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
	add(s.Stray, "end", "without an open range, left out")
	add(s.Nested, "call", "by signal handlers within another call, left out")
	return list
}
