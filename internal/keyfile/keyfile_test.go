package keyfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Read takes the key from a document, also on standard input, or from the start of a
// capture.
func TestRead(t *testing.T) {
	k, err := runkey.New([]string{"cpu"}, runkey.Part{Name: "cpu.model", Value: runkey.Text("EPYC"), Matters: []runkey.Purpose{runkey.Timing}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	document, member, capture, none := filepath.Join(dir, "key.json"), filepath.Join(dir, "run.json"), filepath.Join(dir, "a.nrt"), filepath.Join(dir, "b.nrt")
	for path, text := range map[string]string{document: string(k.Text()), member: `{"schema":"run/v1","key":` + string(k.Text()) + `}`} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, h := range map[string]trace.Header{capture: {Program: "mysim", Key: k.Text()}, none: {Program: "mysim"}} {
		r, err := trace.Create(path, h, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{document, member, capture, "-"} {
		got, err := Read(path, input.Options{Stdin: strings.NewReader(string(k.Text()))})
		if err != nil || string(got.Text()) != string(k.Text()) {
			t.Errorf("%s: got %v, %v", path, got, err)
		}
	}
	if _, err := Read(none, input.Options{}); !errors.As(err, new(*runkey.NoKeyError)) || !strings.HasPrefix(hint.Of(err), "these files have a key: ") {
		t.Errorf("no key: got %v, %q", err, hint.Of(err))
	}
	if _, err := Read(filepath.Join(dir, "c.nrt"), input.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}
