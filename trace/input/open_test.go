package input_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/input"
)

// written returns what write writes.
func written(t *testing.T, write func(b *bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// put writes a file and returns its path.
func put(t *testing.T, dir, name string, b []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// samples writes a file of every format that needs nothing to be read, by kind,
// under a name that says nothing.
func samples(t *testing.T, dir string) map[string]input.Kind {
	t.Helper()
	tr := walktest.NR(5, true)
	capture := written(t, func(b *bytes.Buffer) error { return trace.Save(b, tr) })
	json := written(t, func(b *bytes.Buffer) error { return chrome.Write(b, tr) })
	export := filepath.Join(dir, "export")
	if err := (timelinetest.Solver{Steps: 3, PID: 7, Start: 1e18}).Write(export); err != nil {
		t.Fatal(err)
	}
	return map[string]input.Kind{
		put(t, dir, "capture", capture):           input.Capture,
		put(t, dir, "json", json):                 input.ChromeJSON,
		put(t, dir, "packed", packed(json)):       input.ChromeJSON,
		put(t, dir, "xplane", profile()):          input.XPlane,
		put(t, dir, "xplane2", packed(profile())): input.XPlane,
		export: input.NsightExport,
	}
}

// ranges counts the ranges of a trace.
func ranges(t *trace.Trace) (n int) {
	for range t.Ranges() {
		n++
	}
	return n
}

// Every format is read from a file and from standard input, as the same trace.
func TestOpen(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	seen := map[input.Kind]bool{}
	for path, want := range samples(t, t.TempDir()) {
		seen[want] = true
		f, err := input.OpenFile(path, input.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := ranges(f.Trace)
		if f.Kind != want || f.Name != path || n == 0 {
			t.Errorf("%s: got %v called %s, %d ranges, want %v", path, f.Kind, f.Name, n, want)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		in, err := input.OpenFile("-", input.Options{Stdin: bytes.NewReader(b)})
		if err != nil {
			t.Fatal(err)
		}
		if m := ranges(in.Trace); in.Kind != want || in.Name != "stdin" || m != n || len(in.Warnings) != len(f.Warnings) {
			t.Errorf("%s from standard input: got %v called %s, %d ranges, %q, want %v, %d ranges, %q", path, in.Kind, in.Name, m, in.Warnings, want, n, f.Warnings)
		}
		if err := errors.Join(f.Close(), f.Err(), in.Close(), in.Err()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, f := range input.Formats() {
		if !seen[f.Kind] && f.Needs == "" {
			t.Errorf("no sample of %s", f)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

// fakeNSYS writes an nsys that exports every report as the database.
func fakeNSYS(t *testing.T, database string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for nsys is a script of the shell")
	}
	path := filepath.Join(t.TempDir(), "nsys")
	script := "#!/bin/sh\ncase $1 in --version) echo NVIDIA Nsight Systems version 2024.4.1.61;;\n" +
		"export) for a; do case $a in --output=*) cp '" + database + "' \"${a#--output=}\";; esac; done;; esac\n"
	if err := os.WriteFile(path, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

// A report is exported by the nsys that NSYS names, and the trace is that of the
// export, which is gone afterwards. Messages have the name of the report.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	export := filepath.Join(dir, "export.sqlite")
	if err := (timelinetest.Solver{Steps: 3, PID: 7, Start: 1e18}).Write(export); err != nil {
		t.Fatal(err)
	}
	report := put(t, dir, "run.nsys-rep", []byte("NVIDIA Tegra Profiler Report\x00rest"))
	env := map[string]string{"NSYS": fakeNSYS(t, export)}
	o := input.Options{Getenv: func(key string) string { return env[key] }}
	want, _, err := input.Open(export, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{report, "-"} {
		o.Stdin = strings.NewReader("NVIDIA Tegra Profiler Report")
		tr, kind, err := input.Open(path, o)
		if err != nil {
			t.Fatal(path, err)
		}
		if kind != input.NsightReport || ranges(tr) != ranges(want) || !kind.FromNsight() {
			t.Errorf("%s: got %v with %d ranges, want %d", path, kind, ranges(tr), ranges(want))
		}
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := want.Close(); err != nil {
		t.Error(err)
	}
	for _, broken := range []string{put(t, dir, "cut", []byte("SQLite format 3\x00")), filepath.Join(dir, "none")} {
		env["NSYS"] = fakeNSYS(t, broken)
		for path, name := range map[string]string{report: report, "-": "stdin"} {
			o.Stdin = strings.NewReader("NVIDIA Tegra Profiler Report")
			if _, _, err := input.Open(path, o); err == nil || !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), "nrkit-") {
				t.Errorf("%s of %s: got %v, want an error of %s", path, broken, err, name)
			}
		}
	}
	env["NSYS"] = filepath.Join(dir, "nowhere")
	var failure *input.Failure
	if _, _, err := input.Open(report, o); !errors.As(err, &failure) || !strings.Contains(failure.Hint, "nsys export --type sqlite run.nsys-rep") {
		t.Errorf("without nsys: got %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

// Errors say where in which file, and what to do.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	capture := written(t, func(b *bytes.Buffer) error { return trace.Save(b, walktest.NR(5, true)) })
	const what = "supported formats: a capture (.nrt), "
	for _, c := range []struct{ name, text, err, hint string }{
		{"a.nrt", "text", `a.nrt: offset 0: not a capture file: starts with "text"`, what},
		{"empty", "", "empty: offset 0: is empty, want a capture file", what},
		{"a.bench.txt", "goos: linux\n", "a.bench.txt: offset 0: not a capture file", what},
		{"cut.nrt", string(capture[:20]), "cut.nrt: offset 20: input ends", ""},
		{"version", "\x89NRT\r\n\x1a\x09", "version: offset 7: capture file of version 9", ""},
		{"a.json", "[\n {\"ph\" 1}]", "a.json:2:8: ", ""},
		{"b.json", "text", "b.json:1:1: ", what},
		{"a.json.gz", "\x1f\x8btext", "reading a.json.gz: ", what},
		{"a.xplane.pb", "text", "a.xplane.pb: offset ", what},
		{"cut.xplane.pb", string(profile()[:99]), "cut.xplane.pb: offset ", ""},
		{"a.sqlite", "text", `a.sqlite: `, what},
		{"cut.sqlite", "SQLite format 3\x00", "cut.sqlite: ", ""},
		{"a.nsys-rep", "text", "a.nsys-rep: is not a report of Nsight Systems", what},
		{"a.qdstrm", "NVIDIA Nsight Systems Stream", "a.qdstrm: is a recording of nsys, not yet a report", "nrprof nsys --import a.qdstrm makes the report"},
		{"run.json", `{"schema":"run/v1","x":1}`, `run.json:1:1: document of schema "run/v1", want a trace`, ""},
	} {
		t.Chdir(dir)
		put(t, ".", c.name, []byte(c.text))
		_, _, err := input.Open(c.name, input.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.err)
		}
		var failure *input.Failure
		hint := ""
		if errors.As(err, &failure) {
			hint = failure.Hint
		}
		if !strings.HasPrefix(hint, c.hint) || c.hint == "" && hint != "" {
			t.Errorf("%s: got the hint %q, want %q", c.name, hint, c.hint)
		}
	}
	var document *input.DocumentError
	if _, _, err := input.Open("run.json", input.Options{}); !errors.As(err, &document) || document.Schema != "run/v1" {
		t.Errorf("got %v, want a DocumentError", err)
	}
	if _, _, err := input.Open(dir, input.Options{}); err == nil || err.Error() != dir+": is a directory, want a file" {
		t.Errorf("got %v for a folder", err)
	}
	if _, _, err := input.Open("none.nrt", input.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v for no file", err)
	}
	broken := errors.New("broken")
	if _, _, err := input.Open("-", input.Options{Stdin: failing{broken}}); !errors.Is(err, broken) || err.Error() != "reading stdin: broken" {
		t.Errorf("got %v from a broken input", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// The options change names: domains first, other names last; an export gets the keys
// that Identify gives it, under the name that the user knows.
func TestOptions(t *testing.T) {
	export := filepath.Join(t.TempDir(), "x.sqlite")
	if err := (timelinetest.Solver{Steps: 3, PID: 7, Start: 1e18}).Write(export); err != nil {
		t.Fatal(err)
	}
	var called string
	f, err := input.OpenFile(export, input.Options{
		Domains: []string{"app", "nothing"},
		Rename:  func(name string) string { return "<" + name + ">" },
		Identify: func(t *trace.Trace, e *nsys.Export, name string) ([]string, error) {
			called = name
			t.Header.Key = []byte(`{}`)
			return []string{"odd"}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if called != export || string(f.Header.Key) != "{}" || !slices.Contains(f.Warnings, "odd") || !slices.Contains(f.Warnings, "--domain nothing: no range belongs to this domain") {
		t.Errorf("got the key %s of %s, warnings %q", f.Header.Key, called, f.Warnings)
	}
	for r := range f.Ranges() {
		if name := f.Names[r.Name]; f.Sort(r.Name) == "" && (!strings.HasPrefix(name, "<") || strings.HasPrefix(name, "<app:")) {
			t.Errorf("got the name %s", name)
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	refused := errors.New("refused")
	if _, err := input.OpenFile(export, input.Options{Identify: func(*trace.Trace, *nsys.Export, string) ([]string, error) { return nil, refused }}); !errors.Is(err, refused) {
		t.Errorf("got %v, want the error of Identify", err)
	}
}
