//go:build unix && !linux

package procgroup

import "syscall"

// Own makes a process the first of a group.
func Own() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
