package procgroup

import "syscall"

// Own makes a process the first of a group. It ends when the thread that started
// it does, so that thread has to be locked until then.
func Own() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
