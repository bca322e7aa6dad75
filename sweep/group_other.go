//go:build !unix

package sweep

import (
	"os"
	"syscall"
)

// There are no groups here: a process is ended alone.

func ownGroup() *syscall.SysProcAttr   { return nil }
func askGroup(p *os.Process)           { _ = p.Kill() }
func killGroup(p *os.Process)          { _ = p.Kill() }
func signalOf(*os.ProcessState) string { return "" }
func maxRSS(*os.ProcessState) int64    { return 0 }
