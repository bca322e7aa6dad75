package viewer

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// A Spool is a temporary file with a trace in the format of Perfetto, or with a page: a
// trace may be larger than memory.
type Spool struct {
	*os.File
	Size int64
	kept bool // the system does not remove open files
}

// NewSpool makes an empty file. Where the system removes open files, the file has no
// name any more, so that nothing is left after a kill.
func NewSpool() (*Spool, error) {
	f, err := os.CreateTemp("", "nrprof-*.pftrace")
	if err != nil {
		return nil, err
	}
	return &Spool{File: f, kept: os.Remove(f.Name()) != nil}, nil
}

// Remove closes and removes the file.
func (s *Spool) Remove() {
	_ = s.Close() // nobody reads it any more
	if s.kept {
		_ = os.Remove(s.Name())
	}
}

// Fill writes t into the file.
func (s *Spool) Fill(t *trace.Trace) error {
	return s.FillBy(func(w io.Writer) error { return errors.Join(perfetto.Write(w, t), t.Err()) })
}

// FillBy writes into the file what write writes.
func (s *Spool) FillBy(write func(io.Writer) error) error {
	w := bufio.NewWriterSize(s, 1<<16)
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		s.Size, err = s.Seek(0, 1)
	}
	return err
}

// TraceName returns the name that the viewer gives the trace of the file path.
func TraceName(path string) string {
	name := filepath.Base(path)
	for _, suffix := range []string{".gz", ".json", ".nrt", ".sqlite", ".nsys-rep"} {
		name = strings.TrimSuffix(name, suffix)
	}
	if name == "" || name == "-" {
		name = "trace"
	}
	return legible.Text(name) + ".pftrace"
}
