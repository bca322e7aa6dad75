package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// recordLibrary looks at the library that nrprof record has programs load. It is
// built into nrprof, or a C compiler builds it.
func (d *system) recordLibrary(dist distribution) Check {
	if d.compiles && runtime.GOOS == "linux" {
		return d.compiler(dist)
	}
	c := Check{Name: "NVTX library", State: OK, UsedFor: "nrprof record", Detail: "built in"}
	if runtime.GOOS != "linux" {
		c.State, c.Detail = Missing, "nrprof record needs Linux"
		return c
	}
	var details interface{ Details() []string }
	if err := d.place(d.out); errors.As(err, &details) {
		c.State, c.Detail = Limited, err.Error()+": "+strings.Join(details.Details(), "; ")
		c.Fix = "Set TMPDIR to a folder that belongs to you and is not mounted noexec"
	} else if err != nil {
		c.State, c.Detail = Limited, err.Error()
	}
	return c
}

// libraryPlace says why programs could not load the library of record, with the
// output in a folder, from any place.
func libraryPlace(ctx context.Context, out string) error {
	dir, err := os.MkdirTemp(out, ".nrprof-doctor-*")
	if err != nil {
		dir = "" // the check of the output says why
	} else {
		defer os.Remove(dir) // it is empty again
	}
	library, err := inject.Install(ctx, dir)
	if err != nil {
		return err
	}
	return library.Close()
}

// compiler looks for the C compiler that builds the library of nrprof record.
func (d *system) compiler(dist distribution) Check {
	c := Check{Name: "C compiler", State: Missing, UsedFor: "nrprof record", Fix: dist.compiler()}
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
			c.State, c.Path, c.Detail = Limited, path, err.Error()
			continue
		}
		c.State, c.Path, c.Version, c.Detail, c.Fix = OK, path, line, "", ""
		return c
	}
	return c
}

// injection looks at what tool ranges go to.
func (d *system) injection() Check {
	const name = "NVTX_INJECTION64_PATH"
	c := Check{Name: "NVTX tool", State: OK, UsedFor: "nrprof run --nvtx", Detail: "none set, as usual"}
	path := d.getenv(name)
	if path == "" {
		return c
	}
	c.Path, c.Detail = path, "$"+name
	if _, err := os.Stat(path); err != nil {
		c.State, c.Detail, c.Fix = Missing, fmt.Sprintf("$%s names %s, which does not exist", name, path), "unset "+name
	}
	return c
}

// driver looks for the driver of NVIDIA.
func (d *system) driver(dist distribution) Check {
	c := Check{Name: "NVIDIA driver", State: Missing, UsedFor: "GPU work in nsys", Fix: dist.driver()}
	b, err := os.ReadFile(d.root + "/proc/driver/nvidia/version")
	if err != nil {
		return c
	}
	c.State, c.Fix = OK, ""
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
func (d *system) nvml(dist distribution) Check {
	c := Check{Name: "NVML", State: Missing, UsedFor: "GPU telemetry", Fix: dist.driver()}
	for _, place := range libraryPlaces {
		if found, _ := filepath.Glob(d.root + place + "/libnvidia-ml.so.1"); len(found) > 0 { // the pattern is good
			c.State, c.Path, c.Detail, c.Fix = OK, found[0], "libnvidia-ml.so.1", ""
			return c
		}
	}
	return c
}

// number reads a file of /proc/sys.
func (d *system) number(path string) (int, error) {
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
func (d *system) perfEvents() Check {
	const path = "/proc/sys/kernel/perf_event_paranoid"
	c := Check{Name: "sampling", State: OK, UsedFor: "nsys --sample"}
	n, err := d.number(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		c.State, c.Detail = Missing, "the kernel has no performance events"
		return c
	case err != nil:
		c.State, c.Detail = Limited, err.Error()
		return c
	}
	c.Detail = "perf_event_paranoid " + strconv.Itoa(n)
	if n > maxParanoid {
		c.State = Limited
		c.Fix = fmt.Sprintf("To use --sample without root: sysctl kernel.perf_event_paranoid=%d", maxParanoid)
	}
	return c
}

// ptrace says whether processes may look into each other.
func (d *system) ptrace() Check {
	c := Check{Name: "ptrace", State: OK, UsedFor: "backtraces of nsys"}
	n, err := d.number("/proc/sys/kernel/yama/ptrace_scope")
	if errors.Is(err, os.ErrNotExist) {
		c.Detail = "not restricted" // no Yama in this kernel
		return c
	}
	if err != nil {
		c.State, c.Detail = Limited, err.Error()
		return c
	}
	c.Detail = "ptrace_scope " + strconv.Itoa(n)
	if n > 1 {
		c.State = Limited
		c.Fix = "sysctl kernel.yama.ptrace_scope=1; in a container: --cap-add SYS_PTRACE"
	}
	return c
}

// container returns what says that this is a container, "" where nothing does.
func (d *system) container() string {
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
func (d *system) tempDir() string {
	if dir := d.getenv("TMPDIR"); dir != "" {
		return dir
	}
	return os.TempDir()
}

// wantBytes is the room below which a short run of nsys may not fit: its
// capture of an empty program has 12 MB, and the report comes beside it.
const wantBytes = 256 << 20

// space says how much room a directory has.
func (d *system) space(dir, what string) Check {
	c := Check{Name: "disk: " + what, State: OK, Path: dir, UsedFor: "nrprof nsys, record"}
	free, err := d.free(dir)
	if err != nil {
		c.State, c.Detail, c.Fix = Missing, err.Error(), "Create the folder first"
		return c
	}
	c.Detail = units.Size(float64(free)) + " free"
	if free < wantBytes {
		c.State = Limited
		c.Fix = "Free some space; -o names another place for reports, TMPDIR another place for the recording of nsys"
	}
	return c
}

// freeBytes returns the room in a directory.
func freeBytes(dir string) (int64, error) { return launch.FreeBytes(dir) }

// pprof looks for the Go toolchain, whose pprof shows exports.
func (d *system) pprof() Check {
	c := Check{Name: "go tool pprof", State: Missing, UsedFor: "exports .pb.gz", Fix: "Install Go from go.dev/dl, or: go install github.com/google/pprof@latest"}
	if path, err := d.lookPath("go"); err == nil {
		if version, err := d.run(path, "env", "GOVERSION"); err == nil {
			c.State, c.Path, c.Version, c.Fix = OK, path, version, ""
			return c
		}
	}
	if path, err := d.lookPath("pprof"); err == nil {
		c.State, c.Path, c.Detail, c.Fix = OK, path, "pprof", ""
	}
	return c
}
