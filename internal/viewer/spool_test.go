package viewer

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace/perfetto"
)

func TestAdvice(t *testing.T) {
	for _, stage := range []Stage{Opened, Fetched} {
		if got := Advice(stage, "x", nil); !strings.Contains(got, "press the button") || !strings.Contains(got, "https://ui.perfetto.dev cannot be reached") {
			t.Errorf("%d: %q", stage, got)
		}
	}
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := strings.Cut(l.Addr().String(), ":")
	if got := Advice(Waiting, "x", l); !strings.Contains(got, "opened x yet") || !strings.Contains(got, "-L "+port+":127.0.0.1:"+port) {
		t.Errorf("got %q", got)
	}
}

func TestTraceName(t *testing.T) {
	for path, want := range map[string]string{"a/b.nrt": "b.pftrace", "x.json.gz": "x.pftrace", "-": "trace.pftrace", "r.nsys-rep": "r.pftrace", ".nrt": "trace.pftrace", "a\u202e\n.nrt": `a\u202e\n.pftrace`} {
		if got := TraceName(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// A spool has the bytes of the trace in the format of Perfetto, and leaves no file.
func TestSpool(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	tr := walktest.NR(3, true)
	var want bytes.Buffer
	if err := perfetto.Write(&want, tr); err != nil {
		t.Fatal(err)
	}
	s, err := NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Fill(tr); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(io.NewSectionReader(s, 0, s.Size))
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("got %d bytes, %v, want %d", len(got), err, want.Len())
	}
	s.Remove()
	if _, err := os.Stat(s.Name()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
	if err := s.Fill(tr); err == nil {
		t.Error("a closed file takes a trace")
	}
}
