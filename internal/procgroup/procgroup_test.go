//go:build unix

package procgroup_test

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
)

// What a program leaves behind ends with its group.
func TestGroup(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, end := range map[string]func(*os.Process) error{"terminated": procgroup.Ask, "killed": procgroup.Kill} {
		// The shell's child holds the pipe: the end of the output is that of both.
		cmd := exec.Command("/bin/sh", "-c", "sleep 60 & echo started; wait")
		cmd.SysProcAttr = procgroup.Own()
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(out)
		if line, err := r.ReadString('\n'); line != "started\n" {
			t.Fatalf("got %q, %v", line, err)
		}
		start := time.Now()
		if err := end(cmd.Process); err != nil {
			t.Fatal(err)
		}
		if _, err := r.ReadByte(); err == nil {
			t.Error("there is more")
		}
		if time.Since(start) > 30*time.Second {
			t.Error("the child went on")
		}
		_ = cmd.Wait() // the state says more
		if got := procgroup.Signal(cmd.ProcessState); got != name {
			t.Errorf("ended by %q, want %q", got, name)
		}
	}
	done := exec.Command("/bin/sh", "-c", "exit 3")
	_ = done.Run()
	if got := procgroup.Signal(done.ProcessState); got != "" {
		t.Errorf("got %q of a program that ended by itself", got)
	}
}
