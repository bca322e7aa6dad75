package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// made writes the files of a system below a directory; those whose text starts
// with #! may be run.
func made(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o666)
		if strings.HasPrefix(text, "#!") {
			mode = 0o777
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// examined returns what doctor says of a system.
func examined(t *testing.T, files map[string]string, env map[string]string, free int64) *Document {
	t.Helper()
	d := system{
		root: made(t, files), out: "results",
		getenv: func(name string) string { return env[name] },
		lookPath: func(name string) (string, error) {
			if env["have "+name] == "" {
				return "", errors.New("not found")
			}
			return "/bin/" + name, nil
		},
		run:  func(path string, _ ...string) (string, error) { return env["have "+filepath.Base(path)], nil },
		free: func(string) (int64, error) { return free, nil },

		compiles: env["compiles"] != "", place: func(string) error {
			if env["noexec"] != "" {
				return &inject.PlaceError{Reasons: []string{"/tmp: is mounted noexec", "memory: no"}}
			}
			return nil
		},
	}
	return d.examine()
}

// find returns a check by its name.
func (doc *Document) find(t *testing.T, name string) Check {
	t.Helper()
	for _, c := range doc.Checks {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %s", name)
	return Check{}
}

// An empty system lacks everything, and is told what installs it.
func TestDoctorMissing(t *testing.T) {
	debian := "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n"
	for _, tt := range []struct {
		name, release, apt string
		nsys, compiler     string // in what is to be done
	}{
		{"Debian, main alone", debian, "Components: main\n# Components: contrib non-free\n", "sed -i 's/^Components: main.*/Components: main contrib non-free/'", "apt-get install gcc libc6-dev"},
		{"Debian, non-free", debian, "Components: main contrib non-free non-free-firmware\n", "Install: apt-get install nsight-systems", "apt-get install gcc"},
		{"Debian, firmware alone", debian, "Components: main contrib non-free-firmware\n", "contrib and non-free enabled", "apt-get install gcc"},
		{"Ubuntu", "ID=ubuntu\nID_LIKE=debian\n", "", "with multiverse enabled", "apt-get"},
		{"Rocky", "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "", "dnf install nsight-systems", "dnf install gcc"},
		{"unknown", "", "", "developer.nvidia.com", "gcc or clang"},
	} {
		doc := examined(t, map[string]string{"etc/os-release": tt.release, "etc/apt/sources.list.d/debian.sources": tt.apt}, map[string]string{"compiles": "yes"}, 1<<40)
		for _, name := range []string{"nsys", "QdstrmImporter", "ImportNvtxt", "C compiler", "NVIDIA driver", "NVML", "go tool pprof"} {
			if c := doc.find(t, name); c.State != Missing || c.Fix == "" || c.UsedFor == "" {
				t.Errorf("%s: got %+v", tt.name, c)
			}
		}
		if c := doc.find(t, "nsys"); !strings.Contains(c.Fix, tt.nsys) {
			t.Errorf("%s: got %q, want %q", tt.name, c.Fix, tt.nsys)
		}
		if c := doc.find(t, "C compiler"); !strings.Contains(c.Fix, tt.compiler) {
			t.Errorf("%s: got %q, want %q", tt.name, c.Fix, tt.compiler)
		}
	}
}

const shellVersion = "#!/bin/sh\necho NVIDIA Nsight Systems version "

// A system that has everything, in Debian's split directories.
func TestDoctorPresent(t *testing.T) {
	files := map[string]string{
		"usr/lib/x86_64-linux-gnu/nsight-systems/target-linux-x64/nsys": shellVersion + "2022.4.2.1-df9881f\n",
		"usr/lib/nsight-systems/host-linux-x64/QdstrmImporter":          "#!/bin/sh\necho NVIDIA Nsight Systems 2022.4.2.1-df9881f\n",
		"usr/lib/nsight-systems/host-linux-x64/ImportNvtxt":             "#!/bin/sh\necho usage; exit 1\n",
		"usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1":                    "",
		"proc/driver/nvidia/version":                                    "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\nGCC version:  gcc version 12.2.0\n",
		"proc/sys/kernel/perf_event_paranoid":                           "2\n",
		"proc/sys/kernel/yama/ptrace_scope":                             "1\n",
	}
	env := map[string]string{"have cc": "cc 12.2.0", "have go": "go1.26.8", "compiles": "yes"}
	doc := examined(t, files, env, 1<<40)
	for name, want := range map[string]string{"nsys": "2022.4.2.1-df9881f", "NVIDIA driver": "535.183.01", "C compiler": "cc 12.2.0", "go tool pprof": "go1.26.8"} {
		if c := doc.find(t, name); c.State != OK || c.Version != want || c.Fix != "" {
			t.Errorf("got %+v, want %s", c, want)
		}
	}
	for _, name := range []string{"ImportNvtxt", "NVML", "sampling", "ptrace", "NVTX tool", "disk: output", "disk: temporary files"} {
		if c := doc.find(t, name); c.State != OK || c.Fix != "" {
			t.Errorf("got %+v", c)
		}
	}
	importer := doc.find(t, "QdstrmImporter")
	if importer.State != Limited || !strings.Contains(importer.Fix, "ln -s ") || !strings.HasSuffix(importer.Fix, "/usr/lib/x86_64-linux-gnu/nsight-systems/host-linux-x64") {
		t.Errorf("split directories: got %+v", importer)
	}
	files["usr/lib/x86_64-linux-gnu/nsight-systems/host-linux-x64/QdstrmImporter"] = files["usr/lib/nsight-systems/host-linux-x64/QdstrmImporter"]
	if c := examined(t, files, env, 1<<40).find(t, "QdstrmImporter"); c.State != OK {
		t.Errorf("one directory: got %+v", c)
	}
}

// What is there and does not do all.
func TestDoctorLimited(t *testing.T) {
	files := map[string]string{
		"usr/lib/nsight-systems/bin/nsys":                      shellVersion + "2023.4.4.54\n",
		"usr/lib/nsight-systems/host-linux-x64/QdstrmImporter": "#!/bin/sh\necho error while loading shared libraries: libarrow.so.500 >&2; exit 127\n",
		"proc/sys/kernel/perf_event_paranoid":                  "4\n",
		"proc/sys/kernel/yama/ptrace_scope":                    "3\n",
		".dockerenv":                                           "",
	}
	doc := examined(t, files, map[string]string{"NVTX_INJECTION64_PATH": "/none/lib.so"}, 1<<20)
	for name, want := range map[string]string{
		"QdstrmImporter": "libarrow.so.500", "sampling": "perf_event_paranoid 4", "ptrace": "ptrace_scope 3",
		"disk: output": "1.00 MiB free", "disk: temporary files": "1.00 MiB free",
	} {
		if c := doc.find(t, name); c.State != Limited || !strings.Contains(c.Detail, want) || c.Fix == "" {
			t.Errorf("got %+v, want limited: %s", c, want)
		}
	}
	if c := doc.find(t, "NVTX tool"); c.State != Missing || c.Fix != "unset NVTX_INJECTION64_PATH" {
		t.Errorf("got %+v", c)
	}
	if doc.Container != "docker" || doc.OS != runtime.GOOS {
		t.Errorf("got container %q on %s", doc.Container, doc.OS)
	}
}

// The library of record is built in, and needs a place that programs can load it
// from.
func TestDoctorLibrary(t *testing.T) {
	c := examined(t, nil, nil, 1<<40).find(t, "NVTX library")
	if runtime.GOOS != "linux" {
		if c.State != Missing || c.Detail != "nrprof record needs Linux" {
			t.Errorf("got %+v", c)
		}
		return
	}
	if c.State != OK || c.Detail != "built in" || c.Fix != "" || c.UsedFor != "nrprof record" {
		t.Errorf("got %+v", c)
	}
	c = examined(t, nil, map[string]string{"noexec": "yes"}, 1<<40).find(t, "NVTX library")
	if c.State != Limited || !strings.Contains(c.Detail, "load the library: /tmp: is mounted noexec; memory: no") || c.Fix == "" {
		t.Errorf("got %+v", c)
	}
}
