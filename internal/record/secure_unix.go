//go:build unix

package record

import (
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// secure says why the dynamic linker ignores our variables in a program: "it …"; ""
// if it finds no reason.
func secure(command string) string {
	path, err := exec.LookPath(command)
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
	case info.Mode()&fs.ModeSetuid != 0 && int(of.Uid) != os.Geteuid():
		return "it is setuid, and the dynamic linker ignores LD_PRELOAD and LD_AUDIT in such programs"
	case info.Mode()&fs.ModeSetgid != 0 && int(of.Gid) != os.Getegid():
		return "it is setgid, and the dynamic linker ignores LD_PRELOAD and LD_AUDIT in such programs"
	}
	return ""
}
