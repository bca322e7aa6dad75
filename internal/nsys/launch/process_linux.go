package launch

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Supported says why nsys cannot run on this system. It is nil if nsys can run.
func Supported() error { return nil }

// ownGroup starts a child in a process group of its own, and interrupts it
// when this process is killed.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
}

// A survivor is a process that carries the mark of a run.
type survivor struct {
	pid    int
	helper bool // part of nsys, not of what it was to profile
}

// survivors returns the processes that carry the mark, and those of the
// process group of nsys. Processes that have ended and wait for their parent
// are none. Cost: a read for each process of the system.
func survivors(mark string, group int) []survivor {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	want := []byte("\x00" + marker + "=" + mark + "\x00")
	var found []survivor
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "environ")) // nil: of another user, or gone
		state, pgrp := stat(pid)
		marked := bytes.Contains(append([]byte{0}, environ...), want)
		if state == 'Z' || !marked && (pgrp != group || group <= 0) {
			continue
		}
		found = append(found, survivor{pid, pgrp == group || isHelper(pid)})
	}
	return found
}

// stat returns state and process group of a process, zeros when it is gone.
func stat(pid int) (state byte, pgrp int) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0
	}
	// The name in parentheses may have any character in it.
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(fields) < 3 {
		return 0, 0
	}
	pgrp, _ = strconv.Atoi(fields[2])
	return fields[0][0], pgrp
}

// isHelper reports whether a process is the agent, the launcher or the pipe of
// nsys. The agent leaves the process group of nsys and is a session of its own.
func isHelper(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return false
	}
	args := strings.Split(string(b), "\x00")
	switch name := filepath.Base(strings.SplitN(args[0], " ", 2)[0]); name {
	case "nsys-launcher", "nsys-tee":
		return true
	default:
		return len(args) > 1 && args[1] == "--start-agent" && strings.HasPrefix(name, "nsys")
	}
}

// killTargets sends a signal to what nsys profiles.
func killTargets(mark string, group int, sig syscall.Signal) {
	for _, s := range survivors(mark, group) {
		if !s.helper {
			kill(s.pid, sig)
		}
	}
}

// hasTargets reports whether something is left that nsys profiles, or an
// importer runs.
func hasTargets(mark string, group int) bool {
	for _, s := range survivors(mark, group) {
		if !s.helper {
			return true
		}
	}
	return false
}

// killAll kills what nsys profiles, and nsys.
func killAll(mark string, group int) {
	for _, s := range survivors(mark, group) {
		kill(s.pid, syscall.SIGKILL)
	}
}

// kill sends a signal to a process that may be gone. An agent of nsys that is
// killed leaves its shared memory, which goes too.
func kill(pid int, sig syscall.Signal) {
	if err := syscall.Kill(pid, sig); err == nil && sig == syscall.SIGKILL {
		_ = os.Remove("/dev/shm/quadd-agent-instance-" + strconv.Itoa(pid)) // there is none but of an agent
	}
}

// Times for what survives nsys: to end by itself, which the agent takes some
// two seconds for; after it was asked to; and between two looks.
const (
	alone = 3 * time.Second
	asked = 1 * time.Second
	look  = 20 * time.Millisecond
)

// sweep waits for what a run left to end, and ends it where it does not. What
// was to be profiled is ended at once when targets is set, and else left alone.
func sweep(mark string, group int, targets bool) {
	mine := func() []survivor {
		var list []survivor
		for _, s := range survivors(mark, group) {
			if s.helper || targets {
				list = append(list, s)
			}
		}
		return list
	}
	if targets {
		killTargets(mark, group, syscall.SIGTERM)
	}
	for _, stage := range []struct {
		sig  syscall.Signal
		wait time.Duration
	}{{0, alone}, {syscall.SIGTERM, asked}, {syscall.SIGKILL, asked}} {
		wait := stage.wait
		for _, s := range mine() {
			if stage.sig != 0 {
				kill(s.pid, stage.sig)
			}
			if !s.helper {
				wait = asked // it was asked already
			}
		}
		for end := time.Now().Add(wait); len(mine()) > 0 && time.Now().Before(end); {
			time.Sleep(look)
		}
	}
}

// FreeBytes returns the room for an unprivileged user in the file system of a
// directory.
func FreeBytes(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}

// full reports whether an error, or the room in a directory, says that a file
// system is full.
func full(err error, dir string) bool {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return true
	}
	free, ferr := FreeBytes(dir)
	return ferr == nil && free < 1<<20
}
