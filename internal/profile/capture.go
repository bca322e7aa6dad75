package profile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export"
)

// A capture is the capture file of a run. A nil *capture is none.
type capture struct {
	rec    *trace.Recorder // nil: not begun, and a file of an earlier run stays
	path   string
	keep   bool           // path is what -o asked for
	export *export.Format // what path is turned into at the end; nil: nothing
	out    string
}

// An OutputError says that no format has the name of an output.
type OutputError struct{ Err error }

func (e *OutputError) Error() string { return e.Err.Error() }
func (e *OutputError) Unwrap() error { return e.Err }

// newCapture creates the capture of a run whose output is called out; "" for
// none. The file is there, with a header, when newCapture returns; one of an
// earlier run stays until start, since this run may never begin.
func newCapture(out string, h trace.Header) (*capture, error) {
	c := &capture{out: out, path: out, keep: true}
	if !strings.EqualFold(filepath.Ext(out), ".nrt") {
		c.keep = false
		if out != "" {
			f, err := export.ByName(out)
			if err != nil {
				return nil, &OutputError{err}
			}
			c.export = &f
		}
		f, err := os.CreateTemp("", "nrprof-*.nrt")
		if err != nil {
			return nil, err
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
		c.path = f.Name()
	} else if info, err := os.Stat(out); err == nil && info.Mode().IsRegular() {
		return c, nil
	}
	return c, c.start(h)
}

// start begins the file anew with a header. The one that is there is replaced
// at once, so that there is a readable capture at every instant.
func (c *capture) start(h trace.Header) error {
	if info, err := os.Stat(c.path); err == nil && !info.Mode().IsRegular() {
		rec, err := trace.Create(c.path, h, trace.Options{})
		return c.record(rec, err)
	}
	var rec *trace.Recorder
	err := atomicfile.Replace(c.path, func(f *os.File) (err error) {
		rec, err = trace.NewRecorder(f, h, trace.Options{})
		return err
	})
	if err != nil && rec != nil {
		_ = rec.Close() // has nothing
	}
	return c.record(rec, err)
}

// record goes on with rec in place of the recorder until now, unless there is an
// error.
func (c *capture) record(rec *trace.Recorder, err error) error {
	if err != nil {
		return named(err, c.path)
	}
	old := c.rec
	c.rec = rec
	if old != nil {
		return old.Close()
	}
	return nil
}

// finish closes the file, writes the export, and returns the table of phases.
func (c *capture) finish(source string) (s *trace.Summary, err error) {
	if err := c.rec.Close(); err != nil {
		return nil, err
	}
	if info, err := os.Stat(c.path); err == nil && !info.Mode().IsRegular() {
		return nil, nil // a device: nothing can be read back
	}
	t, err := trace.Open(c.path)
	if err != nil {
		return nil, fmt.Errorf("internal error: the capture cannot be read: %w", err)
	}
	defer func() {
		if cerr := t.Close(); err == nil {
			err = cerr
		}
	}()
	if c.export != nil {
		err = atomicfile.WriteFile(c.out, func(w io.Writer) error { return export.Write(w, *c.export, t) })
	}
	return trace.Summarize(t, trace.SummaryOptions{Source: source}), err
}

// discard ends a capture of a run that never began.
func (c *capture) discard() {
	if c.rec == nil {
		return
	}
	_ = c.rec.Close() // its errors do not matter: nothing is in it
	c.keep = false
	c.remove()
}

// remove removes the file unless it was asked for.
func (c *capture) remove() {
	if info, err := os.Stat(c.path); !c.keep && err == nil && info.Mode().IsRegular() {
		_ = os.Remove(c.path) // a temporary file that stays harms nobody
	}
}

// named gives an error of the file system about a temporary file the name that
// the user knows.
func named(err error, name string) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		path.Path = name
	}
	return err
}
