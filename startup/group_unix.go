//go:build unix

package startup

import (
	"os"
	"syscall"
)

// askEnd asks the group of a process to end, forceEnd ends it. That it is gone is no error.
func askEnd(p *os.Process) error { return gone(syscall.Kill(-p.Pid, syscall.SIGTERM)) }
func forceEnd(p *os.Process)     { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

func gone(err error) error {
	if err == syscall.ESRCH {
		return os.ErrProcessDone
	}
	return err
}

// signalOf returns the signal that ended a process, "" for none.
func signalOf(s *os.ProcessState) string {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return ""
}
