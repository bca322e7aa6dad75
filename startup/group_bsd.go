//go:build unix && !linux

package startup

import "syscall"

// ownGroup makes a process the first of a group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
