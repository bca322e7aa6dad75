package startup

import "syscall"

// ownGroup makes a process the first of a group; it ends when we do.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
