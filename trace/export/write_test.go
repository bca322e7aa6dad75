package export

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// An export of a capture that cannot be read to its end fails.
func TestExportUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	r, err := trace.Create(path, trace.Header{Program: "demo"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	th.Begin(r.Name(trace.PhaseTransient))
	th.End()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats() {
		if err := Write(io.Discard, f, tr); err == nil {
			t.Errorf("%s: want an error, the file is closed", f.Name)
		}
	}
}
