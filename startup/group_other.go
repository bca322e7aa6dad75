//go:build !unix

package startup

import (
	"os"
	"syscall"
)

// There are no groups here: a process is ended alone.

func ownGroup() *syscall.SysProcAttr   { return nil }
func askEnd(p *os.Process) error       { return p.Kill() }
func forceEnd(p *os.Process)           { _ = p.Kill() }
func signalOf(*os.ProcessState) string { return "" }
