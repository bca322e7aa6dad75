package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace/export"
)

// Memory of the commands that read exports, in MB of 2^20 bytes. One that kept a
// record of each row took 310 for 49 MB and 640 for 98 MB.
const (
	mostMemory = 300 // for an export of any size
	mostMore   = 110 // for one of twice as many rows
)

// phases, export and diagnose take no more memory for an export of twice as many
// rows, but for what they have in memory at a time.
func TestExportMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads exports of 49 and 98 MB")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "nrprof")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	commands := [][]string{{"phases", "--json"}, {"diagnose", "--json"}}
	commands = append(commands, []string{"export", "-o", "-", "--format", "csv"})
	for _, format := range export.Names() {
		commands = append(commands, []string{"export", "-o", filepath.Join(dir, "out"), "--format", format})
	}
	multiply := func(copies int) (path string) {
		path = filepath.Join(dir, "x.sqlite")
		if err := timelinetest.Multiply(path, filepath.Join("..", "..", "testdata", "nsys", "newton.sqlite"), copies); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var small []int         // of the first commands: the other formats are written alike
	path := multiply(6_500) // 1 million rows
	for _, args := range commands[:3] {
		small = append(small, memoryOf(t, binary, append(args, path)...))
	}
	absent := filepath.Join(dir, "absent")
	for _, args := range commands[:4] {
		cmd := exec.Command(binary, append(args, path)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+absent)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		want := "nrprof: error: making a temporary file in " + absent + ", 0 MB so far: no such file or directory (to use another folder, set the environment variable TMPDIR)\n"
		if err := cmd.Run(); cmd.ProcessState.ExitCode() != 1 || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("%s without a folder for temporary files: %v, %d bytes, %q, want %q", args[0], err, stdout.Len(), stderr.String(), want)
		}
	}
	path = multiply(13_000)
	for i, args := range commands {
		name := args[0] + " " + args[len(args)-1]
		took := memoryOf(t, binary, append(args, path)...)
		t.Logf("%s: %d MB", name, took)
		if took > mostMemory {
			t.Errorf("%s took %d MB, want at most %d", name, took, mostMemory)
		}
		if i < len(small) && took-small[i] > mostMore {
			t.Errorf("%s took %d MB, and %d MB for twice as many rows, want at most %d MB more", name, small[i], took, mostMore)
		}
	}
}

// memoryOf runs a program and returns how much memory it had at most. That
// counts what it sees of files, too. It is looked up while the program runs: what
// the system says of one that has ended may be of this test, which started it.
func memoryOf(t *testing.T, binary string, args ...string) int {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	most := 0
	for {
		select {
		case err := <-done:
			if err != nil || most == 0 {
				t.Fatalf("%v: %v, memory %d: %s", args, err, most, stderr.String())
			}
			return most
		case <-time.After(2 * time.Millisecond):
			most = max(most, highWater(cmd.Process.Pid))
		}
	}
}

// highWater returns the most memory that a process had so far, 0 when it has
// ended.
func highWater(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb int
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kb); err == nil {
			return kb >> 10
		}
	}
	return 0
}
