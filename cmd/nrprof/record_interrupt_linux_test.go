package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
)

// An interrupt while the inputs of a program are read ends nrprof at once: the
// program does not run, and nothing is left behind.
func TestIdentityInterrupt(t *testing.T) {
	for _, command := range []string{"record -o out.nrt --", "startup --from nvtx --repeat 1 --"} {
		dir := t.TempDir()
		large := filepath.Join(t.TempDir(), "large")
		if err := os.WriteFile(large, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(large, 256<<20); err != nil { // is read whole
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd := exec.Command("nrprof", append(strings.Fields(command), "sh", "-c", ": > ran", large)...)
		cmd.Dir, cmd.Stderr, cmd.Env = dir, &stderr, append(os.Environ(), "TMPDIR="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end := time.Now().Add(30 * time.Second)
		for !hasOpen(cmd.Process.Pid, large) && time.Now().Before(end) {
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != cli.ExitCancelled || stderr.String() != "nrprof: interrupted\n" {
			t.Errorf("%s: %v: %q", command, err, stderr.String())
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v, %v are left", command, entries, err)
		}
	}
}

// hasOpen reports whether a process has a file open.
func hasOpen(pid int, path string) bool {
	list, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "fd", "*"))
	for _, fd := range list {
		if name, err := os.Readlink(fd); err == nil && name == path {
			return true
		}
	}
	return false
}
