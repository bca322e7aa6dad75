package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// A doctorDocument is doctor/v1.
type doctorDocument struct {
	Schema       string  `json:"schema"`
	OS           string  `json:"os"`
	Arch         string  `json:"arch"`
	Distribution string  `json:"distribution,omitempty"` // as /etc/os-release names it
	Container    string  `json:"container,omitempty"`    // what says that this is one
	Output       string  `json:"output_dir"`
	Checks       []check `json:"checks"`
}

// States of what was looked for.
const (
	stateOK      = "ok"
	stateMissing = "missing"
	stateLimited = "limited" // there, but does not do all
)

// A check is one thing that programs here make use of.
type check struct {
	Name    string `json:"name"`
	State   string `json:"state"`
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"`
	Detail  string `json:"detail,omitempty"` // a figure, or why it is not ok
	UsedFor string `json:"used_for"`
	Fix     string `json:"fix,omitempty"` // a command, or what to change
}

// A doctor looks at a system.
type doctor struct {
	root     string // directory in place of /, "" for / itself
	out      string // directory of outputs
	getenv   func(string) string
	lookPath func(string) (string, error)
	run      func(path string, args ...string) (string, error)
	free     func(dir string) (int64, error)
	compiles bool                   // record has no library built in for this system
	place    func(out string) error // why programs could not load the library of record
}

// newDoctorCmd returns the command that says what is installed.
func newDoctorCmd(p *program) *cobra.Command {
	var f formatFlags
	d := doctor{getenv: os.Getenv, lookPath: exec.LookPath, run: runQuietly, free: freeBytes,
		compiles: !inject.Embedded(), place: p.libraryPlace}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "say which tools are here, and how to install those that are missing",
		Long: `Doctor says which of the programs that nrprof can make use of are installed and
in which version, what the system permits, what is missing, what it would be
used for, and the command that installs it on this distribution.`,
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := f.check(); err != nil {
				return err
			}
			doc := d.examine()
			return p.print(&f, doc, doc.report())
		},
	}
	f.register(cmd, "doctor/v1")
	fl := cmd.Flags()
	fl.StringVarP(&d.out, "output-dir", "d", ".", "`DIR` where reports will be written")
	fl.StringVar(&d.root, "root", "", "directory in place of /")
	// The only error is an unknown flag.
	_ = fl.MarkHidden("root")
	return cmd
}

// examine looks at everything.
func (d *doctor) examine() *doctorDocument {
	dist := d.distribution()
	doc := &doctorDocument{
		Schema: "doctor/v1", OS: runtime.GOOS, Arch: runtime.GOARCH,
		Distribution: dist.name, Container: d.container(), Output: d.out,
	}
	doc.Checks = append(doc.Checks, d.nsysTools(dist)...)
	doc.Checks = append(doc.Checks, d.recordLibrary(dist), d.injection(), d.driver(dist), d.nvml(dist))
	doc.Checks = append(doc.Checks, d.perfEvents(), d.ptrace())
	doc.Checks = append(doc.Checks, d.space(d.out, "output"), d.space(d.tempDir(), "temporary files"), d.pprof())
	return doc
}

// report returns the table, and below it what to do about what is not ok.
func (doc *doctorDocument) report() *reports.Document {
	title := doc.OS + "/" + doc.Arch
	if doc.Distribution != "" {
		title = doc.Distribution + ", " + title
	}
	if doc.Container != "" {
		title += ", in a container (" + doc.Container + ")"
	}
	r := &reports.Document{Title: title}
	t := &reports.Table{Columns: []reports.Column{{Name: "what"}, {Name: "state"}, {Name: "version or figure"}, {Name: "used for"}}}
	var todo reports.List
	for _, c := range doc.Checks {
		about := c.Version
		if about == "" {
			about = c.Detail
		}
		if c.State == stateMissing && len(about) > maxAbout {
			about = "" // said below
		}
		t.Append(c.Name, c.State, shorten(withoutPackager(about), maxAbout), c.UsedFor)
		if c.State == stateOK {
			continue
		}
		line := c.Name + ": " + c.State
		if c.Detail != "" {
			line += ": " + c.Detail
		}
		if c.Fix != "" {
			line += ". " + c.Fix
		}
		todo = append(todo, line)
	}
	r.Add(t)
	if len(todo) > 0 {
		r.Add(reports.Heading("What to do"), todo)
	}
	return r
}

// maxAbout is the width of the column of versions and figures, with which the
// table fits into 80 columns.
const maxAbout = 22

// withoutPackager leaves out what compilers put into parentheses before the
// version.
func withoutPackager(s string) string {
	before, rest, ok := strings.Cut(s, " (")
	if _, after, closed := strings.Cut(rest, ") "); ok && closed {
		return before + " " + after
	}
	return s
}

// shorten cuts a text to a number of characters.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
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
