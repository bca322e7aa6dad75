package launch

import "syscall"

// Crashed reports whether the target ended by a signal with which programs die at
// their exit, of a bug or because nsys told them to: SIGSEGV, SIGABRT, SIGBUS,
// SIGILL, SIGFPE, SIGTERM. SIGKILL and SIGINT are not among them, because then
// something outside ended the target. An interrupted run does not count either,
// because nsys sent the signal.
func (r *Result) Crashed() bool {
	if r.Interrupted {
		return false
	}
	switch syscall.Signal(r.Status - 128) {
	case syscall.SIGSEGV, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGILL, syscall.SIGFPE, syscall.SIGTERM:
		return true
	}
	return false
}

// ExitCode returns the exit code to use if there is a report: 130 after an
// interrupt, otherwise the exit code of the target. A target that [Result.Crashed]
// counts as success unless strict is set, since its report is whole nevertheless.
func (r *Result) ExitCode(strict bool) int {
	switch {
	case r.Interrupted:
		return 128 + int(syscall.SIGINT)
	case r.Crashed() && !strict:
		return 0
	}
	return r.Status
}
