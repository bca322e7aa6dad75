package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/preload"
)

// compileC makes a program that does nothing.
func compileC(t *testing.T, dir string, flags ...string) {
	t.Helper()
	if !preload.Supported() {
		t.Skip("solver libraries are watched on amd64 and arm64 alone")
	}
	source := filepath.Join(dir, "main.c")
	if err := os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", append(flags, "-o", filepath.Join(dir, "main"), source)...).CombinedOutput(); err != nil {
		t.Skipf("gcc %v does not work here: %v\n%s", flags, err, out)
	}
}

// A static program runs, and the hint says why nothing was seen.
func TestRecordStatic(t *testing.T) {
	dir := t.TempDir()
	compileC(t, dir, "-static")
	said := recorded(t, dir, "--solvers", "auto", "--", "./main")
	for _, want := range []string{
		"warning: ./main called none of the watched functions (",
		"hint: no library can be put in front of this program: it is linked statically",
		"--probe FILE:SYMBOL=PHASE",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
}

// A setuid program of another user is not started.
func TestRecordSetuid(t *testing.T) {
	dir := t.TempDir()
	compileC(t, dir)
	path := filepath.Join(dir, "main")
	if err := os.Chown(path, 65534, 65534); err != nil {
		t.Skip("only root gives files to other users")
	}
	if err := os.Chmod(path, 0o755|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("nrprof", "record", "--solvers", "auto", "./main")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "error: ./main cannot be watched: it is setuid, and the dynamic linker ignores LD_PRELOAD") ||
		!strings.Contains(string(out), "hint: run nrprof as the user who owns the program") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "main.nrt.raw")); err == nil {
		t.Error("main.nrt.raw is left")
	}
}
