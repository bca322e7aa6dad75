package runkey

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The features of this machine are those that the kernel tells, but for those
// that it may hide.
func TestThisMachine(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	cpuinfo(string(text), func(name, value string) {
		if name == "flags" || name == "Features" {
			flags = strings.Fields(value)
		}
	})
	got := readCPU().features
	switch runtime.GOARCH {
	case "amd64":
		compareX86(t, got, x86Linux(flags))
	case "arm64":
		if want := armLinux(flags); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	default:
		if got != nil {
			t.Errorf("features %v of an architecture that is not known", got)
		}
	}
	if a, b := NewProbe().ISAHash(), NewProbe().ISAHash(); a != b || got != nil && len(a) != 16 {
		t.Errorf("hashes %q and %q", a, b)
	}
}

func compareX86(t *testing.T, got, linux Set) {
	for _, f := range linux {
		if !slices.Contains(got, f) {
			t.Errorf("%s: the kernel tells it, CPUID does not", f)
		}
	}
	for _, f := range x86Features {
		if slices.Contains(got, f.name) && !slices.Contains(linux, f.name) && !f.mayHide {
			t.Errorf("%s: CPUID tells it, the kernel does not", f.name)
		}
	}
	if len(linux) < 20 {
		t.Errorf("only %d features", len(linux))
	}
}
