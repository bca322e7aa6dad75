package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// recordLibrary looks at the library that nrprof record has programs load. It is
// built into nrprof, or a C compiler builds it.
func (d *doctor) recordLibrary(dist distribution) check {
	if d.compiles && runtime.GOOS == "linux" {
		return d.compiler(dist)
	}
	c := check{Name: "NVTX library", State: stateOK, UsedFor: "nrprof record", Detail: "built in"}
	if runtime.GOOS != "linux" {
		c.State, c.Detail = stateMissing, "nrprof record needs Linux"
		return c
	}
	var details interface{ Details() []string }
	if err := d.place(d.out); errors.As(err, &details) {
		c.State, c.Detail = stateLimited, err.Error()+": "+strings.Join(details.Details(), "; ")
		c.Fix = "Set TMPDIR to a folder of yours that is not mounted noexec"
	} else if err != nil {
		c.State, c.Detail = stateLimited, err.Error()
	}
	return c
}

// libraryPlace says why programs could not load the library of record, with the
// output in a folder, from any place.
func (p *program) libraryPlace(out string) error {
	dir, err := os.MkdirTemp(out, ".nrprof-doctor-*")
	if err != nil {
		dir = "" // the check of the output says why
	} else {
		defer os.Remove(dir) // it is empty again
	}
	library, err := inject.Install(p.Ctx, dir)
	if err != nil {
		return err
	}
	return library.Close()
}

// compiler looks for the C compiler that builds the library of nrprof record.
func (d *doctor) compiler(dist distribution) check {
	c := check{Name: "C compiler", State: stateMissing, UsedFor: "nrprof record", Fix: dist.compiler()}
	names := []string{"cc", "gcc", "clang"}
	if cc := strings.Fields(d.getenv("CC")); len(cc) > 0 {
		names = append(cc[:1:1], names...)
	}
	for _, name := range names {
		path, err := d.lookPath(name)
		if err != nil {
			continue
		}
		line, err := d.run(path, "--version")
		if err != nil {
			c.State, c.Path, c.Detail = stateLimited, path, err.Error()
			continue
		}
		c.State, c.Path, c.Version, c.Detail, c.Fix = stateOK, path, line, "", ""
		return c
	}
	return c
}

// injection looks at what tool ranges go to.
func (d *doctor) injection() check {
	const name = "NVTX_INJECTION64_PATH"
	c := check{Name: "NVTX tool", State: stateOK, UsedFor: "nrprof run --nvtx", Detail: "none set, as usual"}
	path := d.getenv(name)
	if path == "" {
		return c
	}
	c.Path, c.Detail = path, "$"+name
	if _, err := os.Stat(path); err != nil {
		c.State, c.Detail, c.Fix = stateMissing, fmt.Sprintf("$%s names %s, which is not there", name, path), "unset "+name
	}
	return c
}

// driver looks for the driver of NVIDIA.
func (d *doctor) driver(dist distribution) check {
	c := check{Name: "NVIDIA driver", State: stateMissing, UsedFor: "GPU work in nsys", Fix: dist.driver()}
	b, err := os.ReadFile(d.root + "/proc/driver/nvidia/version")
	if err != nil {
		return c
	}
	c.State, c.Fix = stateOK, ""
	for _, word := range strings.Fields(string(b)) {
		if major, _, ok := strings.Cut(word, "."); ok && len(major) == 3 && strings.Trim(word, "0123456789.") == "" {
			c.Version = word
			break
		}
	}
	return c
}

// libraryPlaces are where the driver puts its libraries.
var libraryPlaces = []string{"/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/*-linux-gnu/nvidia/current", "/usr/local/nvidia/lib64", "/usr/lib/wsl/lib"}

// nvml looks for the library that tells clocks and power of GPUs.
func (d *doctor) nvml(dist distribution) check {
	c := check{Name: "NVML", State: stateMissing, UsedFor: "GPU telemetry", Fix: dist.driver()}
	for _, place := range libraryPlaces {
		if found, _ := filepath.Glob(d.root + place + "/libnvidia-ml.so.1"); len(found) > 0 { // the pattern is good
			c.State, c.Path, c.Detail, c.Fix = stateOK, found[0], "libnvidia-ml.so.1", ""
			return c
		}
	}
	return c
}

// number reads a file of /proc/sys.
func (d *doctor) number(path string) (int, error) {
	b, err := os.ReadFile(d.root + path)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}

// maxParanoid is the highest perf_event_paranoid with which nsys samples what
// an ordinary user runs.
const maxParanoid = 2

// perfEvents says whether nsys may sample.
func (d *doctor) perfEvents() check {
	const path = "/proc/sys/kernel/perf_event_paranoid"
	c := check{Name: "sampling", State: stateOK, UsedFor: "nsys --sample"}
	n, err := d.number(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		c.State, c.Detail = stateMissing, "the kernel has no performance events"
		return c
	case err != nil:
		c.State, c.Detail = stateLimited, err.Error()
		return c
	}
	c.Detail = "perf_event_paranoid " + strconv.Itoa(n)
	if n > maxParanoid {
		c.State = stateLimited
		c.Fix = fmt.Sprintf("For --sample of an ordinary user: sysctl kernel.perf_event_paranoid=%d", maxParanoid)
	}
	return c
}

// ptrace says whether processes may look into each other.
func (d *doctor) ptrace() check {
	c := check{Name: "ptrace", State: stateOK, UsedFor: "backtraces of nsys"}
	n, err := d.number("/proc/sys/kernel/yama/ptrace_scope")
	if errors.Is(err, os.ErrNotExist) {
		c.Detail = "not restricted" // no Yama in this kernel
		return c
	}
	if err != nil {
		c.State, c.Detail = stateLimited, err.Error()
		return c
	}
	c.Detail = "ptrace_scope " + strconv.Itoa(n)
	if n > 1 {
		c.State = stateLimited
		c.Fix = "sysctl kernel.yama.ptrace_scope=1; in a container --cap-add SYS_PTRACE"
	}
	return c
}

// container returns what says that this is a container, "" where nothing does.
func (d *doctor) container() string {
	for _, c := range []struct{ path, name string }{{"/.dockerenv", "docker"}, {"/run/.containerenv", "podman"}} {
		if _, err := os.Stat(d.root + c.path); err == nil {
			return c.name
		}
	}
	for _, v := range []struct{ variable, name string }{{"KUBERNETES_SERVICE_HOST", "kubernetes"}, {"APPTAINER_CONTAINER", "apptainer"}, {"SINGULARITY_CONTAINER", "singularity"}} {
		if d.getenv(v.variable) != "" {
			return v.name
		}
	}
	return ""
}

// tempDir returns where nsys records.
func (d *doctor) tempDir() string {
	if dir := d.getenv("TMPDIR"); dir != "" {
		return dir
	}
	return os.TempDir()
}

// wantBytes is the room below which a short run of nsys may not fit: its
// capture of an empty program has 12 MB, and the report comes beside it.
const wantBytes = 256 << 20

// space says how much room a directory has.
func (d *doctor) space(dir, what string) check {
	c := check{Name: "disk: " + what, State: stateOK, Path: dir, UsedFor: "nrprof nsys, record"}
	free, err := d.free(dir)
	if err != nil {
		c.State, c.Detail, c.Fix = stateMissing, err.Error(), "Make it first"
		return c
	}
	c.Detail = units.Size(float64(free)) + " free"
	if free < wantBytes {
		c.State = stateLimited
		c.Fix = "Make room; -o names another place for reports, TMPDIR for what nsys records"
	}
	return c
}

// freeBytes returns the room in a directory.
func freeBytes(dir string) (int64, error) { return launch.FreeBytes(dir) }

// pprof looks for the Go toolchain, whose pprof shows exports.
func (d *doctor) pprof() check {
	c := check{Name: "go tool pprof", State: stateMissing, UsedFor: "exports .pb.gz", Fix: "Install Go from go.dev/dl, or: go install github.com/google/pprof@latest"}
	if path, err := d.lookPath("go"); err == nil {
		if version, err := d.run(path, "env", "GOVERSION"); err == nil {
			c.State, c.Path, c.Version, c.Fix = stateOK, path, version, ""
			return c
		}
	}
	if path, err := d.lookPath("pprof"); err == nil {
		c.State, c.Path, c.Detail, c.Fix = stateOK, path, "pprof", ""
	}
	return c
}
