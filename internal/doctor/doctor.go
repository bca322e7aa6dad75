package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Schema names the document of a system.
const Schema = "doctor/v1"

// A Document is doctor/v1: a system, and what programs here make use of.
type Document struct {
	Schema       string `json:"schema"`                 // name of the schema: `doctor/v1`
	OS           string `json:"os"`                     // operating system, as Go names it: `linux`
	Arch         string `json:"arch"`                   // architecture, as Go names it: `amd64`
	Distribution string `json:"distribution,omitempty"` // name in `/etc/os-release`; absent if it has none

	// kind of the container: `docker`, `podman`, `kubernetes`, `apptainer` or
	// `singularity`; absent if no container is detected
	Container string `json:"container,omitempty"`

	Output string  `json:"output_dir"` // directory for reports, whose free space is checked
	Checks []Check `json:"checks"`     // the checks, in a fixed order
}

// States of what was looked for.
const (
	OK      = "ok"
	Missing = "missing"
	Limited = "limited" // there, but does not do all
)

// A Check is one thing that programs here make use of.
type Check struct {
	// `nsys`, `QdstrmImporter`, `ImportNvtxt`, `NVTX library`, `NVTX tool`,
	// `NVIDIA driver`, `NVML`, `sampling`, `ptrace`, `disk: output`, `disk:
	// temporary files` or `go tool pprof`. On Linux with processors other than
	// amd64 and arm64, `C compiler` replaces `NVTX library`
	Name string `json:"name"`

	State   string `json:"state"`             // `ok`; `missing`; `limited`: found, but not all functions work
	Version string `json:"version,omitempty"` // version that the program reports; absent if it reports none
	Path    string `json:"path,omitempty"`    // path of the program or directory; absent if not found
	Detail  string `json:"detail,omitempty"`  // a figure, or the reason why the check is not ok
	UsedFor string `json:"used_for"`          // command or flag that uses it

	// what to change, with the command for this distribution; absent if the check
	// is ok
	Fix string `json:"fix,omitempty"`
}

// A system is what is looked at, and how.
type system struct {
	root     string // directory in place of /, "" for / itself
	out      string // directory of outputs
	getenv   func(string) string
	lookPath func(string) (string, error)
	run      func(path string, args ...string) (string, error)
	free     func(dir string) (int64, error)
	compiles bool                   // record has no library built in for this system
	place    func(out string) error // why programs could not load the library of record
}

// Examine looks at this machine: at the files below root in place of / unless it
// is "", and at the folder out, where reports will be written. It runs the
// programs that it finds to learn their versions, and writes a temporary library
// into out, which it removes. What is missing is a check, not an error.
func Examine(ctx context.Context, root, out string) *Document {
	s := system{root: root, out: out, getenv: os.Getenv, lookPath: exec.LookPath, run: runQuietly, free: freeBytes,
		compiles: !inject.Embedded(), place: func(out string) error { return libraryPlace(ctx, out) }}
	return s.examine()
}

// examine looks at everything.
func (d *system) examine() *Document {
	dist := d.distribution()
	doc := &Document{
		Schema: Schema, OS: runtime.GOOS, Arch: runtime.GOARCH,
		Distribution: dist.name, Container: d.container(), Output: d.out,
	}
	doc.Checks = append(doc.Checks, d.nsysTools(dist)...)
	doc.Checks = append(doc.Checks, d.recordLibrary(dist), d.injection(), d.driver(dist), d.nvml(dist))
	doc.Checks = append(doc.Checks, d.perfEvents(), d.ptrace())
	doc.Checks = append(doc.Checks, d.space(d.out, "output"), d.space(d.tempDir(), "temporary files"), d.pprof())
	return doc
}

// runQuietly runs a program and returns the first line that it printed.
func runQuietly(path string, args ...string) (string, error) {
	out, err := exec.Command(path, args...).CombinedOutput()
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil {
		return line, fmt.Errorf("%s: %w", path, err)
	}
	return line, nil
}
