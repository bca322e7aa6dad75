package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/preload"
)

// Functions in C++ are watched by the names that people read.
func TestRecordWrap(t *testing.T) {
	if !preload.Supported() {
		t.Skip("solver libraries are watched on amd64 and arm64 alone")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lib.cc":  "#include \"sim.h\"\nint SIM::solve(int n) { return n + 1; }\nint SIM::load(double x) { return (int)x; }\nint SIM::load() { return 2; }\n",
		"sim.h":   "struct SIM { int solve(int); static int load(double); static int load(); };\n",
		"main.cc": "#include \"sim.h\"\n#include <cstdio>\nint main() { SIM s; int n = 0; for (int k = 0; k < 3; k++) n += s.solve(k) + SIM::load(1.5) + SIM::load(); std::printf(\"%d\\n\", n); }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"-shared", "-fPIC", "-o", "libsim.so", "lib.cc"},
		{"-o", "main", "main.cc", "-L.", "-lsim", "-Wl,-rpath,$ORIGIN"},
	} {
		cmd := exec.Command("g++", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("no C++ compiler g++: %v\n%s", err, out)
		}
	}
	for wraps, want := range map[string]string{
		"SIM::solve(int)=solve":                                 "run.nrt: 3 calls into wrap\n",
		"SIM::load=function-evaluation":                         "run.nrt: 6 calls into wrap\n",
		"_ZN3SIM5solveEi=solve SIM::load()=function-evaluation": "run.nrt: 6 calls into wrap\n",
	} {
		var args []string
		for _, w := range strings.Fields(wraps) {
			args = append(args, "--wrap", w)
		}
		if said := recorded(t, dir, append(args, "--", "./main")...); !strings.Contains(said, want) {
			t.Errorf("%s: %s", wraps, said)
		}
	}
}
