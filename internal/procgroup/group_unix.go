//go:build unix

package procgroup

import (
	"errors"
	"os"
	"syscall"
)

// Ask asks the processes of a group to end. The error is os.ErrProcessDone when
// there are none.
func Ask(p *os.Process) error { return send(p, syscall.SIGTERM) }

// Kill ends them.
func Kill(p *os.Process) error { return send(p, syscall.SIGKILL) }

func send(p *os.Process, s syscall.Signal) error {
	err := syscall.Kill(-p.Pid, s)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// Signal returns the signal that ended a process, "" for none.
func Signal(s *os.ProcessState) string {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return ""
}
