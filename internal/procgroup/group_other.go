//go:build !unix

package procgroup

import (
	"os"
	"syscall"
)

// Own does nothing here.
func Own() *syscall.SysProcAttr { return nil }

// Ask ends a process, which cannot be asked here.
func Ask(p *os.Process) error { return p.Kill() }

// Kill ends a process.
func Kill(p *os.Process) error { return p.Kill() }

// Signal returns "": there are no signals here.
func Signal(*os.ProcessState) string { return "" }
