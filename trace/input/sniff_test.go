package input_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/trace/input"
)

// packed returns b compressed with gzip.
func packed(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b) // to memory
	_ = z.Close()
	return out.Bytes()
}

// profile is a profile of JAX.
func profile() []byte {
	return xplanetest.Newton{Iterations: 3, Start: 1e18, Path: "jit(f)/nr_iteration", Disabled: true}.Space().Encode()
}

// The content says what a file is, whatever it is called; where it says nothing,
// the name does.
func TestSniff(t *testing.T) {
	zeros := string(make([]byte, 100))
	for _, c := range []struct {
		head, name string
		want       input.Kind
	}{
		{"\x89NRT\r\n\x1a\x01rest", "", input.Capture},
		{"\x89NRT\r\n\x1a\x09rest", "x.json", input.Capture}, // a version that is not read
		{"\x89NR", "", input.Capture},                        // cut
		{"\x89PNG", "", input.Unknown},
		{"SQLite format 3\x00rest", "x.nrt", input.NsightExport},
		{zeros, "x.json", input.NsightExport}, // never finished
		{zeros[:64] + "x", "", input.NsightExport},
		{zeros[:63] + "x", "", input.Unknown},
		{"NVIDIA Tegra Profiler Report rest", "x.sqlite", input.NsightReport},
		{"\x01\x02NVIDIA Nsight Systems Stream", "", input.NsightStream},
		{string(profile()), "x.json", input.XPlane},
		{string(packed(profile())), "x.json.gz", input.XPlane},
		{" \r\n\t{", "", input.ChromeJSON},
		{"[", "", input.ChromeJSON},
		{string(packed([]byte("[{}]"))), "", input.ChromeJSON},
		{strings.Repeat(" ", 64) + "{", "", input.Unknown},
		{"goos: linux\n", "", input.Benchmarks},
		{"text\nBenchmarkX 1 2 ns/op\n", "x.nrt", input.Benchmarks},
		{"BenchmarkX\x00", "", input.Unknown},
		{"", "", input.Unknown},
		{"", "x", input.Unknown},
		{"", "a/b.NRT", input.Capture},
		{"text", "x.sqlite", input.NsightExport},
		{"text", "x.nsys-rep", input.NsightReport},
		{"text", "x.qdrep", input.NsightReport},
		{"text", "x.qdstrm", input.NsightStream},
		{"text", "x.xplane.pb", input.XPlane},
		{"text", "x.xplane.pb.gz", input.XPlane},
		{"text", "x.json.gz", input.ChromeJSON},
		{"text", "x.nrt.gz", input.Unknown}, // captures are not compressed
		{"text", "x.bench.txt", input.Benchmarks},
		{"text", "x.txt", input.Unknown},
		{"text", "json", input.Unknown},
		{string(packed([]byte("text"))), "x.nsys-rep", input.NsightReport},
		{string(packed([]byte("text"))), "x.gz", input.ChromeJSON},
		{string(packed([]byte("\x89NRT\r\n\x1a\x01"))), "", input.ChromeJSON}, // captures are not compressed
		{"\x1f\x8bno gzip", "", input.ChromeJSON},
	} {
		head := []byte(c.head)
		if got := input.Sniff(head[:min(len(head), input.HeadBytes)], c.name); got != c.want {
			t.Errorf("%.40q called %q: got %v, want %v", c.head, c.name, got, c.want)
		}
	}
}

// SniffFile reads the start of a file, of any length.
func TestSniffFile(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want input.Kind
	}{
		"short.txt": {"[", input.ChromeJSON}, "empty.nrt": {"", input.Capture}, "long.nrt": {"{" + strings.Repeat("x", 10_000), input.ChromeJSON},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := input.SniffFile(path); got != c.want || err != nil {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, c.want)
		}
	}
	if _, err := input.SniffFile(filepath.Join(dir, "none.nrt")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v for no file", err)
	}
}

func TestSchema(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema": "run/v1", "x": 1}`:                     "run/v1",
		`{"a": {"schema": "no/v1"}, "schema": "yes/v1"}`:   "yes/v1",
		`{"traceEvents": [], "schema": "run/v1"}`:          "-",
		`{"otherData": {"program": "x"}, "traceEvents": [`: "-",
		`{"schema": 7}`:                  "",
		`{"schema": `:                    "",
		`{"a": tru, "schema": "run/v1"}`: "-",
		`["schema", "run/v1"]`:           "-",
		`{"a": 1}`:                       "-", `{`: "-", ``: "-", `"schema"`: "-",
	} {
		got, ok := input.Schema(strings.NewReader(text))
		if !ok && got == "" {
			got = "-"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// FuzzSniff: whatever a file starts with, the name counts only where the content
// says nothing; what is compressed is what it holds; and where there is a trace, it
// is of the kind that was found. What lies behind the first bytes the readers' own
// targets try; a report needs nsys, which is not there.
func FuzzSniff(f *testing.F) {
	for _, head := range []string{"", "\x89NRT\r\n\x1a\x01", "SQLite format 3\x00", "NVIDIA Tegra Profiler Report", "NVIDIA Nsight Systems Stream",
		"[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]", "goos: linux\n", "\x1f\x8b", string(packed([]byte("{}"))), string(packed(profile()))} {
		f.Add([]byte(head), "x.json")
	}
	f.Add(profile(), "x.xplane.pb")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte, name string) {
		head := b[:min(len(b), input.HeadBytes)]
		content := input.Sniff(head, "")
		if k := input.Sniff(head, name); content != input.Unknown && k != content && !bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
			t.Errorf("called %q it is %v, want %v as by its content", name, k, content)
		}
		if content == input.ChromeJSON || content == input.XPlane {
			if z := packed(head); len(z) <= input.HeadBytes && !bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
				if k := input.Sniff(z, ""); k != content {
					t.Errorf("compressed it is %v, want %v", k, content)
				}
			}
		}
		o := input.Options{Stdin: bytes.NewReader(b), Getenv: func(string) string { return "" },
			TempDir: func() (string, func(error) error, error) {
				d, err := os.MkdirTemp(dir, "")
				return d, func(err error) error { return errors.Join(err, os.RemoveAll(d)) }, err
			}}
		if content == input.NsightReport {
			return
		}
		tr, k, err := input.Open("-", o)
		if err == nil {
			if k != content {
				t.Errorf("opened as %v, want %v", k, content)
			}
			for range tr.Ranges() {
				continue
			}
			if err := tr.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
